//! Compiles `!!NVcp5.0` assembly and NV-flavoured GLSL in a build script, and writes a Rust module for
//! each shader: its SPIR-V as words, its entry point and group size, where its resources are bound, its
//! parameters as structures whose layout is asserted, and what it needs of a device.
//!
//! ```no_run
//! // in the `main` of build.rs
//! nvc_build::Compiler::new().dir("shaders").emit_rust("shaders.rs").run();
//! ```
//!
//! ```text
//! // src/main.rs
//! mod shaders {
//!     include!(concat!(env!("OUT_DIR"), "/shaders.rs"));
//! }
//! let words: &[u32] = shaders::blur::SPIRV;
//! ```
//!
//! Cargo is told what to watch, errors stop the build with the compiler's whole report, and nothing is
//! written outside of `OUT_DIR`. A file that would not change is left as it is, so that what depends on
//! it stays built.

#![forbid(unsafe_code)]

mod cargo;
mod compiler;
mod environment;
mod error;
mod inputs;
mod job;
mod output;

pub use compiler::{Built, Compiler};
pub use error::Error;
pub use nvc;
pub use nvc::{OptLevel, ResourceClass, TargetEnv};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
