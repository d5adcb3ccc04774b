//! `cargo xtask test`: runs all tests of the workspace.

use crate::validation_layer::ValidationLayer;
use crate::{command, needs, summary};
use anyhow::Result;

/// Packages that `--quick` excludes, because most of their tests need a Vulkan device.
pub const VULKAN_TESTS: [&str; 2] = ["nvc-vulkan-tests", "example-kernels"];

/// Parts of the names of other tests that need a Vulkan device: those of the book, and modules.
const NEED_VULKAN: [&str; 2] = ["needs Vulkan", "needs_vulkan"];

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

/// Runs the tests. A unit test of this package runs the checks of `cargo xtask tidy`.
pub fn run(args: &Args) -> Result<()> {
    needs::ensure(!args.quick, args.install)?;
    let mut command =
        command::cargo(&["test", "--workspace", "--features", command::VALIDATE, "--no-fail-fast"]);
    if args.quick {
        command.args(VULKAN_TESTS.iter().flat_map(|package| ["--exclude", package]));
        command.arg("--").args(NEED_VULKAN.iter().flat_map(|name| ["--skip", name]));
    }
    // A differing snapshot is an error, and no new snapshot file is written.
    command.env("INSTA_UPDATE", "no");
    // Named pipes exist on Unix systems only.
    let layer = (!args.quick && cfg!(unix)).then(|| ValidationLayer::start(&mut command)).transpose()?;
    let tests = summary::run_counted(&mut command);
    let messages = layer.map_or(Ok(()), ValidationLayer::finish);
    tests.and(messages)
}
