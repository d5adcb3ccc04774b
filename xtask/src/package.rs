//! `cargo xtask package`: checks that every crate can be packaged and builds from its package.

use crate::command;
use anyhow::Result;

/// Options of `cargo xtask package`.
#[derive(clap::Args)]
pub struct Args {
    /// Only package; do not build what was packaged.
    #[arg(long)]
    pub no_verify: bool,
}

/// Runs `cargo package` for all members at once, so that those that depend on each other need not be in a registry. As a
/// dependency, Cargo finds only a member that may be published; `tidy` checks that no member depends on an unpublished one,
/// except in tests.
pub fn run(args: &Args) -> Result<()> {
    // Uncommitted changes are allowed, because nothing is uploaded.
    let mut package = command::cargo(&["package", "--workspace", "--allow-dirty", "--quiet"]);
    if args.no_verify {
        package.arg("--no-verify");
    }
    command::run(&mut package)
}
