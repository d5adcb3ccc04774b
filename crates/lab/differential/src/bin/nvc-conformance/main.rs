//! `nvc-conformance`: runs the recorded and modelled cases on every available engine. Implements `cargo xtask
//! conformance`, `cargo xtask record` and `cargo xtask bench --gpu`.
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
mod workarounds;
mod worker;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Runs the recorded and modelled cases on every available engine.
#[derive(Parser)]
#[command(name = "nvc-conformance", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run all cases on all engines and compare the memory with the expected memory.
    Matrix(matrix::Args),
    /// Record new cases on NVIDIA's OpenGL driver.
    Record(record::Args),
    /// Run the reproducer of each driver workaround with the workaround off and on, and report which devices need it.
    Workarounds(workarounds::Args),
    /// Measure the GPU time of the corpus, as compiled by the OpenGL driver and by nvc.
    Time(time::Args),
    /// Run the programs that standard input requests on one engine; started by `matrix` and `workarounds`.
    #[command(hide = true)]
    Worker(worker::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Matrix(args) => matrix::run(&args),
        Command::Record(args) => record::run(&args),
        Command::Workarounds(args) => workarounds::run(&args),
        Command::Time(args) => time::run(&args),
        Command::Worker(args) => worker::run(&args),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
