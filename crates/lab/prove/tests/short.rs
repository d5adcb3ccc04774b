//! Runs the short version of `cargo xtask prove`.

use std::process::Command;

#[test]
fn the_short_proofs_succeed() {
    let output = Command::new(env!("CARGO_BIN_EXE_nvc-prove")).arg("--short").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    for part in ["meanings: ", "constant folding: ", "rules: ", "analyses: ", "functions: "] {
        assert!(text.lines().any(|line| line.starts_with(part)), "{part} is missing from\n{text}");
    }
}
