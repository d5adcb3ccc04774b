//! `cargo xtask bless`: accepts the output of the file tests as the new goldens.

use crate::{command, test};
use anyhow::Result;

/// Options of `cargo xtask bless`.
#[derive(clap::Args)]
pub struct Args {
    /// Run only the tests of PACKAGE.
    #[arg(short, long)]
    package: Option<String>,
    /// Run only tests whose name contains FILTER.
    filter: Option<String>,
}

/// Runs the tests with `NVC_BLESS=1` and `INSTA_UPDATE=always`, which make the file tests overwrite their goldens. Tests that
/// fail for another reason still fail. Review the change with `git diff`.
pub fn run(args: &Args) -> Result<()> {
    let mut command = command::cargo(&["test", "--no-fail-fast", "--tests"]);
    match &args.package {
        Some(package) => command.args(["--package", package]),
        // The excluded packages have no goldens, and most of them need a Vulkan device.
        None => {
            let without = test::VULKAN_TESTS.iter().chain(&["xtask"]);
            command
                .args(["--workspace", "--features", command::VALIDATE])
                .args(without.flat_map(|package| ["--exclude", package]))
        }
    };
    if let Some(filter) = &args.filter {
        command.arg(filter);
    }
    command::run(command.env("NVC_BLESS", "1").env("INSTA_UPDATE", "always"))
}
