//! `cargo xtask ci`: all that a change must pass.

use crate::{command, deny, needs, package, readme, tidy};
use anyhow::{Context, Result, bail};
use std::process::Command;

/// The README must show at least how to compile something and how to test.
const FEWEST_COMMANDS: usize = 2;

/// Options of `cargo xtask ci`.
#[derive(clap::Args)]
pub struct Args {
    /// Install what is missing (Debian, as root).
    #[arg(long)]
    install: bool,
}

/// Cheap checks first, then every command of the README as written; the last of them is
/// the test command, so its closing lines end the output.
pub fn run(args: &Args) -> Result<()> {
    needs::ensure(true, args.install)?;
    tidy::run(&tidy::Args { full: true })?;
    deny::run(args.install)?;
    // Without building the packages: that compiles every dependency once more.
    package::run(&package::Args { no_verify: true })?;
    let text = std::fs::read_to_string(command::root().join("README.md")).context("cannot read README.md")?;
    let mut commands = readme::commands(&text);
    // Stable: everything else keeps its order.
    commands.sort_by_key(|command| command.starts_with("cargo xtask test"));
    if commands.len() < FEWEST_COMMANDS {
        bail!("README.md shows {} commands, not {FEWEST_COMMANDS} or more", commands.len());
    }
    for line in &commands {
        shell(line)?;
    }
    Ok(())
}

/// Runs a line of the README in the root, unchanged.
fn shell(line: &str) -> Result<()> {
    let mut command = Command::new("sh");
    command.args(["-e", "-c", line]).current_dir(command::root());
    command::run(&mut command)
}
