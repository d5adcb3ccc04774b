//! `cargo xtask test`: every test of the workspace.

use crate::{command, needs, summary};
use anyhow::Result;

/// The package whose tests need a Vulkan device.
const VULKAN_TESTS: &str = "nvc-vulkan-tests";

/// What the names of other packages' tests contain that need one: pages of the book.
const NEEDS_VULKAN: &str = "needs Vulkan";

/// Options of `cargo xtask test`.
#[derive(clap::Args)]
pub struct Args {
    /// Install what is missing (Debian, as root).
    #[arg(long)]
    install: bool,
    /// Leave out the tests that need Vulkan.
    #[arg(long)]
    quick: bool,
}

/// Runs the tests. `tidy` is one of them (a unit test of this package).
pub fn run(args: &Args) -> Result<()> {
    needs::ensure(!args.quick, args.install)?;
    let mut command = command::cargo(&["test", "--workspace", "--no-fail-fast"]);
    if args.quick {
        command.args(["--exclude", VULKAN_TESTS]);
        command.args(["--", "--skip", NEEDS_VULKAN]);
    }
    summary::run_counted(&mut command)
}
