//! `nvc-bounds`, the tool of `cargo xtask bounds`: compiles generated adversarial inputs ([`families`]) of
//! increasing sizes, each in a separate process ([`child`]), and fails if one exceeds the time or memory bound.
#![forbid(unsafe_code)]

mod child;
mod families;
mod report;
mod service;

use anyhow::{Result, bail};
use child::{Guards, Nvc};
use clap::{Parser, Subcommand};
use families::Family;
use report::{Measured, Row};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// Measures the compiler's time and memory on adversarial inputs.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Compile the inputs of all families.
    Compile(Compile),
    /// Compile small programs in one process, and fail if its memory grows.
    Service(service::Service),
    /// Write the source text of an input of FAMILY, of about SIZE bytes, to standard output.
    Show { family: String, size: usize },
    /// Run a command and print its CPU time, memory and status.
    #[command(hide = true)]
    Measure {
        #[command(flatten)]
        guards: Guards,
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        command: Vec<OsString>,
    },
}

#[derive(clap::Args)]
struct Compile {
    /// The command to measure.
    #[arg(long, value_name = "FILE")]
    nvc: PathBuf,
    /// Compile only the inputs of families whose name contains TEXT.
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Sizes of the inputs in KiB, in ascending order.
    #[arg(long, value_delimiter = ',', default_value = "16,64,256,1024")]
    sizes: Vec<usize>,
    /// Fail if an input takes more than this many seconds of CPU time.
    #[arg(long, default_value_t = 10.0)]
    seconds: f64,
    /// Fail if an input takes more than this many MiB of memory.
    #[arg(long, default_value_t = 512)]
    mebibytes: u64,
    /// Number of families to measure in parallel.
    #[arg(short, long, default_value_t = 1)]
    jobs: usize,
    /// Write the table to FILE.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Do not validate the modules, so that only the compiler is measured.
    #[arg(long)]
    no_validate: bool,
    #[command(flatten)]
    guards: Guards,
}

fn main() -> ExitCode {
    match run(Args::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> Result<()> {
    match task {
        Task::Compile(compile) => measure(&compile),
        Task::Service(args) => service::run(&args),
        Task::Show { family, size } => {
            let Some(family) = families::all().into_iter().find(|known| known.name == family) else {
                bail!("no family is named {family}");
            };
            let input = (family.make)(size);
            std::io::Write::write_all(&mut std::io::stdout().lock(), &input.text)?;
            Ok(())
        }
        Task::Measure { guards, command } => child::measure(&guards, &command),
    }
}

/// Compiles the inputs of all families and prints the results. Fails if an input exceeds the bounds.
fn measure(args: &Compile) -> Result<()> {
    let wanted = |family: &&Family| args.only.as_ref().is_none_or(|only| family.name.contains(&**only));
    let families: Vec<&Family> = families::all().into_iter().filter(wanted).collect();
    let nvc = Nvc { command: args.nvc.clone(), validate: !args.no_validate, guards: args.guards.clone() };
    let rows = nvc::parallel::map(&families, args.jobs, |family| -> Result<Row> {
        let mut runs: Vec<Measured> = Vec::new();
        for size in &args.sizes {
            // If a process was killed, it would be killed on larger inputs, too.
            if runs.last().is_some_and(|run| run.killed()) {
                break;
            }
            runs.push(nvc.compile(&(family.make)(size << 10), family.extension)?);
        }
        let row = Row { family: family.name, runs };
        println!("{}", row.line());
        Ok(row)
    })?;
    let rows = rows.into_iter().collect::<Result<Vec<_>>>()?;
    let summary = report::summary(&rows);
    println!("{summary}");
    if let Some(file) = &args.report {
        std::fs::write(file, report::page(&rows, args.seconds, args.mebibytes))?;
    }
    let violations: Vec<String> =
        rows.iter().filter_map(|row| row.violation(args.seconds, args.mebibytes)).collect();
    if !violations.is_empty() {
        bail!(
            "{} of {} families exceed the bounds:\n{}",
            violations.len(),
            rows.len(),
            violations.join("\n")
        );
    }
    Ok(())
}
