//! The errors that can occur when a program is run on an OpenGL driver.

/// Why a program could not be run.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// EGL is not installed.
    #[error("cannot load EGL ({0}): install an OpenGL driver with EGL")]
    NoEgl(String),
    /// EGL provides no display, or no context for OpenGL 4.5.
    #[error("EGL provides no {0} for OpenGL 4.5")]
    NoContext(&'static str),
    /// The driver lacks a function or an extension.
    #[error("the driver does not support {0}")]
    Missing(&'static str),
    /// The driver rejects a program.
    #[error("the driver rejects the {what}: {log}")]
    Rejected {
        /// Kind of program: `assembly`, `shader` or `program`.
        what: &'static str,
        /// The driver's message.
        log: String,
    },
    /// An OpenGL call failed.
    #[error("OpenGL error {code:#06x} {during}")]
    Call {
        /// Error code returned by `glGetError`.
        code: u32,
        /// The operation that failed, such as `while creating a buffer`.
        during: &'static str,
    },
    /// The case or its source cannot be passed to OpenGL, for this reason: an unsupported feature, or data that
    /// is invalid or too large.
    #[error("{0}")]
    Case(String),
}
