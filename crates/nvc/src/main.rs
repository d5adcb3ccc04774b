//! The `nvc` command.
//!
//! Exit status: 0 done; 1 an input is wrong; 2 the command line, a file or the environment is
//! wrong; 101 a fault of nvc.

#![forbid(unsafe_code)]

mod command;

use clap::Parser;
use command::args::{Args, Command};
use std::process::ExitCode;

fn main() -> ExitCode {
    match Args::try_parse() {
        Ok(args) => run(args),
        Err(error) => match command::planned::name(&error) {
            Some(name) => fail(&anyhow::anyhow!("`{name}` is planned and not there yet")),
            // Help and version end here too, with status 0; mistakes end with 2.
            None => error.exit(),
        },
    }
}

fn run(args: Args) -> ExitCode {
    let done = match args.command {
        Command::Compile(args) => command::compile::compile(&args),
        Command::Check(args) => command::compile::check(&args),
        Command::Run(args) => command::run::run(&args),
        Command::Devices => command::devices::devices(),
        Command::Explain(args) => command::explain::explain(args.code.as_deref()),
    };
    match done {
        Ok(status) => ExitCode::from(status as u8),
        Err(error) => fail(&error),
    }
}

/// Something other than an input is wrong.
fn fail(error: &anyhow::Error) -> ExitCode {
    command::report::print(&command::report::error_line(error));
    ExitCode::from(command::Status::Environment as u8)
}
