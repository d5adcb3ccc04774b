//! What can be wrong with a run on an OpenGL driver.

/// Why a program did not run.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// EGL is not installed.
    #[error("there is no EGL ({0}): install an OpenGL driver with EGL")]
    NoEgl(String),
    /// EGL has no display, config or context of OpenGL 4.5.
    #[error("EGL has no {0} for OpenGL 4.5")]
    NoContext(&'static str),
    /// The driver lacks a function.
    #[error("the driver has no {0}")]
    Missing(&'static str),
    /// The driver refuses a program.
    #[error("the driver refuses the {what}: {words}")]
    Refused {
        /// What it was given.
        what: &'static str,
        /// What it says.
        words: String,
    },
    /// A call fails.
    #[error("OpenGL error {code:#06x} {during}")]
    Call {
        /// The code of `glGetError`.
        code: u32,
        /// When it came up.
        during: &'static str,
    },
    /// What the case asks for is not made here.
    #[error("{0}")]
    Case(String),
}
