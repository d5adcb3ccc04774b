//! What the caller of the front end chooses.

pub use crate::version::{Profile, Version};
use nvc_diag::Source;
pub use nvc_ir::Quirks;
use nvc_ir::Specialization;

/// Options of the GLSL front end.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Macros that are defined or undefined before the text, in order (`-D`, `-U`).
    pub macros: Vec<MacroOption>,
    /// Whose rules hold.
    pub flavour: Flavour,
    /// Whom to follow where the texts and NVIDIA's driver differ.
    pub quirks: Quirks,
    /// The version that texts have whatever their `#version` says (`-std`).
    pub version: Option<Version>,
    /// What is decided of specialization constants: layouts of memory follow from their values.
    pub specialization: Specialization,
}

/// `-D NAME[=VALUE]` or `-U NAME`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MacroOption {
    /// Defines: `NAME` or `NAME(a, b)`, and its body; `1` where none was given.
    Define(String, String),
    /// Undefines.
    Undefine(String),
}

/// Whose rules hold where OpenGL and Vulkan differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flavour {
    /// Told by the text: Vulkan where it uses what only Vulkan has (`set =`, push constants,
    /// separate samplers), else OpenGL. `VULKAN` is defined.
    #[default]
    Auto,
    /// OpenGL alone: `VULKAN` is not defined.
    OpenGl,
    /// Vulkan alone: loose uniforms and atomic counters are errors.
    Vulkan,
}

/// Finds the files that `#include` names.
pub trait Loader {
    /// The file that `#include "path"` (or `<path>` if `system`) names in a file named `from`.
    ///
    /// # Errors
    /// Why there is none; the diagnostic shows it.
    fn load(&self, path: &str, system: bool, from: &str) -> Result<Source, LoadError>;
}

/// Why a [`Loader`] has no source for an `#include`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadError {
    /// No such file in the places searched.
    NotFound {
        /// The names of the folders, or other places, that were searched.
        searched: Vec<String>,
    },
    /// The file of this name is not UTF-8 text.
    NotUtf8(String),
    /// The file exists and cannot be read.
    Io {
        /// The name of the file.
        name: String,
        /// The operating system's message.
        message: String,
    },
    /// Another reason, in one line.
    Other(String),
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LoadError::NotFound { searched } if searched.is_empty() => {
                f.write_str("no such file, and no include directory was given")
            }
            LoadError::NotFound { searched } => write!(f, "not found in {}", searched.join(", ")),
            LoadError::NotUtf8(name) => write!(f, "{name} is not UTF-8 text"),
            LoadError::Io { name, message } => write!(f, "{name}: {message}"),
            LoadError::Other(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for LoadError {}

/// Finds nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoIncludes;

impl Loader for NoIncludes {
    fn load(&self, _: &str, _: bool, _: &str) -> Result<Source, LoadError> {
        Err(LoadError::NotFound { searched: Vec::new() })
    }
}
