//! `cargo xtask fuzz`, `cargo xtask reduce` and `cargo xtask blame`: build `nvc-fuzz` and run it with the
//! given arguments.
//!
//! Debug builds are used, because they verify the module after each pass. With `--target`, libFuzzer chooses
//! the inputs, and the build has the profile `fuzz` ([`guided`]).

mod guided;

use crate::command;
use anyhow::Result;
use std::ffi::OsString;

/// Runs `nvc-fuzz check`, or a coverage-guided target.
pub fn fuzz(args: &[OsString]) -> Result<()> {
    let is_target = |arg: &OsString| arg == "--target" || arg.to_string_lossy().starts_with("--target=");
    if args.iter().any(is_target) { guided::run(args) } else { run("check", args) }
}

/// Runs `nvc-fuzz reduce`.
pub fn reduce(args: &[OsString]) -> Result<()> {
    run("reduce", args)
}

/// Runs `nvc-fuzz blame`.
pub fn blame(args: &[OsString]) -> Result<()> {
    run("blame", args)
}

fn run(subcommand: &str, args: &[OsString]) -> Result<()> {
    let mut tool = command::tool("nvc-fuzz")?;
    command::run(tool.arg(subcommand).args(args))
}
