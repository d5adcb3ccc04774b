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

/// The paths of a folder with this extension, sorted.
fn inputs(folder: &str, extensions: &[&str]) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).expect("the folder is in the repository");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.retain(|path| extensions.iter().any(|wanted| path.extension().is_some_and(|e| e == *wanted)));
    paths.sort();
    paths
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

/// Compares a text with its golden file, or writes it when blessing. The error shows the first difference.
fn compare(path: &Path, made: &str) -> Result<(), String> {
    if std::env::var_os("NVC_BLESS").is_some() {
        return std::fs::write(path, made).map_err(|error| format!("{}: {error}", path.display()));
    }
    let golden = std::fs::read_to_string(path).unwrap_or_default();
    if golden == made {
        return Ok(());
    }
    let same = golden.lines().zip(made.lines()).take_while(|(a, b)| a == b).count();
    Err(format!(
        "{}:{}: golden `{}`, made `{}` (NVC_BLESS=1 accepts)",
        path.display(),
        same + 1,
        golden.lines().nth(same).unwrap_or_default(),
        made.lines().nth(same).unwrap_or_default()
    ))
}
