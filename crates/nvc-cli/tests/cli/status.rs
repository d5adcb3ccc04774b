//! Tests the exit status (0 success, 1 an input has errors, 2 usage, I/O or environment error) and `nvc explain`.

use super::{Folder, GOOD, WRONG};

#[test]
fn success_is_0() {
    let folder = Folder::with(&[("x.nvcp", GOOD.as_bytes())]);
    folder.nvc("compile x.nvcp").ends_with(0).quietly();
    folder.nvc("check x.nvcp").ends_with(0).quietly();
    folder.nvc("--help").ends_with(0);
    let version = folder.nvc("--version").ends_with(0).stdout;
    assert!(version.starts_with(concat!("nvc ", env!("CARGO_PKG_VERSION"), "\n").as_bytes()));
}

#[test]
fn input_errors_are_1() {
    let folder = Folder::with(&[("x.nvcp", WRONG.as_bytes()), ("y.comp", b"#version 450\n")]);
    folder.nvc("compile x.nvcp").ends_with(1).says("N0201");
    folder.nvc("check x.nvcp").ends_with(1).says("N0201");
    folder.nvc("check y.comp").ends_with(1).says("N1308");
    folder.nvc("check --lang glsl x.nvcp").ends_with(1).says("N1107");
    folder.nvc("compile -E x.nvcp").ends_with(1).says("N0701");
    folder.nvc("check --lang nvasm y.comp").ends_with(1).says("N0101");
    folder.nvc_with("check -", b"").ends_with(1).says("<stdin>");
    assert_eq!(folder.files(), ["x.nvcp", "y.comp"]);
}

#[test]
fn usage_errors_are_2() {
    let folder = Folder::with(&[("x.nvcp", GOOD.as_bytes()), ("y.nvcp", GOOD.as_bytes())]);
    for line in [
        "",
        "compile",
        "compile --no-such-option x.nvcp",
        "compile --target-env vulkan9 x.nvcp",
        "compile --bind texture x.nvcp",
        "compile -o a --out-dir b x.nvcp",
        "compile x.nvcp y.nvcp",
        "compile -o a x.nvcp y.nvcp",
        "compile --out-dir a x.nvcp ./x.nvcp",
        "compile -o x.nvcp x.nvcp",
        "compile - - --out-dir a",
        "check - -",
        "no-such-command",
    ] {
        folder.nvc(line).ends_with(2);
    }
    assert_eq!(folder.files(), ["x.nvcp", "y.nvcp"]);
}

#[test]
fn errors_about_unknown_names_list_the_valid_ones() {
    let folder = Folder::with(&[("x.nvcp", GOOD.as_bytes())]);
    folder
        .nvc("compile --emit exe x.nvcp")
        .ends_with(2)
        .says("expected one of spirv, spvasm, ir, rust, c, wgsl");
    folder.nvc("compile --print-after no-such-pass x.nvcp").ends_with(2).says("the passes are");
}

#[test]
fn io_errors_are_2() {
    let folder = Folder::with(&[("x.nvcp", GOOD.as_bytes()), ("dir/y", b"")]);
    folder.nvc("compile none.nvcp").ends_with(2).says("cannot read none.nvcp");
    folder.nvc("check dir").ends_with(2).says("dir contains no shaders");
    folder
        .nvc("compile x.nvcp -o none/x.spv")
        .ends_with(2)
        .says("cannot write none/x.spv: none does not exist");
    folder.nvc("compile x.nvcp -o dir").ends_with(2).says("cannot write dir");
    folder.nvc("compile x.nvcp --out-dir x.nvcp").ends_with(2).says("cannot create the directory");
    assert_eq!(folder.files(), ["dir/y", "x.nvcp"]);
}

#[test]
fn the_highest_status_of_several_inputs_counts() {
    let folder = Folder::with(&[("good.nvcp", GOOD.as_bytes()), ("wrong.nvcp", WRONG.as_bytes())]);
    folder.nvc("compile --out-dir o good.nvcp wrong.nvcp").ends_with(1);
    folder.nvc("compile --out-dir o wrong.nvcp none.nvcp good.nvcp").ends_with(2).says("N0201");
    folder.nvc("check good.nvcp good.nvcp").ends_with(0).quietly();
    assert_eq!(folder.files(), ["good.nvcp", "o/good.spv", "wrong.nvcp"]);
}

#[test]
fn explain() {
    let folder = Folder::with(&[]);
    let list = folder.nvc("explain").ends_with(0).stdout;
    let list = String::from_utf8(list).expect("the list is text");
    let (codes, names) = list.split_once("\n\n").expect("codes, then names of warnings");
    assert!(codes.lines().count() > 10);
    assert!(names.lines().any(|line| line == "-Wunknown-option  W0101"));
    let page = folder.nvc("explain unknown-option").ends_with(0).stdout;
    assert_eq!(page, folder.nvc("explain W0101").ends_with(0).stdout);
    for line in codes.lines() {
        let (code, title) = line.split_once("  ").expect("code and title");
        let page = folder.nvc(&format!("explain {}", code.to_lowercase())).ends_with(0).stdout;
        let page = String::from_utf8(page).expect("the page is text");
        assert_eq!(page.lines().next(), Some(&*format!("# {code}: {title}")));
        assert!(page.lines().count() > 5, "{code} has no page");
    }
    folder.nvc("explain N9999").ends_with(2).says("no diagnostic has this code");
}
