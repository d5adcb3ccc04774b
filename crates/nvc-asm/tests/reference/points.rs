//! `testdata/asm/points`: the programs that asked NVIDIA's loader about the points that the texts leave
//! open, each with what the loader said and what nvc says. Between `== ` lines stand the programs as they
//! are, but for `\xNN`, a byte, and a backslash at the end of a line, which continues it.

use crate::programs::{check, entries};
use std::fmt::Write as _;

const FOLDER: &str = "testdata/asm/points";

/// What stands between the loader's word and nvc's.
const NVC: &str = ", nvc ";

/// A program with its bytes put back.
fn unescape(text: &str) -> String {
    let text = text.replace("\\\n", "");
    let mut bytes = Vec::new();
    for (i, part) in text.split("\\x").enumerate() {
        let (byte, rest) = if i == 0 { ("", part) } else { part.split_at(2) };
        bytes.extend(u8::from_str_radix(byte, 16).ok());
        bytes.extend(rest.bytes());
    }
    String::from_utf8(bytes).expect("a text")
}

/// What nvc says of a program: whether it takes it, and the codes of its findings.
fn verdict(text: &str) -> String {
    let (codes, accepted) = check(text);
    let word = match (accepted, codes.is_empty()) {
        (false, _) => "rejects",
        (true, false) => "warns",
        (true, true) => "accepts",
    };
    std::iter::once(word).chain(codes.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
}

#[test]
fn programs_are_judged_as_written() {
    let mut programs = 0;
    for path in entries(FOLDER) {
        let text = crate::read(&path);
        let mut parts = text.split("\n== ");
        let mut made = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (head, program) = part.split_once('\n').unwrap_or_else(|| panic!("{path}: {part}"));
            let (known, _) = head.split_once(NVC).unwrap_or_else(|| panic!("{path}: {head}"));
            let said = verdict(&unescape(program));
            assert!(!said.contains("N09"), "{path}, {head}: a fault of nvc");
            write!(made, "\n== {known}{NVC}{said}\n{program}").expect("writing to a string");
            programs += 1;
        }
        crate::compare(&path, &made);
    }
    assert_eq!(programs, 779, "the programs of {FOLDER}");
}
