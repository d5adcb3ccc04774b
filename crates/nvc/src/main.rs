//! The `nvc` command.
//!
//! Exit status: 0 done; 1 an input is wrong; 2 the command line, a file or the environment is
//! wrong; 101 a fault of nvc.

#![forbid(unsafe_code)]

mod command;

use clap::Parser;
use clap::error::ErrorKind;
use command::Status;
use command::args::{Args, Command};
use std::process::ExitCode;

fn main() -> ExitCode {
    let words = match command::response::expand(std::env::args_os()) {
        Ok(words) => command::spelling::rewrite(words),
        Err(error) => return fail(&error),
    };
    match Args::try_parse_from(words) {
        Ok(args) => run(args),
        // Help ends here too, with status 0, or 2 where nothing was asked for.
        Err(error) if !error.use_stderr() || error.kind() == HELP_INSTEAD => error.exit(),
        Err(error) => match command::planned::name(&error) {
            Some(name) => fail(&anyhow::anyhow!("`{name}` is planned and not there yet")),
            None => fail(&anyhow::anyhow!(command::usage::line(&error))),
        },
    }
}

/// An empty command line.
const HELP_INSTEAD: ErrorKind = ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;

fn run(args: Args) -> ExitCode {
    let Some(command) = args.command else {
        return end(match args.version {
            true => command::version::version(args.verbose),
            false => command::supports::supports(&args.supports),
        });
    };
    end(match command {
        Command::Compile(args) => command::compile::compile(&args),
        Command::Check(args) => command::compile::check(&args),
        Command::Run(args) => command::run::run(&args),
        Command::Explain(args) => command::explain::explain(args.code.as_deref()),
        Command::Extract(args) => command::extract::extract(&args),
        Command::Supports(args) => command::supports::supports(&args.names),
        Command::Completions(args) => command::generate::completions(&args),
        Command::Man(args) => command::generate::man(&args),
    })
}

fn end(done: anyhow::Result<Status>) -> ExitCode {
    match done {
        Ok(status) => ExitCode::from(status as u8),
        Err(error) => fail(&error),
    }
}

/// Something other than an input is wrong.
fn fail(error: &anyhow::Error) -> ExitCode {
    command::report::print(&command::report::error_line(error));
    ExitCode::from(Status::Environment as u8)
}
