//! `nvc-conformance`: what `cargo xtask conformance`, `cargo xtask record` and `cargo xtask bench --gpu` run.
#![forbid(unsafe_code)]

mod cases;
mod column;
mod interpret;
mod matrix;
mod page;
mod pool;
mod record;
mod table;
mod time;
mod verdict;
mod worker;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Cases on everything that runs them.
#[derive(Parser)]
#[command(name = "nvc-conformance", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run all cases everywhere and compare with the records.
    Matrix(matrix::Args),
    /// Record what NVIDIA's OpenGL driver leaves of new cases.
    Record(record::Args),
    /// Measure how long the corpus runs: the driver's own code and that of nvc.
    Time(time::Args),
    /// One column's cases in this process, as lines come in; `matrix` starts it.
    #[command(hide = true)]
    Worker(worker::Args),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Matrix(args) => matrix::run(&args),
        Command::Record(args) => record::run(&args),
        Command::Time(args) => time::run(&args),
        Command::Worker(args) => worker::run(&args),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
