//! Variants of the output: with debug information, with emulated warps or Intel's subgroup instructions, in
//! other shading languages.

mod debug;
mod forms;
mod warp;

use nvc::{CompileError, Compiled, Compiler, Options};
use std::path::{Path, PathBuf};

/// The root of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compiles a file. Its name in the module has no folders.
fn compile(path: &Path, options: &Options) -> Result<Compiled, CompileError> {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Compiler::new(options.clone()).compile_bytes(&name, &bytes)
}

/// The output of a successful compilation.
fn artifact(compiled: Result<Compiled, CompileError>) -> nvc::Artifact {
    compiled.unwrap_or_else(|error| panic!("{error}")).artifact
}
