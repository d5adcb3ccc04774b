//! `nvc-fuzz`: the fuzzer behind `cargo xtask fuzz`, `cargo xtask reduce` and `cargo xtask blame`.
#![forbid(unsafe_code)]

mod command;

use clap::Parser;
use std::process::ExitCode;

/// Fuzzes nvc with random programs.
#[derive(Parser)]
#[command(name = "nvc-fuzz", version)]
struct Cli {
    #[command(subcommand)]
    command: command::Command,
}

fn main() -> ExitCode {
    match Cli::parse().command.run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
