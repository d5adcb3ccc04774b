//! `cargo xtask package`: whether every crate can be packaged, and builds from its package.

use crate::command;
use anyhow::Result;

/// Options of `cargo xtask package`.
#[derive(clap::Args)]
pub struct Args {
    /// Only package; do not build what was packaged.
    #[arg(long)]
    pub no_verify: bool,
}

/// Runs `cargo package` for all members at once, so that they find each other without being in a registry. Cargo finds
/// only those that are published: `tidy` checks that nothing depends on another.
pub fn run(args: &Args) -> Result<()> {
    // Whatever git says of the working tree: this checks, and uploads nothing.
    let mut package = command::cargo(&["package", "--workspace", "--allow-dirty", "--quiet"]);
    if args.no_verify {
        package.arg("--no-verify");
    }
    command::run(&mut package)
}
