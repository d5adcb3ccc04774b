//! Runs cases on an OpenGL driver: GLSL through its compiler, and `!!NVcp5.0` assembly through NVIDIA's
//! assembler (NV_compute_program5), which recorded the corpus.
//!
//! [`Context::open`] creates a headless context through EGL's device platform. EGL is loaded at run time;
//! without it, or without a driver for it, opening returns an [`Error`].
//!
//! Calls into a driver are `unsafe`; each block says why it is sound. All calls are made from the thread that
//! opened the context, since a [`Context`] is not `Send`.
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

/// The result of an operation on a driver.
pub type Result<T> = std::result::Result<T, Error>;
