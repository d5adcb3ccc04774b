//! Tests that every assembly listing and GLSL source of the corpus compiles for every target environment, or
//! that a diagnostic names what the environment lacks. Modules must be valid and deterministic.

use nvc::{BindingScheme, Code, CompileError, Compiled, Compiler, Options, TargetEnv};
use std::path::{Path, PathBuf};

fn listings() -> Vec<PathBuf> {
    files_named("driver.nvcp")
}

/// Returns the file with this name of every case.
fn files_named(name: &str) -> Vec<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/corpus");
    let mut files: Vec<PathBuf> = std::fs::read_dir(corpus)
        .expect("the corpus is in the repository")
        .map(|entry| entry.expect("a readable folder").path().join(name))
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    assert_eq!(files.len(), 70);
    files
}

fn sources() -> Vec<PathBuf> {
    [listings(), files_named("main.comp")].concat()
}

fn compile(path: &Path, env: TargetEnv) -> Result<Compiled, CompileError> {
    let bytes = std::fs::read(path).expect("a readable listing");
    let options = Options::new().with_target_env(env).with_bindings(BindingScheme::Classes);
    Compiler::new(options).compile_bytes(&path.display().to_string(), &bytes)
}

#[test]
fn all_sources_compile_for_the_default_environment() {
    for path in sources() {
        let compiled = compile(&path, TargetEnv::default()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(compiled.validator, nvc::built_in_validator(), "{}", path.display());
    }
}

#[test]
fn other_environments_compile_or_name_what_they_lack() {
    for env in TargetEnv::ALL {
        let mut compiled = 0;
        for path in sources() {
            match compile(&path, env) {
                Ok(_) => compiled += 1,
                Err(error) => {
                    let only_lacks =
                        error.diagnostics().iter().all(|d| d.code == Code::N0601 && d.help.is_some());
                    assert!(only_lacks, "{}: {error}", env.name());
                }
            }
        }
        // Vulkan 1.0 lacks subgroup operations, which a few programs use.
        assert!(compiled >= 100, "{}: only {compiled} sources compile", env.name());
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    for path in sources() {
        let bytes = || compile(&path, TargetEnv::default()).map(|compiled| compiled.artifact.to_bytes()).ok();
        assert_eq!(bytes(), bytes(), "{}", path.display());
    }
}
