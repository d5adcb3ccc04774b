//! The subcommands of `nvc-fuzz`.

mod blame;
mod child;
mod compare;
mod engines;
mod out;
mod reduce;
mod reduce_worker;
mod report;
mod summary;
mod supervise;
mod targets;
mod worker;
mod write;

use anyhow::Result;
use clap::{Subcommand, ValueEnum};
use nvc::Language;
use nvc_lab::fuzz::asm::Profile;

/// Printed at the end of the help of `check`.
const TARGETS: &str = "`cargo xtask fuzz --target NAME` runs a coverage-guided target instead, or all of them if \
                       NAME is `all`; `cargo xtask fuzz --target NAME --help` lists its options.";

/// A subcommand.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Generate programs, compile and validate them, and compile mutated copies; with `--run` or `--on` also
    /// run them and compare the memory.
    #[command(after_help = TARGETS)]
    Check(Box<supervise::Args>),
    /// Run a program on several engines, with the inputs that a seed determines, and compare the memory.
    Compare(compare::Args),
    /// Shrink a failing program as long as a command still succeeds, or as long as it still fails on the same
    /// engines.
    Reduce(reduce::Args),
    /// Find the instruction that an engine miscompiled, from the contents of memory after the engine's run.
    Blame(blame::Args),
    /// Replay inputs of coverage-guided targets, or prepare the folder that libFuzzer needs.
    #[command(subcommand)]
    Target(targets::Command),
    /// Check a range of seeds in this process and report line by line; started by `check`.
    #[command(hide = true)]
    Worker(worker::Args),
    /// Run programs from standard input in this process and report line by line; started by `reduce`.
    #[command(hide = true)]
    ReduceWorker(reduce_worker::Args),
}

impl Command {
    /// Runs the subcommand. Returns `false` if it found a failure; for `blame`, if it found no mutation that
    /// reproduces the engine's memory.
    pub(crate) fn run(self) -> Result<bool> {
        match self {
            Command::Check(args) => supervise::run(&args),
            Command::Compare(args) => compare::run(&args),
            Command::Reduce(args) => reduce::run(&args),
            Command::Blame(args) => blame::run(&args),
            Command::Target(command) => command.run(),
            Command::Worker(args) => worker::run(&args),
            Command::ReduceWorker(args) => reduce_worker::run(&args),
        }
    }
}

/// The kind of programs to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// Any program that the compiler accepts.
    Any,
    /// Programs whose results are bit-identical on all devices.
    Exact,
}

impl Kind {
    pub(crate) fn profile(self) -> Profile {
        match self {
            Kind::Any => Profile::ANY,
            Kind::Exact => Profile::EXACT,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Any => "any",
            Kind::Exact => "exact",
        }
    }
}

/// Parses the value of `--lang`.
pub(crate) fn language(name: &str) -> Result<Language, String> {
    name.parse().map_err(|error: nvc::UnknownLanguage| error.to_string())
}

/// Parses a seed or a number of programs. The limit of 2^62 keeps the sum of the two from overflowing.
pub(crate) fn number() -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(..1 << 62)
}
