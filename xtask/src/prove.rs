//! `cargo xtask prove`: builds `nvc-prove` and runs it with the arguments given.

use crate::command;
use anyhow::{Result, bail};
use std::ffi::OsString;

/// Proves the simplifier's rules, the analyses and passes, and tests constant folding; `--short` makes fewer proofs and takes
/// about a minute.
pub fn run(args: &[OsString]) -> Result<()> {
    if !command::is_installed("z3") {
        bail!("z3 is not installed; on Debian: apt-get install --no-install-recommends z3");
    }
    // Uses the same features as the tests, so that nothing is built twice.
    let build = ["build", "--workspace", "--features", command::VALIDATE, "--bin", "nvc-prove"];
    command::run(&mut command::cargo(&build))?;
    let name = format!("nvc-prove{}", std::env::consts::EXE_SUFFIX);
    let mut tool = std::process::Command::new(command::target_directory()?.join("debug").join(name));
    command::run(tool.args(args))
}
