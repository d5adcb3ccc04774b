//! `cargo xtask ci`: all that a change must pass.

use crate::{command, deny, needs, package, python, readme, real, tidy};
use anyhow::{Context, Result, bail};
use std::process::Command;

/// The README must show at least how to compile something and how to test.
const FEWEST_COMMANDS: usize = 2;

/// The README's test command.
const TESTS: &str = "cargo xtask test";

/// Options of `cargo xtask ci`.
#[derive(clap::Args)]
pub struct Args {
    /// Install what is missing (Debian, as root).
    #[arg(long)]
    install: bool,
}

/// Cheap checks first, then every command of the README as written and the shaders of other projects; the test
/// command is last, so its closing lines end the output.
pub fn run(args: &Args) -> Result<()> {
    needs::ensure(true, args.install)?;
    tidy::run(&tidy::Args { full: true })?;
    deny::run(args.install)?;
    // Without building the packages: that compiles every dependency once more.
    package::run(&package::Args { no_verify: true })?;
    let text = std::fs::read_to_string(command::root().join("README.md")).context("cannot read README.md")?;
    let commands = readme::commands(&text);
    if commands.len() < FEWEST_COMMANDS {
        bail!("README.md shows {} commands, not {FEWEST_COMMANDS} or more", commands.len());
    }
    let (tests, others): (Vec<_>, Vec<_>) = commands.iter().partition(|line| line.starts_with(TESTS));
    others.iter().try_for_each(|line| shell(line))?;
    // After the README's release build, which it shares.
    python::run()?;
    // With the features of the tests, which need what it builds.
    real::run(&real::Args { bless: false })?;
    tests.iter().try_for_each(|line| shell(line))
}

/// Runs a line of the README in the root, unchanged.
fn shell(line: &str) -> Result<()> {
    let mut command = Command::new("sh");
    command.args(["-e", "-c", line]).current_dir(command::root());
    command::run(&mut command)
}
