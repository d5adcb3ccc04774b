//! Checks the verdicts in `testdata/asm/points`: programs that probe behaviour which the specifications leave open, each
//! with the verdicts of NVIDIA's loader (the assembler in its OpenGL driver) and of nvc. A line that starts with `== ` begins a
//! program. Programs are verbatim except for two escapes: `\xNN` is a byte, and a backslash at the end of a
//! line continues the line.

use crate::programs::{check, entries};
use std::fmt::Write as _;

const FOLDER: &str = "testdata/asm/points";

/// Separates the loader's verdict from that of nvc.
const NVC: &str = ", nvc ";

/// Replaces the escapes in a program.
fn unescape(text: &str) -> String {
    let text = text.replace("\\\n", "");
    let mut bytes = Vec::new();
    for (i, part) in text.split("\\x").enumerate() {
        let (byte, rest) = if i == 0 { ("", part) } else { part.split_at(2) };
        bytes.extend(u8::from_str_radix(byte, 16).ok());
        bytes.extend(rest.bytes());
    }
    String::from_utf8(bytes).expect("valid UTF-8")
}

/// Returns the verdict of nvc: whether it accepts a program, and the codes of its diagnostics.
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
fn verdicts_are_up_to_date() {
    let mut programs = 0;
    for path in entries(FOLDER) {
        let text = crate::read(&path);
        let mut parts = text.split("\n== ");
        let mut expected = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (head, program) = part.split_once('\n').unwrap_or_else(|| panic!("{path}: {part}"));
            let (known, _) = head.split_once(NVC).unwrap_or_else(|| panic!("{path}: {head}"));
            let found = verdict(&unescape(program));
            assert!(!found.contains("N09"), "{path}, {head}: an internal error");
            write!(expected, "\n== {known}{NVC}{found}\n{program}").expect("writing to a string");
            programs += 1;
        }
        crate::compare(&path, &expected);
    }
    assert_eq!(programs, 779, "the programs of {FOLDER}");
}
