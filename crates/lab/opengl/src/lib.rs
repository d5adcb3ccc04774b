//! Runs cases on an OpenGL driver: GLSL through its compiler, and `!!NVcp5.0` assembly through NVIDIA's
//! assembler (NV_compute_program5), which is what the corpus was recorded with.
//!
//! [`Context::open`] makes a context without a window through EGL's device platform. EGL is looked for at
//! run time; without it, or without a driver behind it, opening is an [`Error`] that says so.
//!
//! `unsafe` is what calls into a driver takes; each block says what makes it sound. All calls are made
//! from the thread that opened the context, since a [`Context`] cannot leave it.
#![allow(unsafe_code)]

mod buffer;
mod context;
mod egl;
mod error;
mod format;
mod gl;
mod introspect;
mod listing;
mod program;
mod run;
mod texture;
mod timing;
mod uniform;

pub use context::Context;
pub use error::Error;
pub use program::Program;

/// The result of what a driver is asked for.
pub type Result<T> = std::result::Result<T, Error>;
