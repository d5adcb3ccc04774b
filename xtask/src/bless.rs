//! `cargo xtask bless`: accepts what the file tests produce.

use crate::command;
use anyhow::Result;

/// Options of `cargo xtask bless`.
#[derive(clap::Args)]
pub struct Args {
    /// Only this package's file tests.
    #[arg(short, long)]
    package: Option<String>,
    /// Only tests whose name contains this.
    filter: Option<String>,
}

/// Runs the file tests with `NVC_BLESS=1`, which makes them write their goldens; the change then
/// shows in `git diff`. Tests that fail for another reason still fail.
pub fn run(args: &Args) -> Result<()> {
    let mut command = command::cargo(&["test", "--no-fail-fast", "--tests"]);
    match &args.package {
        Some(package) => command.args(["--package", package]),
        // Neither has goldens, and the first needs a Vulkan device.
        None => command.args(["--workspace", "--exclude", "nvc-vulkan-tests", "--exclude", "xtask"]),
    };
    if let Some(filter) = &args.filter {
        command.arg(filter);
    }
    command::run(command.env("NVC_BLESS", "1"))
}
