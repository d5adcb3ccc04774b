//! `--coopmat`: which cooperative-matrix extension is emitted.

use clap::{Args, ValueEnum};
use nvc::CoopMatrices;

/// The option.
#[derive(Args, Debug)]
pub(crate) struct Coopmat {
    /// Cooperative-matrix instructions to emit
    #[arg(long, value_enum, value_name = "EXTENSION", default_value_t = Name::Source)]
    coopmat: Name,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Name {
    /// the extension that the source uses
    Source,
    /// the fastest that preserves the meaning
    Auto,
    /// SPV_NV_cooperative_matrix
    Nv,
    /// SPV_KHR_cooperative_matrix
    Khr,
    /// SPV_KHR_cooperative_matrix and SPV_NV_cooperative_matrix2
    Nv2,
    /// none: matrices become arrays, for devices without cooperative matrices
    Emulate,
}

impl Coopmat {
    /// Returns the corresponding option of the library.
    pub(crate) fn matrices(&self) -> CoopMatrices {
        match self.coopmat {
            Name::Source => CoopMatrices::Source,
            Name::Auto => CoopMatrices::Auto,
            Name::Nv => CoopMatrices::Nv,
            Name::Khr => CoopMatrices::Khr,
            Name::Nv2 => CoopMatrices::Nv2,
            Name::Emulate => CoopMatrices::Emulate,
        }
    }
}
