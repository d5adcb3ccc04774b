//! Compiled shaders as Rust modules and as C headers: the words, what they are to be bound, specialized
//! and dispatched with, and the blocks of memory that the host fills, as structs whose layout is
//! asserted.
//!
//! Both forms say the same, from the one [`Reflection`]; [`layout`] decides what a block looks like on
//! the host, and the two writers only spell it. Neither needs anything beyond its language's core.
//!
//! ```
//! let reflection = nvc_reflect::Reflection::default();
//! let words = [0x0723_0203, 0x0001_0500];
//! let shader = nvc_codegen::Shader { name: "blur", source: "blur.comp", words: &words, reflection: &reflection };
//! assert!(nvc_codegen::rust(&shader).contains("pub mod blur {\n"));
//! assert!(nvc_codegen::c(&shader).contains("static const uint32_t blur_spirv[2] = {\n"));
//! ```
#![forbid(unsafe_code)]

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
pub struct Shader<'a> {
    /// What it is called: the module in Rust, the beginning of every name in C. Anything; it is made an
    /// identifier.
    pub name: &'a str,
    /// The file that it comes from, for a comment. Only its last part is written, so that the output
    /// does not depend on where a tree lies.
    pub source: &'a str,
    /// The SPIR-V module.
    pub words: &'a [u32],
    /// Its interface.
    pub reflection: &'a Reflection,
}

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
