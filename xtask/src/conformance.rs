//! `cargo xtask conformance`, `cargo xtask record`, `cargo xtask workarounds` and `cargo xtask bench --gpu`: build
//! `nvc-conformance` and run it with the given arguments.

use crate::command;
use anyhow::Result;
use std::ffi::OsString;

/// Runs `nvc-conformance matrix`.
pub fn matrix(args: &[OsString]) -> Result<()> {
    run("matrix", args)
}

/// Runs `nvc-conformance workarounds`.
pub fn workarounds(args: &[OsString]) -> Result<()> {
    run("workarounds", args)
}

/// Runs `nvc-conformance record`.
pub fn record(args: &[OsString]) -> Result<()> {
    run("record", args)
}

/// Runs `nvc-conformance time`.
pub fn time(args: &[OsString]) -> Result<()> {
    run("time", args)
}

fn run(subcommand: &str, args: &[OsString]) -> Result<()> {
    let mut tool = command::tool("nvc-conformance")?;
    command::run(tool.arg(subcommand).args(args))
}
