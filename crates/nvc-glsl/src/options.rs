//! Options of the GLSL front end, and the loader of included files.

pub use crate::version::{Profile, Version};
use nvc_diag::Source;
pub use nvc_ir::Quirks;
use nvc_ir::Specialization;
use std::collections::BTreeMap;

/// Options of the GLSL front end.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Macros to define and undefine before the source, in order (`-D`, `-U`).
    pub macros: Vec<MacroOption>,
    /// Whether the rules of OpenGL, of Vulkan or of both apply.
    pub flavour: Flavour,
    /// Whether to follow the specification or NVIDIA's driver where they differ.
    pub quirks: Quirks,
    /// Overrides `#version` (`-std`).
    pub version: Option<Version>,
    /// Values of implementation limits.
    pub limits: Limits,
    /// Values of specialization constants, which memory layouts depend on.
    pub specialization: Specialization,
}

/// Values of implementation limits (GLSL §7.3) that override the default ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits(BTreeMap<(String, usize), i32>);

impl Limits {
    /// Sets a component of a limit, such as component 0 of `gl_MaxComputeWorkGroupSize`. Unknown names have no effect.
    pub fn set(&mut self, name: impl Into<String>, component: usize, value: i32) {
        self.0.insert((name.into(), component), value);
    }

    /// Returns the value of a component if it was set.
    pub fn get(&self, name: &str, component: usize) -> Option<i32> {
        // The lookup needs an owned key, which the early exit avoids: limits are rarely set.
        if self.0.is_empty() { None } else { self.0.get(&(name.to_owned(), component)).copied() }
    }
}

/// `-D NAME[=VALUE]` or `-U NAME`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MacroOption {
    /// `-D`: `NAME` or `NAME(a, b)`, and the body (`1` if none was given).
    Define(String, String),
    /// `-U`.
    Undefine(String),
}

/// Whether the rules of OpenGL, of Vulkan, or the more permissive of both apply where they differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Flavour {
    /// Accepts the features of both, for example `set =` and push constants, and also loose uniforms and atomic
    /// counters. `VULKAN` is defined.
    #[default]
    Auto,
    /// OpenGL: `VULKAN` is not defined; `set =` and push constants are errors.
    OpenGl,
    /// Vulkan: loose uniforms and atomic counters are errors, unless GL_EXT_vulkan_glsl_relaxed is enabled.
    Vulkan,
}

/// Loads the files that `#include` names.
pub trait Loader {
    /// Loads the file of `#include "path"` (`<path>` if `system`) that appears in the file `from`.
    ///
    /// # Errors
    /// If there is no such file or it cannot be read; the diagnostic shows the cause.
    fn load(&self, path: &str, system: bool, from: &str) -> Result<Source, LoadError>;
}

/// The reason why a [`Loader`] has no source for an `#include`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadError {
    /// No such file in the searched places.
    NotFound {
        /// Names of the searched folders or other places.
        searched: Vec<String>,
    },
    /// The file with this name is not UTF-8 text.
    NotUtf8(String),
    /// The file exists but cannot be read.
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

/// A loader that finds no files.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoIncludes;

impl Loader for NoIncludes {
    fn load(&self, _: &str, _: bool, _: &str) -> Result<Source, LoadError> {
        Err(LoadError::NotFound { searched: Vec::new() })
    }
}
