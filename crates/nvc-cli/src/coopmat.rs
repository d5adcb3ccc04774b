//! `--coopmat`: whose cooperative matrices are emitted.

use clap::{Args, ValueEnum};
use nvc::CoopMatrices;

/// The option.
#[derive(Args, Debug)]
pub(crate) struct Coopmat {
    /// Whose cooperative matrices to emit, SPV_NV_cooperative_matrix or SPV_KHR_cooperative_matrix; NVIDIA's
    /// if not given, but for programs whose sums saturate, which Khronos's alone have
    #[arg(long, value_enum, value_name = "WHOSE")]
    coopmat: Option<Name>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Name {
    /// NVIDIA's
    Nv,
    /// Khronos's
    Khr,
}

impl Coopmat {
    /// What the library is told.
    pub(crate) fn matrices(&self) -> Option<CoopMatrices> {
        self.coopmat.map(|name| match name {
            Name::Nv => CoopMatrices::Nv,
            Name::Khr => CoopMatrices::Khr,
        })
    }
}
