//! `cargo xtask test`: every test of the workspace.

use crate::{command, needs, summary};
use anyhow::Result;

/// The packages whose tests need a Vulkan device.
pub const VULKAN_TESTS: [&str; 2] = ["nvc-vulkan-tests", "example-kernels"];

/// Part of the names of tests in other packages that need one: pages of the book.
const NEEDS_VULKAN: &str = "needs Vulkan";

/// Options of `cargo xtask test`.
#[derive(clap::Args)]
pub struct Args {
    /// Install missing requirements (Debian, as root).
    #[arg(long)]
    install: bool,
    /// Skip the tests that need Vulkan.
    #[arg(long)]
    quick: bool,
}

/// Runs the tests. `tidy` is one of them (a unit test of this package).
pub fn run(args: &Args) -> Result<()> {
    needs::ensure(!args.quick, args.install)?;
    let mut command =
        command::cargo(&["test", "--workspace", "--features", command::VALIDATE, "--no-fail-fast"]);
    if args.quick {
        command.args(VULKAN_TESTS.iter().flat_map(|package| ["--exclude", package]));
        command.args(["--", "--skip", NEEDS_VULKAN]);
    }
    // A snapshot that differs is an error, and leaves no file behind.
    command.env("INSTA_UPDATE", "no");
    summary::run_counted(&mut command)
}
