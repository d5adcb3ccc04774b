//! The SPIR-V back end: emits IR in phase `legal` as a SPIR-V module for Vulkan.
//!
//! [`emit`] walks the module once. It does not rewrite IR and makes no decisions that a pass could make. The
//! capability, extension and version that a construct requires come from one table, and are recorded where
//! the construct is emitted. [`reader`] reads SPIR-V binaries. [`validate`] runs SPIRV-Tools' validator in
//! process, if the feature `validate` is enabled.
#![forbid(unsafe_code)]
#![warn(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod binary;
mod capabilities;
pub mod debug;
mod disassemble;
mod emit;
pub mod reader;
mod unknown;
mod validate;

pub use binary::{Binary, Declared};
pub use capabilities::{capability_names, extension_names};
pub use emit::{Options, emit};
pub use validate::{Validation, Validator, built_in_validator, validate, without_names};

/// Compiles the README's examples as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
