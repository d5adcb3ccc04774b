//! Tests that the generated Rust and C code of the whole corpus compiles without a warning: the Rust modules as one
//! crate, the headers together in one C program and one C++ program.

use nvc::{BindingScheme, Compiler, Emit, Options, Source};
use std::path::Path;
use std::process::Command;

/// Returns all assembly listings and GLSL sources of the corpus, named after their cases and languages.
fn sources() -> Vec<Source> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/corpus");
    let mut sources = Vec::new();
    for entry in std::fs::read_dir(corpus).expect("the corpus") {
        let folder = entry.expect("a readable folder").path();
        let case = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for (file, extension) in [("driver.nvcp", "nvcp"), ("main.comp", "comp")] {
            if let Ok(text) = std::fs::read_to_string(folder.join(file)) {
                sources.push(Source::new(format!("{case}-{extension}.{extension}"), text));
            }
        }
    }
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    // 70 cases in two languages.
    assert_eq!(sources.len(), 140);
    sources
}

/// Returns the generated code of a source. Modules are not validated, because another test validates the
/// corpus.
fn code(source: &Source, emit: Emit) -> String {
    let options = Options::new().with_emit(emit).with_validate(false).with_bindings(BindingScheme::Classes);
    let compiled = Compiler::new(options).compile(source).unwrap_or_else(|error| panic!("{error}"));
    let artifact = compiled.artifact;
    assert_eq!(artifact.words().map(|words| words[0]), Some(0x0723_0203));
    String::from_utf8(artifact.to_bytes()).expect("text")
}

/// Runs a compiler, which must succeed and print nothing.
fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && stderr.is_empty(), "{command:?}\n{stderr}");
}

#[test]
fn rust_of_the_corpus_compiles() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut text =
        String::from("//! All shaders.\n#![no_std]\n#![forbid(unsafe_code)]\n#![warn(missing_docs)]\n");
    for source in sources() {
        text += &code(&source, Emit::Rust);
    }
    assert_eq!(text.matches("\npub mod ").count(), 140);
    std::fs::write(folder.path().join("lib.rs"), text).expect("written");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let options = ["--crate-type=lib", "--emit=metadata", "--edition=2021", "-Dwarnings", "lib.rs"];
    run(Command::new(rustc).args(options).current_dir(folder.path()));
}

#[test]
fn headers_of_the_corpus_compile() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut main = String::new();
    for (number, source) in sources().iter().enumerate() {
        std::fs::write(folder.path().join(format!("{number}.h")), code(source, Emit::C)).expect("written");
        main += &format!("#include \"{number}.h\"\n");
    }
    main += "int main(void) { return 0; }\n";
    for (compiler, file, standard) in [("cc", "main.c", "-std=c11"), ("c++", "main.cc", "-std=c++17")] {
        std::fs::write(folder.path().join(file), &main).expect("written");
        let options = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", standard, file];
        run(Command::new(compiler).args(options).current_dir(folder.path()));
    }
}
