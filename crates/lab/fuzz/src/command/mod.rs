//! The subcommands.

mod blame;
mod child;
mod compare;
mod engines;
mod out;
mod reduce;
mod report;
mod summary;
mod supervise;
mod targets;
mod tries;
mod validator;
mod worker;
mod write;

use anyhow::Result;
use clap::{Subcommand, ValueEnum};
use nvc::Language;
use nvc_fuzz::asm::Profile;

/// The end of the help of `check`.
const TARGETS: &str = "`cargo xtask fuzz --target NAME` runs a coverage-guided target, or `all`, instead; \
                       `cargo xtask fuzz --target NAME --help` lists its options.";

/// What to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Generate programs, compile and validate them, and compile mutated copies; with `--run` or `--on` also
    /// run them and compare the memory.
    #[command(after_help = TARGETS)]
    Check(Box<supervise::Args>),
    /// Run a program on the inputs of a seed, on several engines, and compare the memory.
    Compare(compare::Args),
    /// Make a program smaller while a command says that it still matters, or engines disagree on it.
    Reduce(reduce::Args),
    /// Find the instruction that an engine got wrong, from the memory that it left.
    Blame(blame::Args),
    /// The coverage-guided targets: run inputs again, or prepare a fuzzing engine's folder.
    #[command(subcommand)]
    Target(targets::Command),
    /// A run of seeds in this process, reported line by line; `check` starts it.
    #[command(hide = true)]
    Worker(worker::Args),
    /// Programs from standard input in this process, reported line by line; `reduce` starts it.
    #[command(hide = true)]
    Tries(tries::Args),
}

impl Command {
    /// Whether all was well.
    pub(crate) fn run(self) -> Result<bool> {
        match self {
            Command::Check(args) => supervise::run(&args),
            Command::Compare(args) => compare::run(&args),
            Command::Reduce(args) => reduce::run(&args),
            Command::Blame(args) => blame::run(&args),
            Command::Target(command) => command.run(),
            Command::Worker(args) => worker::run(&args),
            Command::Tries(args) => tries::run(&args),
        }
    }
}

/// The kinds of programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// Everything that the compiler takes.
    Any,
    /// What all devices compute to the same bits.
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

/// What `--lang` takes.
pub(crate) fn language(name: &str) -> Result<Language, String> {
    name.parse().map_err(|error: nvc::UnknownLanguage| error.to_string())
}

/// What seeds and counts of programs are: as low as leaves room for the seeds that follow.
pub(crate) fn number() -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(..1 << 62)
}
