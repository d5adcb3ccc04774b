//! Compiles `!!NVcp5.0` assembly and GLSL compute shaders with NVIDIA's extensions in a build script.
//!
//! Writes a Rust module for each shader: SPIR-V, entry point, group size, resource bindings, parameter
//! structs with layout assertions, and device requirements.
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
//! [`Compiler::manifest`] compiles permutations of shaders.
//!
//! The build script reruns when a shader or an included file changes, and recompiles only the changed
//! shaders. Errors fail the build and print all diagnostics. Files are written below `OUT_DIR` only. An
//! unchanged file is not touched, so that its dependents are not rebuilt.

#![forbid(unsafe_code)]
#![warn(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::unwrap_used)]

mod cargo;
mod compiler;
mod environment;
mod error;
mod inputs;
mod output;
mod variants;

pub use compiler::{Built, Compiler};
pub use error::Error;
pub use nvc;
pub use nvc::{OptLevel, ResourceClass, TargetEnv};

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
