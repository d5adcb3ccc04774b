//! The index of diagnostics, `docs/errors/index.md`, and its part of the book's table of contents:
//! both are made of the table of codes. `NVC_BLESS=1` writes them.

use nvc_diag::{Code, Severity};
use std::fmt::Write as _;
use std::path::PathBuf;

/// The index, and the table of contents.
const INDEX: &str = "docs/errors/index.md";
const SUMMARY: &str = "docs/SUMMARY.md";

/// How a line of the table of contents starts that names a diagnostic; nothing else starts so.
const ENTRY: &str = "    - [";

/// What codes that start so are about. Their order is that of the page.
const GROUPS: &[(&str, &str)] = &[
    ("N01", "Assembly: text and statements"),
    ("N02", "Assembly: names"),
    ("N03", "Assembly: instructions and operands"),
    ("N04", "Assembly: control flow"),
    ("N05", "Limits"),
    ("N06", "Target environment and options"),
    ("N07", "What is not supported"),
    ("N08", "Findings of a run"),
    ("N09", "nvc itself"),
    ("N11", "GLSL: preprocessor and tokens"),
    ("N12", "GLSL: syntax"),
    ("N13", "GLSL: names and types"),
    ("N14", "GLSL: qualifiers and layouts"),
    ("N15", "GLSL: extensions"),
    ("W", "Warnings"),
];

const INTRODUCTION: &str = "# Index of diagnostics

Every diagnostic has a code that never changes its meaning. `nvc explain CODE` prints the page, `nvc explain` this list.
[Diagnostics](../diagnostics.md) says how to read them. This page is made from the table of codes by `cargo xtask
bless`; a test keeps it true.
";

fn path(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(name)
}

fn read(name: &str) -> String {
    let text = std::fs::read_to_string(path(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    text.replace("\r\n", "\n")
}

/// Writes the file, or fails unless it has this content already.
fn expect(name: &str, made: &str) {
    if std::env::var_os("NVC_BLESS").is_some() {
        std::fs::write(path(name), made).unwrap_or_else(|e| panic!("{name}: {e}"));
        return;
    }
    let there = read(name);
    let differ = there.lines().zip(made.lines()).find(|(there, made)| there != made);
    assert!(there == made, "{name} is out of date ({differ:?}); `cargo xtask bless -p nvc-diag` writes it");
}

fn members(group: &str) -> impl Iterator<Item = Code> {
    Code::ALL.iter().copied().filter(move |code| code.as_str().starts_with(group))
}

#[test]
fn every_code_is_in_one_group() {
    for code in Code::ALL {
        let groups = GROUPS.iter().filter(|(group, _)| code.as_str().starts_with(group));
        assert_eq!(groups.count(), 1, "{}", code.as_str());
    }
}

#[test]
fn the_index_is_what_the_table_says() {
    let mut made = INTRODUCTION.to_owned();
    for (group, title) in GROUPS {
        if members(group).next().is_none() {
            continue;
        }
        let _ = write!(made, "\n## {title}\n\n| code | severity | meaning |\n|---|---|---|\n");
        for code in members(group) {
            let severity = match code.severity() {
                Severity::Warning => "warning",
                Severity::Error => "error",
                Severity::Bug => "fault of nvc",
            };
            let (name, title) = (code.as_str(), code.title());
            let _ = writeln!(made, "| [{name}]({name}.md) | {severity} | {title} |");
        }
    }
    expect(INDEX, &made);
}

#[test]
fn the_table_of_contents_lists_every_code() {
    let index = "(errors/index.md)";
    let mut made = String::new();
    for line in read(SUMMARY).lines().filter(|line| !line.starts_with(ENTRY)) {
        let _ = writeln!(made, "{line}");
        if line.ends_with(index) {
            for code in GROUPS.iter().flat_map(|(group, _)| members(group)) {
                let (name, title) = (code.as_str(), code.title());
                let _ = writeln!(made, "{ENTRY}{name}: {title}](errors/{name}.md)");
            }
        }
    }
    assert!(made.contains(index), "{SUMMARY} does not list the index");
    expect(SUMMARY, &made);
}
