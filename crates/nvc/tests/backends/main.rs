//! Tests variants of the output: debug information, emulated warps, Intel's subgroup instructions, and other
//! shading languages.

mod debug;
mod forms;
mod warp;

use nvc::{CompileError, Compiled, Compiler, Options};
use std::path::{Path, PathBuf};

/// Returns the root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compiles a file. The module contains the file name without folders.
fn compile(path: &Path, options: &Options) -> Result<Compiled, CompileError> {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Compiler::new(options.clone()).compile_bytes(&name, &bytes)
}

/// Returns the output of a compilation that must succeed.
fn artifact(compiled: Result<Compiled, CompileError>) -> nvc::Artifact {
    compiled.unwrap_or_else(|error| panic!("{error}")).artifact
}
