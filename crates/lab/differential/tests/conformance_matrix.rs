//! Tests `nvc-conformance matrix` with a few cases on the interpreter, which needs no device.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Copies some cases to a temporary folder, where a test may change them.
fn copy(cases: &[&str]) -> tempfile::TempDir {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata");
    let to = tempfile::tempdir().unwrap();
    for group in ["corpus", "hardware", "run"] {
        std::fs::create_dir(to.path().join(group)).unwrap();
    }
    std::fs::write(to.path().join("expected.toml"), "").unwrap();
    for case in cases {
        let folder = to.path().join(case);
        std::fs::create_dir(&folder).unwrap();
        for entry in std::fs::read_dir(from.join(case)).unwrap() {
            let entry = entry.unwrap();
            std::fs::copy(entry.path(), folder.join(entry.file_name())).unwrap();
        }
    }
    to
}

fn matrix(testdata: &Path, options: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nvc-conformance"));
    command.arg("matrix").arg("--testdata").arg(testdata).args(["--no-write", "--jobs", "2"]).args(options);
    let Output { status, stdout, stderr } = command.output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap())
}

/// Flips a bit of the recorded memory. Returns the path of the record.
fn corrupt(testdata: &Path, case: &str) -> PathBuf {
    let path = testdata.join(case).join("truth.bin");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[8] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    path
}

const CASES: [&str; 2] = ["corpus/sha256-block", "hardware/bit-scan"];

#[test]
fn cases_match_after_each_pass() {
    let data = copy(&CASES);
    let (status, text) = matrix(data.path(), &["--only", "built", "--only", "each-pass"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("[2] the interpreter, after each pass: 3 of 3\n"), "{text}");
}

#[test]
fn unexpected_results_are_reported() {
    let data = copy(&CASES);
    corrupt(data.path(), CASES[1]);
    let only = ["--only", "legal"];
    let (status, text) = matrix(data.path(), &only);
    assert_eq!(status, Some(1), "{text}");
    assert!(
        text.contains("bit-scan (assembly): storage") && text.contains("unexpected results: 1\n"),
        "{text}"
    );
    // A listed difference is expected. The second corruption restores the record, so the entry is outdated.
    let listed = "[[case]]\nname = 'bit-scan'\non = ['interp']\ncause = 'the record is corrupt'\n";
    std::fs::write(data.path().join("expected.toml"), listed).unwrap();
    assert_eq!(matrix(data.path(), &only).0, Some(0));
    corrupt(data.path(), CASES[1]);
    let (status, text) = matrix(data.path(), &only);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("passes although it is listed"), "{text}");
}

#[test]
fn a_program_that_does_not_compile_cannot_run() {
    let data = copy(&CASES[1..]);
    std::fs::write(data.path().join(CASES[1]).join("driver.nvcp"), "!!NVcp5.0\nNO;\nEND\n").unwrap();
    let (status, text) = matrix(data.path(), &["--only", "built"]);
    assert_eq!(status, Some(1));
    assert!(text.contains("bit-scan (assembly): cannot run: "), "{text}");
    assert_eq!(matrix(data.path(), &["no-such-case"]).0, Some(2));
}
