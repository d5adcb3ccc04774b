//! `nvc._nvc`, the native module of the Python package `nvc`. The public interface is in `python/nvc`; this
//! module only passes bytes, text and numbers. The global interpreter lock is released while nvc works.
//!
//! Without the feature `extension-module`, the crate is empty, so that the workspace builds without Python.

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
