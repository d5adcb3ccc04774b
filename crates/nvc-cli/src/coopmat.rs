//! `--coopmat`: which cooperative-matrix extension is emitted.

use clap::{Args, ValueEnum};
use nvc::CoopMatrices;

/// The option.
#[derive(Args, Debug)]
pub(crate) struct Coopmat {
    /// Cooperative-matrix extension to emit [default: nv, or khr where sums saturate]
    #[arg(long, value_enum, value_name = "EXTENSION")]
    coopmat: Option<Name>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Name {
    /// SPV_NV_cooperative_matrix
    Nv,
    /// SPV_KHR_cooperative_matrix
    Khr,
}

impl Coopmat {
    /// The library's option.
    pub(crate) fn matrices(&self) -> Option<CoopMatrices> {
        self.coopmat.map(|name| match name {
            Name::Nv => CoopMatrices::Nv,
            Name::Khr => CoopMatrices::Khr,
        })
    }
}
