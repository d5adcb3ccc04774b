//! Errors of a run on an OpenGL driver.

/// Why a program did not run.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// EGL is not installed.
    #[error("cannot load EGL ({0}): install an OpenGL driver with EGL")]
    NoEgl(String),
    /// EGL has no display, config or context of OpenGL 4.5.
    #[error("EGL provides no {0} for OpenGL 4.5")]
    NoContext(&'static str),
    /// The driver lacks a function or an extension.
    #[error("the driver does not support {0}")]
    Missing(&'static str),
    /// The driver rejects a program.
    #[error("the driver rejects the {what}: {words}")]
    Refused {
        /// The kind of program.
        what: &'static str,
        /// The driver's message.
        words: String,
    },
    /// A call failed.
    #[error("OpenGL error {code:#06x} {during}")]
    Call {
        /// The code of `glGetError`.
        code: u32,
        /// What was being done.
        during: &'static str,
    },
    /// The case needs something that is not supported here.
    #[error("{0}")]
    Case(String),
}
