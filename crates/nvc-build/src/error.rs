//! Errors of a build.

use std::io;
use std::path::PathBuf;

/// An error of a build.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An environment variable that Cargo sets for build scripts is missing.
    #[error("the environment variable {0} is not set: run nvc-build in a build script")]
    #[non_exhaustive]
    NotCargo(&'static str),

    /// An input file or folder could not be read.
    #[error("cannot read {}: {source}", path.display())]
    #[non_exhaustive]
    Read {
        /// Path of the file or folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },

    /// An output file could not be written.
    #[error("cannot write {}: {source}", path.display())]
    #[non_exhaustive]
    Write {
        /// Path of the output file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },

    /// No input was added, or the folders contain no shaders.
    #[error("no shaders to compile: add files, manifests, or folders with .nvcp, .comp or .comp.glsl files")]
    NoShaders,

    /// No output was requested.
    #[error("no output requested: call `emit_rust`")]
    NoOutput,

    /// The path of an output is outside `OUT_DIR`.
    #[error("{} is outside OUT_DIR; pass a relative path", .0.display())]
    #[non_exhaustive]
    OutsideOutDir(PathBuf),

    /// Two shaders have the same module name.
    #[error(
        "{} and {} have the same module name `{name}`; rename one of them",
        first.display(),
        second.display()
    )]
    #[non_exhaustive]
    SameModule {
        /// Name of the module.
        name: String,
        /// Path of the first shader.
        first: PathBuf,
        /// Path of the second shader.
        second: PathBuf,
    },

    /// `bind` was called for a resource class without descriptors.
    #[error("resources of class {0} have no descriptors and cannot be bound")]
    #[non_exhaustive]
    NoDescriptors(&'static str),

    /// Worker threads could not be started, or the state of the build could not be written.
    #[error("cannot compile to {}: {source}", folder.display())]
    #[non_exhaustive]
    Run {
        /// Folder of intermediate files.
        folder: PathBuf,
        /// The system's error.
        source: io::Error,
    },

    /// The shaders or manifests have errors.
    #[error("{report}")]
    #[non_exhaustive]
    Shaders {
        /// The diagnostics of all shaders or manifests with errors, rendered as `nvc compile` prints them.
        report: String,
    },
}
