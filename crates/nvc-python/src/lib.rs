//! `nvc._nvc`, the compiled part of the Python package `nvc`. `python/nvc` has the interface; this only passes bytes, text
//! and numbers. The interpreter lock is released while nvc works.
//!
//! The crate is empty without the feature `extension-module`, so that the workspace builds without Python.

#![cfg(feature = "extension-module")]
#![warn(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod compile;
mod failure;
mod image;
mod program;

#[pyo3::pymodule]
mod _nvc {
    #[pymodule_export]
    use crate::compile::{Compiled, compile, option_names};
    #[pymodule_export]
    use crate::failure::Failed;
    #[pymodule_export]
    use crate::program::{Outcome, Program, address};

    /// The version of nvc.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
