//! The SPIR-V back end: IR in phase `legal` to a SPIR-V module for Vulkan.
//!
//! [`emit`] is one walk over the module; it rewrites no IR and decides nothing that a pass could
//! decide. What a construct needs of the target environment (capability, extension, version) is
//! asked for where the construct is emitted and known from one table. [`validate`] runs the SPIR-V
//! validator in the process where the crate was built with it.
#![forbid(unsafe_code)]

mod binary;
mod capabilities;
pub mod debug;
mod disassemble;
mod emit;
mod validate;

pub use binary::{Binary, Declared, disassemble};
pub use capabilities::{capability_names, extension_names};
pub use emit::{Options, emit};
pub use validate::{Validation, validate};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
