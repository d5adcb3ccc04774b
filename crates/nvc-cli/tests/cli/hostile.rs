//! Tests garbage, truncated and oversized inputs: each must be diagnosed in bounded time, without a panic. Also tests control
//! characters in file names.

use super::{Folder, GOOD};
use std::time::{Duration, Instant};

/// Compiles `bytes`, with each message format, and expects one of these codes or texts on standard error within the time limit.
#[track_caller]
fn is_rejected(bytes: &[u8], codes: &[&str], within: Duration) {
    let folder = Folder::with(&[("x.nvcp", bytes)]);
    for format in ["human", "short", "json"] {
        let start = Instant::now();
        let run = folder.nvc(&format!("compile x.nvcp --message-format {format}")).ends_with(1);
        let time = start.elapsed();
        assert!(codes.iter().any(|code| run.stderr.contains(code)), "{}", run.stderr);
        assert!(run.stderr.len() < 1 << 21, "{} bytes of messages", run.stderr.len());
        assert!(time < within, "{time:?}");
    }
    assert_eq!(folder.files(), ["x.nvcp"]);
}

const SOON: Duration = Duration::from_secs(2);
/// Time limit for inputs that are parsed completely. Tests run unoptimised and in parallel.
const LATER: Duration = Duration::from_secs(20);

#[test]
fn garbage() {
    let bytes: Vec<u8> = (0..100_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    is_rejected(&bytes, &["N0101"], SOON);
    is_rejected(&[0; 4096], &["N0101"], SOON);
    is_rejected(&[0xff; 4096], &["N0101"], SOON);
    is_rejected(b"", &["N0101"], SOON);
    is_rejected(b"\n\n\n", &["N0101"], SOON);
    is_rejected("\u{1b}]0;title\u{7}".as_bytes(), &["N0101"], SOON);
    is_rejected(b"!!NVcp5.0\n# caf\xe9\nEND\n", &["N0101"], SOON);
    let mut after_header = b"!!NVcp5.0\n".to_vec();
    after_header.extend_from_slice(&bytes);
    is_rejected(&after_header, &["N0101"], SOON);
}

#[test]
fn program_binaries_without_exactly_one_listing() {
    let twice = [b"\0", GOOD.as_bytes(), b"\0", GOOD.as_bytes()].concat();
    is_rejected(&twice, &["more than one compute listing"], SOON);
    is_rejected(b"\0\x01\x02!!NVvp5.0\nEND\n\0", &["contains no compute listing"], SOON);
    let cut = &GOOD.as_bytes()[..GOOD.len() - 5];
    is_rejected(&[b"\0", cut].concat(), &["N0103"], SOON);
}

#[test]
fn truncated_files() {
    // Any proper prefix of the program lacks the END.
    let folder = Folder::with(&[]);
    for cut in (0..GOOD.len() - 4).step_by(7) {
        let run = folder.nvc_with("check -", &GOOD.as_bytes()[..cut]).ends_with(1);
        assert!(run.stderr.contains("error[N"), "{}", run.stderr);
    }
}

#[test]
fn too_large() {
    is_rejected("IF\n".repeat(50_000_000 / 3).as_bytes(), &["N0501"], SOON);
}

#[test]
fn large_and_wrong_everywhere() {
    let text = format!("!!NVcp5.0\nGROUP_SIZE 1;\n{}END\n", "IF\n".repeat(1_000_000));
    is_rejected(text.as_bytes(), &["N0102", "N0401"], LATER);
    let line = format!("!!NVcp5.0 GROUP_SIZE 1; {} END", "MOV R8, R9; ".repeat(400_000));
    is_rejected(line.as_bytes(), &["N0201"], LATER);
}

#[test]
fn deep_nesting() {
    let depth = 100_000;
    let text = format!(
        "!!NVcp5.0\nGROUP_SIZE 1;\nTEMP R0;\nMOV.S.CC R0, {{1, 0, 0, 0}};\n{}{}END\n",
        "IF NE.x;\n".repeat(depth),
        "ENDIF;\n".repeat(depth)
    );
    is_rejected(text.as_bytes(), &["N0501", "N0401"], LATER);
    is_rejected(format!("!!NVcp5.0\n{}", "{".repeat(depth)).as_bytes(), &["N01"], LATER);
    is_rejected(format!("!!NVcp5.0\nMOV R0, {}", "-".repeat(depth)).as_bytes(), &["N01"], LATER);
}

#[test]
fn control_characters_in_names_are_escaped() {
    let folder = Folder::with(&[]);
    let run = folder.nvc("check a\u{1b}[31mb").ends_with(2);
    assert!(!run.stderr.contains('\u{1b}'), "{:?}", run.stderr);
}
