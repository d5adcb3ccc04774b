//! Tests transcripts of the command: the command line, its output, and the resulting files.
//!
//! `TRYCMD=overwrite cargo test -p nvc-cli --test cmd` rewrites the transcripts; review the difference. The
//! files in `NAME.in` exist before the first line of `NAME.trycmd` runs; those in `NAME.out` must exist
//! after the last.

use std::path::PathBuf;

#[test]
fn transcripts() {
    let cases = trycmd::TestCases::new();
    cases.register_bin("nvc", PathBuf::from(env!("CARGO_BIN_EXE_nvc")));
    cases.case("tests/cmd/*.trycmd");
}
