//! Runs cases on an OpenGL driver: GLSL through the driver's compiler, `!!NVcp5.0` assembly through NVIDIA's
//! assembler (NV_compute_program5). The corpus was recorded with this module.
//!
//! [`Context::open`] creates a headless context through EGL's device platform. EGL is loaded at run time; if
//! EGL or a driver is missing, opening returns an [`Error`].
//!
//! Calls into a driver are `unsafe`; each block states why it is sound. All calls are made from the thread
//! that opened the context, since a [`Context`] is not `Send`.
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
