//! Transcripts of the command: the command line, its output, and the files that it leaves.
//!
//! `TRYCMD=overwrite cargo test -p nvc-cli --test cmd` rewrites them; read the difference. Files in
//! `NAME.in` are there before the first line of `NAME.trycmd`, those in `NAME.out` after the last.

use std::path::PathBuf;

#[test]
fn transcripts() {
    let cases = trycmd::TestCases::new();
    cases.register_bin("nvc", PathBuf::from(env!("CARGO_BIN_EXE_nvc")));
    cases.case("tests/cmd/*.trycmd");
}
