//! Writes compiled shaders as Rust modules and C headers. They contain the SPIR-V words, constants for
//! binding, specializing and dispatching the shader, and the memory blocks that the host fills, as structs
//! with asserted layouts.
//!
//! Both languages get the same contents, which come from one [`Reflection`]. The module [`layout`] computes
//! the host structs; the writers for the two languages only format them. The generated code depends only on
//! Rust's `core`, or on C's `stddef.h` and `stdint.h`.
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
    /// Name of the shader, which may be any text and is converted to an identifier. In Rust it names the
    /// module; in C it prefixes the names.
    pub name: &'a str,
    /// Source file, for a comment. Only the last path component is written, so that the output does not
    /// depend on where the source tree is.
    pub source: &'a str,
    /// Words of the SPIR-V module.
    pub words: &'a [u32],
    /// Reflection of the SPIR-V module.
    pub reflection: &'a Reflection,
}

impl<'a> Shader<'a> {
    /// Combines the name, source file, SPIR-V module and reflection of a shader.
    pub fn new(name: &'a str, source: &'a str, words: &'a [u32], reflection: &'a Reflection) -> Self {
        Shader { name, source, words, reflection }
    }
}

/// Compiles the README's examples as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
