//! Tests the output of the whole compiler: SPIR-V of small programs, module sizes over the corpus, the
//! SPIR-V column of the reference page, and reflection.

mod goldens;
mod readable;
mod reference;
mod reflection;
mod sizes;

use nvc::{Artifact, Emit, Options};
use std::path::{Path, PathBuf};

/// Returns the root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the paths of a folder's entries, sorted.
fn entries(folder: &str) -> Vec<PathBuf> {
    let folder = root().join(folder);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    paths
}

/// Compiles a program with the default options, without the validator.
fn compile(path: &Path, emit: Emit) -> Result<Artifact, String> {
    let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let options = Options::new().with_emit(emit).with_validate(false);
    let compiled = nvc::Compiler::new(options).compile_bytes(&path.display().to_string(), &bytes);
    compiled.map(|compiled| compiled.artifact).map_err(|error| error.messages(nvc::render::Style::default()))
}
