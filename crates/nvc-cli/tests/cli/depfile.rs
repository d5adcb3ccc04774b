//! Tests dependency files: that make and ninja can read them, and their exact content.
//!
//! The content is tested here rather than in transcripts, because transcripts treat `\` and `/` as equal.

use super::Folder;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

/// A source that includes a file whose name contains every character that must be escaped.
const SOURCE: &str = "#version 460\n\
    #extension GL_GOOGLE_include_directive : require\n\
    #include \"in c#d$e:f.glsl\"\n\
    layout(local_size_x = SIZE) in;\n\
    void main() {}\n";

const INCLUDED: &str = "in c#d$e:f.glsl";

/// Creates a folder with the source, the included file, and the build file `name`, whose rules call the compiler
/// `NVC`.
fn folder(name: &str, rules: &str) -> Folder {
    let rules = rules.replace("NVC", env!("CARGO_BIN_EXE_nvc"));
    Folder::with(&[
        ("a b.comp", SOURCE.as_bytes()),
        (INCLUDED, b"#define SIZE 32\n"),
        (name, rules.as_bytes()),
    ])
}

/// Runs a build tool in a folder. Returns its exit status and output.
fn build(folder: &Folder, tool: &str, args: &[&str]) -> (Option<i32>, String) {
    let done = Command::new(tool).args(args).current_dir(folder.path("")).output();
    let done = done.unwrap_or_else(|e| panic!("{tool}: {e}; `cargo xtask test --install` installs it"));
    let output = [done.stdout, done.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (done.status.code(), output.concat())
}

/// Sets a file's modification time to later than that of all outputs.
fn touch(path: &Path) {
    let later = SystemTime::now() + Duration::from_secs(3600);
    let file = std::fs::File::options().write(true).open(path).expect("it is there");
    file.set_modified(later).expect("its time can be set");
}

#[test]
fn make_rebuilds_after_an_include_changes() {
    let rules = "a\\ b.spv: a\\ b.comp\n\t\"NVC\" compile \"a b.comp\" -o \"a b.spv\" -MF dep.d -MP\n-include dep.d\n";
    let folder = folder("Makefile", rules);
    let (status, output) = build(&folder, "make", &[]);
    assert_eq!(status, Some(0), "{output}");
    assert!(folder.read("a b.spv").is_some());
    assert_eq!(build(&folder, "make", &["-q"]).0, Some(0));
    touch(&folder.path(INCLUDED));
    assert_eq!(build(&folder, "make", &["-q"]).0, Some(1));
}

#[test]
fn ninja_rebuilds_after_an_include_changes() {
    let rules = "rule nvc\n  command = NVC compile \"$in_\" -o \"$out_\" -MD -MF dep.d\n  depfile = dep.d\n  restat = 1\n\
                 build a$ b.spv: nvc a$ b.comp\n  in_ = a b.comp\n  out_ = a b.spv\n";
    let folder = folder("build.ninja", rules);
    let (status, output) = build(&folder, "ninja", &[]);
    assert_eq!(status, Some(0), "{output}");
    assert!(folder.read("a b.spv").is_some());
    let plan = |folder: &Folder| build(folder, "ninja", &["-n"]).1;
    assert!(plan(&folder).contains("no work to do"), "{}", plan(&folder));
    touch(&folder.path(INCLUDED));
    assert!(!plan(&folder).contains("no work to do"));
}

/// Returns the text of an output file.
fn text(folder: &Folder, name: &str) -> String {
    String::from_utf8(folder.read(name).unwrap_or_default()).expect("it is text")
}

#[test]
fn rules_list_the_files_that_were_read() {
    let other = "#version 460\n#extension GL_GOOGLE_include_directive : require\n#include <y.glsl>\n\
                 #include \"in c#d$e:f.glsl\"\n#include <y.glsl>\nlayout(local_size_x = SIZE) in;\nvoid main() {}\n";
    let folder = Folder::with(&[
        ("x.comp", other.as_bytes()),
        (INCLUDED, b"#define SIZE 32\n"),
        ("inc/y.glsl", b""),
        ("z.nvcp", super::GOOD.as_bytes()),
    ]);
    let sources = "x.comp \\\n  inc/y.glsl \\\n  in\\ c\\#d$$e\\:f.glsl\n";
    folder.nvc("compile -I inc x.comp -MD").ends_with(0).quietly();
    assert_eq!(text(&folder, "x.spv.d"), format!("x.spv: {sources}"));
    folder.nvc("compile -I inc x.comp -o a.spv -MF a.d -MT b -MQb:c -MP").ends_with(0).quietly();
    let phony = "\ninc/y.glsl:\n\nin\\ c\\#d$$e\\:f.glsl:\n";
    assert_eq!(text(&folder, "a.d"), format!("b b\\:c: {sources}{phony}"));
    folder.nvc("compile -I inc x.comp -E -o x.i -MMD").ends_with(0).quietly();
    assert_eq!(text(&folder, "x.i.d"), format!("x.i: {sources}"));
    let alone = folder.nvc("compile -I inc x.comp -M").ends_with(0);
    assert_eq!(String::from_utf8_lossy(&alone.stdout), format!("x.spv: {sources}"));
    folder.nvc("compile -I inc x.comp -MM -MT c -o rule").ends_with(0).quietly();
    assert_eq!(text(&folder, "rule"), format!("c: {sources}"));
    folder.nvc("compile -I inc x.comp z.nvcp -M").ends_with(2);
    folder.nvc("compile -I inc x.comp z.nvcp --out-dir o -MD").ends_with(0).quietly();
    assert_eq!(text(&folder, "o/x.spv.d"), format!("o/x.spv: {sources}"));
    assert_eq!(text(&folder, "o/z.spv.d"), "o/z.spv: z.nvcp\n");
}

#[test]
fn failed_compilations_keep_the_old_rule() {
    let folder = Folder::with(&[("x.nvcp", super::WRONG.as_bytes()), ("x.spv.d", b"old")]);
    folder.nvc("compile x.nvcp -MD").ends_with(1);
    folder.nvc("compile x.nvcp -MF new.d").ends_with(1);
    assert_eq!(text(&folder, "x.spv.d"), "old");
    assert_eq!(folder.files(), ["x.nvcp", "x.spv.d"]);
}

#[test]
fn unchanged_rules_keep_the_modification_time() {
    let folder = Folder::with(&[("x.nvcp", super::GOOD.as_bytes())]);
    folder.nvc("compile x.nvcp -MD").ends_with(0).quietly();
    let path = folder.path("x.spv.d");
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let file = std::fs::File::options().write(true).open(&path).expect("it is there");
    file.set_modified(old).expect("its time can be set");
    folder.nvc("compile x.nvcp -MD").ends_with(0).quietly();
    assert_eq!(std::fs::metadata(&path).and_then(|m| m.modified()).expect("a date"), old);
}

#[test]
fn standard_input_is_not_a_prerequisite() {
    let folder = Folder::with(&[(INCLUDED, b"#define SIZE 32\n")]);
    let line = "compile - --stdin-name dir/../x.comp -o x.spv -MD";
    folder.nvc_with(line, SOURCE.as_bytes()).ends_with(1).says("dir/../x.comp:3:10\n");
    assert_eq!(folder.files(), [INCLUDED]);
    let line = "compile - --stdin-name x.comp -o x.spv -MD";
    folder.nvc_with(line, SOURCE.as_bytes()).ends_with(0).quietly();
    assert_eq!(text(&folder, "x.spv.d"), "x.spv: in\\ c\\#d$$e\\:f.glsl\n");
}

#[cfg(unix)]
#[test]
fn line_breaks_in_names_are_rejected() {
    let folder = Folder::with(&[("a\nb.nvcp", super::GOOD.as_bytes())]);
    let done = Command::new(env!("CARGO_BIN_EXE_nvc"))
        .args(["compile", "a\nb.nvcp", "-o", "x.spv", "-MD"])
        .current_dir(folder.path(""))
        .output()
        .expect("the command runs");
    assert_eq!(done.status.code(), Some(2));
    let output = String::from_utf8_lossy(&done.stderr);
    assert_eq!(output.lines().count(), 1, "{output}");
    assert_eq!(folder.files(), ["a\nb.nvcp"]);
}
