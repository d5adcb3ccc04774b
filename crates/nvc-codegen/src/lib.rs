//! Writes compiled shaders as Rust modules and C headers: the SPIR-V words; constants for binding,
//! specializing and dispatching; and the blocks of memory that the host fills, as structs with asserted
//! layouts.
//!
//! Both forms have the same contents, from one [`Reflection`]. [`layout`] determines the host structs; the
//! two writers only format them. The output depends on the core of its language alone.
//!
//! ```
//! let reflection = nvc_reflect::Reflection::default();
//! let words = [0x0723_0203, 0x0001_0500];
//! let shader = nvc_codegen::Shader::new("blur", "blur.comp", &words, &reflection);
//! assert!(nvc_codegen::rust(&shader).contains("pub mod blur {\n"));
//! assert!(nvc_codegen::c(&shader).contains("static const uint32_t blur_spirv[2] = {\n"));
//! ```
#![forbid(unsafe_code)]
#![warn(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod c;
mod layout;
mod names;
mod rust;
mod text;

use nvc_reflect::Reflection;

pub use c::header as c;
pub use names::module_name;
pub use rust::module as rust;

/// A compiled shader.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Shader<'a> {
    /// Its name: the module in Rust, the prefix of every name in C. Any text; it is converted to an
    /// identifier.
    pub name: &'a str,
    /// Its source file, for a comment. Only the last path component is written, so that the output does not
    /// depend on the location of the source tree.
    pub source: &'a str,
    /// The SPIR-V module.
    pub words: &'a [u32],
    /// Its interface.
    pub reflection: &'a Reflection,
}

impl<'a> Shader<'a> {
    /// A shader with its name, source file, SPIR-V module and interface.
    pub fn new(name: &'a str, source: &'a str, words: &'a [u32], reflection: &'a Reflection) -> Self {
        Shader { name, source, words, reflection }
    }
}

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
