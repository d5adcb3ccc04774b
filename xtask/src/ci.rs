//! `cargo xtask ci`: runs all checks that a change must pass.

use crate::{command, deny, needs, package, python, readme, real, tidy};
use anyhow::{Context, Result, bail};
use std::process::Command;

/// Minimum number of commands in the README: one that compiles something, and one that runs the tests.
const FEWEST_COMMANDS: usize = 2;

/// The start of the README's test command.
const TESTS: &str = "cargo xtask test";

/// Options of `cargo xtask ci`.
#[derive(clap::Args)]
pub struct Args {
    /// Install missing requirements (Debian, as root), and cargo-deny if it is missing.
    #[arg(long)]
    install: bool,
}

/// Runs cheap checks first. Then runs the commands of the README, unchanged, tests the Python package, and compiles the
/// shaders of other projects. The README's test command runs last, so that its summary ends the output.
pub fn run(args: &Args) -> Result<()> {
    needs::ensure(true, args.install)?;
    tidy::run(&tidy::Args { full: true })?;
    deny::run(args.install)?;
    // The packages are not built, because that would compile every dependency once more.
    package::run(&package::Args { no_verify: true })?;
    let text = std::fs::read_to_string(command::root().join("README.md")).context("cannot read README.md")?;
    let commands = readme::commands(&text);
    if commands.len() < FEWEST_COMMANDS {
        bail!("README.md shows {} commands; at least {FEWEST_COMMANDS} are expected", commands.len());
    }
    let (tests, others): (Vec<_>, Vec<_>) = commands.iter().partition(|line| line.starts_with(TESTS));
    others.iter().try_for_each(|line| shell(line))?;
    // Runs after the README's release build, whose artifacts it shares.
    python::run()?;
    // Runs before the tests and builds with the same features, so that they share its artifacts.
    real::run(&real::Args { bless: false })?;
    tests.iter().try_for_each(|line| shell(line))
}

/// Runs a line of the README unchanged, in the root of the workspace.
fn shell(line: &str) -> Result<()> {
    let mut command = Command::new("sh");
    command.args(["-e", "-c", line]).current_dir(command::root());
    command::run(&mut command)
}
