//! What can go wrong in a build.

use std::io;
use std::path::PathBuf;

/// Why a build made nothing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A variable that cargo sets for build scripts is not there.
    #[error("the environment variable {0} is not set: nvc-build runs in a build script, under cargo")]
    #[non_exhaustive]
    NotCargo(&'static str),

    /// A file or folder that was named cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    #[non_exhaustive]
    Read {
        /// What was to be read.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },

    /// An output cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    #[non_exhaustive]
    Write {
        /// What was to be written.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },

    /// There is no input.
    #[error("there is no shader to compile: name files, or folders with .nvcp, .comp or .comp.glsl files")]
    NoShaders,

    /// There is no output.
    #[error("nothing says what to write: call `emit_rust`")]
    NoOutput,

    /// An output is named by a path that leads out of `OUT_DIR`.
    #[error("{} is not a path below OUT_DIR, and nvc-build writes nothing elsewhere", .0.display())]
    #[non_exhaustive]
    OutsideOutDir(PathBuf),

    /// Two shaders would be one module.
    #[error(
        "{} and {} would both be the module `{name}`; rename one of them",
        first.display(),
        second.display()
    )]
    #[non_exhaustive]
    SameModule {
        /// The name of the module.
        name: String,
        /// One shader.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },

    /// A class of resources that has no descriptors was to be bound.
    #[error("resources of class {0} have no descriptors to be bound")]
    #[non_exhaustive]
    NoDescriptors(&'static str),

    /// No threads to compile on.
    #[error("cannot start threads: {0}")]
    #[non_exhaustive]
    Threads(String),

    /// The shaders are wrong.
    #[error("{report}")]
    #[non_exhaustive]
    Shaders {
        /// All that the compiler has to say, as `nvc compile` prints it.
        report: String,
    },
}
