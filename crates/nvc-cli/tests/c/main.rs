//! Tests the C library: the header, the exported symbols, the page of options, the start-up benchmark and, with the library
//! installed, the programs in `examples/c`, built with pkg-config and CMake under the address sanitizer.
//!
//! The tests that compile C are skipped if no pair of a C and a C++ compiler is installed.

#![cfg(unix)]

mod install;

use install::{Prefix, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The pairs of C and C++ compilers to test, if installed.
const COMPILERS: [(&str, &str); 2] = [("gcc", "g++"), ("clang", "clang++")];

const STRICT: [&str; 4] = ["-Wall", "-Wextra", "-pedantic", "-Werror"];

/// Returns the C and C++ compiler pairs that are installed whole.
fn compilers() -> Vec<(&'static str, &'static str)> {
    let works =
        |name: &str| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success());
    let found: Vec<_> = COMPILERS.into_iter().filter(|(c, cxx)| works(c) && works(cxx)).collect();
    if found.is_empty() {
        eprintln!("skipped: neither GCC nor Clang is installed with its C++ compiler");
    }
    found
}

fn example(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/c").join(file)
}

/// The start of the expected output of the example `compile`.
const COMPILED: &str = "\
`target-env`: expected one of vulkan1.0, vulkan1.1, vulkan1.2, vulkan1.3, vulkan1.4
scale.comp: magic 07230203, whole words: yes
scale.comp: binding 2 is in the interface: yes
scale.comp: read scale.comp
scale.comp: read scale.glsl
wrong.comp, line 2, column 10: N1106: cannot include `none.glsl`
";

#[test]
fn the_header_is_strict_c11_and_cpp17() {
    let folder = tempfile::tempdir().expect("a folder");
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../nvc-c/include");
    let source = folder.path().join("header.c");
    fs::write(&source, "#include <nvc.h>\n#include <nvc.h>\nint main(void) { return !nvc_version(); }\n")
        .expect("written");
    for (c, cxx) in compilers() {
        for (compiler, language) in
            [(c, ["-xc", "-std=c11"]), (c, ["-xc", "-std=c2x"]), (cxx, ["-xc++", "-std=c++17"])]
        {
            let mut command = Command::new(compiler);
            command.args(language).args(STRICT).arg("-fsyntax-only");
            run(command.arg("-I").arg(&include).arg(&source));
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn only_the_functions_of_the_header_are_exported() {
    if compilers().is_empty() {
        return;
    }
    let library = install::libraries().join("libnvc_c.so");
    let symbols = run(Command::new("nm").args(["-D", "--defined-only"]).arg(library));
    let mut exported: Vec<&str> = symbols.lines().filter_map(|line| line.split(' ').next_back()).collect();
    exported.sort_unstable();
    let header = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../nvc-c/include/nvc.h"))
        .expect("the header");
    let declarations =
        header.lines().filter(|line| !line.starts_with([' ', '/', '#', '}']) && !line.starts_with("typedef"));
    let names = declarations.filter_map(|line| line.split_once('(')?.0.rsplit([' ', '*']).next());
    let mut declared: Vec<&str> = names.collect();
    declared.sort_unstable();
    assert!(declared.len() > 30, "{declared:?}");
    assert_eq!(exported, declared);
}

#[test]
fn examples_build_with_pkg_config() {
    let installed = Prefix::new();
    for (c, cxx) in compilers() {
        let flags = installed.pkg_config(&["--cflags", "--libs", "nvc"]);
        let folder = tempfile::tempdir().expect("a folder");
        // The sanitizer also detects memory that the library allocates and the program does not free.
        let build = |compiler: &str, standard: &str, source: PathBuf| {
            let program = folder.path().join(source.file_stem().expect("a name"));
            let mut command = Command::new(compiler);
            command.args([standard, "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
            command.args(STRICT).arg(source).arg("-o").arg(&program).args(&flags);
            run(command.arg(format!("-Wl,-rpath,{}", installed.lib().display())).arg("-pthread"));
            program
        };
        let printed = run(&mut Command::new(build(c, "-std=c11", example("compile.c"))));
        assert!(printed.starts_with(COMPILED), "{printed}");
        assert!(printed.ends_with("released after 1 includes\n"), "{printed}");
        let mut threads = Command::new(build(cxx, "-std=c++17", example("threads.cpp")));
        let printed = run(threads.arg(example("shaders/sums.comp")).arg(example("shaders/include")));
        assert_eq!(printed, format!("8 equal modules with nvc {}\n", env!("CARGO_PKG_VERSION")));
        let wrong = build(c, "-std=c11", Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c/wrong.c"));
        assert_eq!(run(&mut Command::new(&wrong)), "every wrong call was refused\n");
        if !cfg!(target_os = "linux") {
            // On other systems, the sanitizer does not detect leaks.
            continue;
        }
        let forgetful = Command::new(wrong).arg("leak").output().expect("it starts");
        let printed = String::from_utf8_lossy(&forgetful.stderr);
        assert!(
            printed.contains("LeakSanitizer: detected memory leaks")
                && printed.contains("nvc_options_create"),
            "{printed}"
        );
    }
}

#[test]
fn examples_build_with_cmake() {
    let installed = Prefix::new();
    for (c, cxx) in compilers() {
        let folder = tempfile::tempdir().expect("a folder");
        // The path contains a space, which dependency files must escape.
        let (source, build) = (folder.path().join("my source"), folder.path().join("build"));
        for file in [
            "CMakeLists.txt",
            "compile.c",
            "embedded.c",
            "threads.cpp",
            "shaders/sums.comp",
            "shaders/include/rounds.glsl",
        ] {
            let to = source.join(file);
            fs::create_dir_all(to.parent().expect("a parent")).expect("made");
            fs::copy(example(file), to).expect("copied");
        }
        let mut configure = Command::new("cmake");
        configure.arg("-S").arg(&source).arg("-B").arg(&build);
        configure.arg(format!("-DCMAKE_PREFIX_PATH={}", installed.path().display()));
        configure.arg(format!("-DNVC_EXECUTABLE={}", env!("CARGO_BIN_EXE_nvc")));
        configure.args(["-DCMAKE_C_FLAGS=-fsanitize=address", "-DCMAKE_CXX_FLAGS=-fsanitize=address"]);
        run(configure.arg(format!("-DCMAKE_C_COMPILER={c}")).arg(format!("-DCMAKE_CXX_COMPILER={cxx}")));
        let make = || run(Command::new("cmake").arg("--build").arg(&build));
        make();
        for program in ["compile", "compile-static"] {
            let printed = run(&mut Command::new(build.join(program)));
            assert!(printed.starts_with(COMPILED), "{program}: {printed}");
        }
        let printed = run(&mut Command::new(build.join("embedded")));
        assert_eq!(printed, "main: groups of 32, words at set 0, binding 0\n");
        let mut threads = Command::new(build.join("threads"));
        run(threads.current_dir(&source).args(["shaders/sums.comp", "shaders/include"]));
        let module = build.join("shaders/sums.spv");
        let before = fs::read(&module).expect("the module");
        assert!(before.starts_with(&[3, 2, 0x23, 7]));

        // Unchanged shaders are not recompiled; a changed include causes recompilation.
        let printed = make();
        assert!(!printed.contains("nvc shaders/sums.comp"), "{printed}");
        fs::write(source.join("shaders/include/rounds.glsl"), "#define ROUNDS 3\n").expect("written");
        let printed = make();
        assert_eq!(printed.matches("nvc shaders/sums.comp").count(), 2, "{printed}");
        assert_ne!(fs::read(&module).expect("the module"), before);
    }
}

/// The benchmark program that compares the library's start-up with shaderc's must still build and run.
#[test]
#[cfg(target_os = "linux")]
fn the_start_up_benchmark_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lab/bench/c/start.c");
    for (c, _) in compilers() {
        let program = folder.path().join(c);
        let mut command = Command::new(c);
        run(command.args(STRICT).args(["-std=c11", "-O2"]).arg(&source).arg("-o").arg(&program).arg("-ldl"));
        let printed = run(Command::new(program).arg("nvc").arg(install::libraries().join("libnvc_c.so")));
        assert!(printed.starts_with("load "), "{printed}");
    }
}

/// The page of the book must list the options that `nvc_options_set` accepts, in the same order as the
/// library.
#[test]
fn the_page_lists_all_options() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/library-c.md");
    let page = fs::read_to_string(page).expect("the page");
    let (_, table) = page.split_once("| name | value | as |\n").expect("the table");
    let rows = table.lines().skip(1).take_while(|line| line.starts_with('|'));
    let names: Vec<&str> = rows.filter_map(|row| row.split('`').nth(1)).collect();
    assert_eq!(names, nvc::option_names().collect::<Vec<_>>());
}
