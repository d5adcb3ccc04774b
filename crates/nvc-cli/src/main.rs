//! The `nvc` command.
//!
//! Exit status: 0 success; 1 an input has errors; 2 usage, I/O or environment error; 101 a bug in nvc.

#![forbid(unsafe_code)]
#![warn(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod aliases;
mod args;
mod batch;
mod compile;
mod coopmat;
mod depfile;
mod devices;
mod encoding;
mod explain;
mod extract;
mod files;
mod fmt;
mod foreign;
mod generate;
mod glslc;
mod guard;
mod lsp;
mod macros;
mod naming;
mod pager;
mod permutations;
mod progress;
mod reflect;
mod report;
mod response;
mod run;
mod stage;
mod status;
mod supports;
mod usage;
mod validator;
mod version;
mod watch;

use crate::args::{Args, Command};
use crate::status::Status;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use std::process::ExitCode;

/// With the allocator of musl's C library, which is written to be small, a compilation takes half as long again.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

fn main() -> ExitCode {
    let arguments =
        response::expand(std::env::args_os()).and_then(|arguments| match glslc::invocation(&arguments) {
            Some(glslc) => Ok(glslc),
            None => aliases::rewrite(arguments),
        });
    let arguments = match arguments {
        Ok(arguments) => arguments,
        Err(error) => return fail(&error),
    };
    match Args::try_parse_from(arguments) {
        Ok(args) => dispatch(args),
        Err(error) if args::limits::listed(&error).is_some() => exit_code(
            pager::show(args::limits::listed(&error).unwrap_or_default().as_bytes()).map(|()| Status::Done),
        ),
        // clap reports help as an error too. It exits with status 0, or with 2 for an empty command line.
        Err(error) if !error.use_stderr() || error.kind() == HELP_INSTEAD => error.exit(),
        Err(error) => fail(&anyhow::anyhow!(usage::line(&error))),
    }
}

/// clap's error kind for an empty command line, for which the help is printed.
const HELP_INSTEAD: ErrorKind = ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;

fn dispatch(args: Args) -> ExitCode {
    let Some(command) = args.command else {
        return exit_code(match args.version {
            true => version::version(args.verbose),
            false => supports::supports(&args.supports),
        });
    };
    exit_code(match command {
        Command::Compile(args) => compile::compile(&args),
        Command::Check(args) => compile::check(&args),
        Command::Batch(args) => permutations::batch(&args),
        Command::Reflect(args) => compile::reflect(&args),
        Command::Run(args) => run::run(&args),
        Command::Devices => devices::devices(),
        Command::Explain(args) => explain::explain(args.code.as_deref()),
        Command::Extract(args) => extract::extract(&args),
        Command::Fmt(args) => fmt::fmt(&args),
        Command::Lsp(args) => lsp::lsp(&args),
        Command::Supports(args) => supports::supports(&args.names),
        Command::Completions(args) => generate::completions(&args, Args::command()),
        Command::Man(args) => generate::man(&args, Args::command()),
        Command::Glslc(args) => return glslc::run(&args.arguments),
    })
}

fn exit_code(result: anyhow::Result<Status>) -> ExitCode {
    match result {
        Ok(status) => ExitCode::from(status as u8),
        Err(error) => fail(&error),
    }
}

/// Reports a usage, I/O or environment error.
fn fail(error: &anyhow::Error) -> ExitCode {
    report::print(&report::error_line(error));
    ExitCode::from(Status::Environment as u8)
}
