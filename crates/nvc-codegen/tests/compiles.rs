//! Tests that generated code matches the golden files, that it compiles without warnings in Rust (`no_std`), C and
//! C++, and that it puts bytes where the shader reads them.

use nvc_codegen::Shader;
use nvc_reflect::Reflection;
use std::path::Path;
use std::process::Command;

const DOCUMENT: &str = include_str!("data/every-kind.json");
/// The words of a module: a header and five arbitrary words.
const WORDS: [u32; 10] = [0x0723_0203, 0x0001_0500, 0, 5, 0, 0xdead_beef, 1, 2, 3, 4];

fn generate<T>(name: &str, write: impl Fn(&Shader<'_>) -> T) -> T {
    let reflection: Reflection = serde_json::from_str(DOCUMENT).expect("a document");
    write(&Shader::new(name, "some/folder/every-kind.comp", &WORDS, &reflection))
}

/// Runs a command, which must succeed without output on stderr.
fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && messages.is_empty(), "{command:?}\n{messages}");
}

fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("written");
}

#[test]
fn output_matches_golden_files() {
    let golden = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    nvc_goldens::page(&golden("every-kind.rs.golden"), &generate("every-kind", nvc_codegen::rust));
    nvc_goldens::page(&golden("every-kind.h.golden"), &generate("every-kind", nvc_codegen::c));
}

#[test]
fn rust_compiles_without_std() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "shader.rs", &generate("every-kind", nvc_codegen::rust));
    let lib = "//! A test.\n#![no_std]\n#![forbid(unsafe_code)]\n#![warn(missing_docs)]\n\
               include!(\"shader.rs\");\n";
    write(folder.path(), "lib.rs", lib);
    for edition in ["2021", "2024"] {
        run(rustc()
            .args(["--crate-type=lib", "--emit=metadata", "-Dwarnings", "--edition", edition, "lib.rs"])
            .current_dir(folder.path()));
    }
}

#[test]
fn rust_writes_the_bytes_of_the_shader() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "shader.rs", &generate("every-kind", nvc_codegen::rust));
    write(folder.path(), "main.rs", include_str!("data/bytes.rs"));
    run(rustc()
        .args(["-Dwarnings", "--edition", "2024", "-o", "main", "main.rs"])
        .current_dir(folder.path()));
    run(&mut Command::new(folder.path().join("main")));
}

#[test]
fn headers_compile_as_c_and_as_cxx() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "shader.h", &generate("every-kind", nvc_codegen::c));
    write(folder.path(), "union.h", &generate("union", nvc_codegen::c));
    // Includes one header twice, to test the include guard, and two headers together.
    let main = "#include \"shader.h\"\n#include \"shader.h\"\n#include \"union.h\"\n\
                int main(void) { return every_kind_spirv[5] == 0xdeadbeefu && EVERY_KIND_TILE_ID == 1\n\
                && EVERY_KIND_SPIRV_BYTES == sizeof every_kind_spirv\n\
                && EVERY_KIND_TILE_2_DEFAULT < -2147483647 && UNION_SUBGROUP_SIZE == 32 ? 0 : 1; }\n";
    for (compiler, file, standard) in [("cc", "main.c", "-std=c11"), ("c++", "main.cc", "-std=c++17")] {
        write(folder.path(), file, main);
        let warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", standard, "-o", "main", file];
        run(Command::new(compiler).args(warnings).current_dir(folder.path()));
        run(&mut Command::new(folder.path().join("main")));
    }
}

#[test]
fn names_are_valid_for_any_document() {
    // A name without identifier characters, a Rust keyword, and a path that would end a comment.
    let text = DOCUMENT.replace("\"particles\"", "\"*/ \\\"\\n\"").replace("\"Light\"", "\"Self\"");
    let reflection: Reflection = serde_json::from_str(&text).expect("a document");
    let shader = Shader::new("", "*/\n.comp", &WORDS, &reflection);
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "lib.rs", &nvc_codegen::rust(&shader));
    let check = ["--crate-type=lib", "--emit=metadata", "-Dwarnings", "--edition=2021", "lib.rs"];
    run(rustc().args(check).current_dir(folder.path()));
    write(folder.path(), "shader.h", &nvc_codegen::c(&shader));
    write(folder.path(), "main.c", "#include \"shader.h\"\nint main(void) { return 0; }\n");
    run(Command::new("cc").args(["-Wall", "-Werror", "-o", "main", "main.c"]).current_dir(folder.path()));
}
