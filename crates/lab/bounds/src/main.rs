//! `nvc-bounds`, the tool of `cargo xtask bounds`: compiles or runs generated adversarial inputs ([`families`]) of
//! increasing sizes, each in a separate process ([`child`]), fits the growth of time and memory to the input size ([`growth`]),
//! and fails if an input exceeds the time or memory bound or crashes `nvc`. `nvc-bounds service` ([`service`]) compiles many
//! programs in one process instead, and fails if its memory grows.
#![forbid(unsafe_code)]

mod chart;
mod child;
mod families;
mod growth;
mod report;
mod service;
#[cfg(test)]
mod short;

use anyhow::{Result, bail};
use child::{Guards, Nvc};
use clap::{Parser, Subcommand};
use families::Family;
use report::{Bounds, Row};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// Measures the time and memory that `nvc` takes to compile or run adversarial inputs.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Compile or run the inputs of the families, and measure time and memory.
    Families(Families),
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
struct Families {
    /// The command to measure.
    #[arg(long, value_name = "FILE")]
    nvc: PathBuf,
    /// Measure only families whose name contains TEXT.
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
    /// Draw time and memory against size into FILE, as SVG.
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
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
        Task::Families(args) => measure(&args),
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

/// Measures the inputs of the families and prints the results. Fails if an input exceeds the bounds or crashes `nvc`, that is,
/// if `nvc` is killed by a signal, reports an internal error, or exits with a status other than 0 and 1.
fn measure(args: &Families) -> Result<()> {
    let wanted = |family: &&Family| args.only.as_ref().is_none_or(|only| family.name.contains(&**only));
    let families: Vec<&Family> = families::all().into_iter().filter(wanted).collect();
    let nvc = Nvc { command: std::path::absolute(&args.nvc)?, guards: args.guards.clone() };
    let empty = nvc.measure(&families::EMPTY, &(families::EMPTY.make)(0), false)?;
    let bounds = Bounds {
        seconds: args.seconds,
        mebibytes: args.mebibytes,
        base_seconds: empty.seconds,
        base_kibibytes: empty.kibibytes,
    };
    let rows = nvc::parallel::map(&families, args.jobs, |family| -> Result<Row> {
        let mut row = row(args, &nvc, family)?;
        if growth::is_super_linear(row.growth(&bounds).seconds) {
            // The growth may be noise: the smaller of two times is more reliable.
            row.keep_least(&self::row(args, &nvc, family)?);
        }
        println!("{}", row.line(args.sizes.len(), &bounds));
        Ok(row)
    })?;
    let rows = rows.into_iter().collect::<Result<Vec<_>>>()?;
    println!("{}", report::summary(&rows, &bounds));
    if let Some(file) = &args.report {
        std::fs::write(file, report::page(&rows, &args.sizes, &bounds))?;
    }
    if let Some(file) = &args.chart {
        std::fs::write(file, chart::draw(&rows, &bounds)?)?;
    }
    let broken: Vec<String> = rows.iter().filter_map(|row| row.broken(&bounds)).collect();
    if !broken.is_empty() {
        bail!(
            "{} of {} families exceed the bounds or crash nvc:\n{}",
            broken.len(),
            rows.len(),
            broken.join("\n")
        );
    }
    Ok(())
}

/// Measures the inputs of a family.
fn row(args: &Families, nvc: &Nvc, family: &Family) -> Result<Row> {
    let mut row = Row { family: family.name, runs: Vec::new(), unvalidated: Vec::new() };
    let mut before = families::Input::default();
    for size in &args.sizes {
        let input = (family.make)(size << 10);
        // An input equal to the previous one (families of a fixed size) is not measured again. If `nvc` was killed on one
        // input, it would be killed on larger ones, too.
        if input == before || row.runs.last().is_some_and(|run| run.killed()) {
            break;
        }
        row.runs.push(nvc.measure(family, &input, !args.no_validate)?);
        if family.command == "compile" && !args.no_validate {
            row.unvalidated.push(nvc.measure(family, &input, false)?);
        }
        before = input;
    }
    Ok(row)
}
