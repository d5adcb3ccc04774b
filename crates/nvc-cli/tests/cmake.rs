//! Tests that the CMake example builds, and that a change rebuilds only the files that depend on it.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

/// Files of the example.
const FILES: [&str; 4] = ["CMakeLists.txt", "main.c", "shaders/scale.comp", "shaders/include/group.glsl"];

/// Runs a command, which must succeed, and returns its standard output.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?}\n{said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

fn modified(path: &Path) -> SystemTime {
    fs::metadata(path)
        .and_then(|m| m.modified())
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn only_a_changed_include_rebuilds_the_header() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/cmake");
    let folder = tempfile::tempdir().expect("a folder");
    // The path contains a space, which dependency files must escape.
    let (source, build) = (folder.path().join("my source"), folder.path().join("build"));
    for file in FILES {
        let to = source.join(file);
        fs::create_dir_all(to.parent().expect("a parent")).expect("made");
        fs::copy(example.join(file), to).expect("copied");
    }
    let nvc = format!("-DNVC={}", env!("CARGO_BIN_EXE_nvc"));
    run(Command::new("cmake").arg("-S").arg(&source).arg("-B").arg(&build).arg(nvc));
    let make = || run(Command::new("cmake").arg("--build").arg(&build));
    let program = || run(&mut Command::new(build.join("example")));

    make();
    let said = program();
    assert!(said.contains("groups of 64, push constants of 4 bytes, factor 0.5"), "{said}");
    assert!(said.contains("Values at set 0, binding 2"), "{said}");

    let (header, binary) = (build.join("shaders/scale.h"), build.join("example"));
    let before = (modified(&header), modified(&binary));
    let said = make();
    assert_eq!((modified(&header), modified(&binary)), before, "{said}");

    fs::write(source.join("shaders/include/group.glsl"), "#define GROUP 128\n").expect("written");
    let said = make();
    assert!(said.contains("nvc shaders/scale.comp"), "{said}");
    let said = program();
    assert!(said.contains("groups of 128"), "{said}");
}
