//! `nvc-conformance matrix`: runs all cases on all engines, one column of the tables each, and compares the
//! resulting memory with the expected memory.

use crate::cases::{self, Job};
use crate::column::Column;
use crate::page;
use crate::pool::{self, Worker};
use crate::verdict::{ColumnResults, Verdict};
use crate::worker::Facts;
use anyhow::{Context, Result, ensure};
use nvc::Workarounds;
use nvc_lab::cases::{Expectations, RunTarget};
use std::path::PathBuf;

/// The log page that contains the tables of all results.
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../logs/conformance.md");

/// Options of `matrix`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder with corpus, hardware, run and expected.toml.
    #[arg(long, value_name = "DIR", default_value = nvc_lab::cases::TESTDATA)]
    testdata: PathBuf,
    /// The page whose tables are updated if neither --only nor a filter is given.
    #[arg(long, value_name = "FILE", default_value = PAGE)]
    page: PathBuf,
    /// Do not update the page.
    #[arg(long, conflicts_with = "page")]
    no_write: bool,
    /// Also run the interpreter after each pass in turn.
    #[arg(long)]
    each_pass: bool,
    /// Run only on this engine: built, legal, each-pass, vulkan:N or opengl. May be given several times.
    #[arg(long, value_name = "COLUMN")]
    only: Vec<Column>,
    /// Number of programs that run in parallel.
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Driver workarounds with which nvc compiles the programs, in the syntax of `nvc --workarounds`.
    #[arg(long, value_name = "LIST", default_value = "all", allow_hyphen_values = true)]
    workarounds: Workarounds,
    /// Also print the differences that are expected.
    #[arg(long)]
    verbose: bool,
    /// Run only cases whose name contains this text.
    #[arg(default_value = "")]
    filter: String,
}

/// Runs the matrix. Returns whether all results are as expected.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let jobs = cases::find(&args.testdata, &args.filter)?;
    ensure!(!jobs.is_empty(), "no case has a name that contains `{}`", args.filter);
    let expectations = Expectations::load(&args.testdata.join("expected.toml"))?;
    let workers =
        args.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(2, |n| n.get().min(8)));
    let mut measured = Vec::new();
    let mut unexpected = 0;
    for column in columns(args) {
        let Some(worker) = open(column, &args.only) else { continue };
        let facts = worker.facts.clone();
        let verdicts = pool::run(column, worker, &jobs, workers, args.workarounds)?;
        unexpected += report(column, &facts, &jobs, &verdicts, &expectations, args.verbose);
        measured.push(ColumnResults { title: facts.name, verdicts });
    }
    ensure!(!measured.is_empty(), "no engine is available");
    println!("{}", summary(&jobs, &measured));
    if !args.no_write && args.only.is_empty() && args.filter.is_empty() {
        let path = &args.page;
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let new = page::update(&text, &jobs, &measured, &expectations)?;
        if new != text {
            std::fs::write(path, new).with_context(|| path.display().to_string())?;
            println!("updated the tables of {}", path.display());
        }
    }
    println!("unexpected results: {unexpected}");
    Ok(unexpected == 0)
}

/// Returns the columns to try on this machine. [`open`] skips those whose engine is not available.
fn columns(args: &Args) -> Vec<Column> {
    if !args.only.is_empty() {
        return args.only.clone();
    }
    let mut columns = vec![Column::Built, Column::Legal];
    if args.each_pass {
        columns.push(Column::EachPass);
    }
    columns.extend(vulkan_columns());
    columns.push(Column::OpenGl);
    columns
}

/// Returns one column for each Vulkan device of the machine.
pub(crate) fn vulkan_columns() -> Vec<Column> {
    match nvc_vulkan::list() {
        Ok(list) => (0..list.len()).map(Column::Vulkan).collect(),
        Err(error) => {
            println!("no Vulkan devices: {error}");
            Vec::new()
        }
    }
}

/// Starts a worker for the column, or returns `None` if its engine is not available. An OpenGL driver
/// without an assembler, such as Mesa's, cannot run most cases and is used only on request.
fn open(column: Column, only: &[Column]) -> Option<Worker> {
    match Worker::start(column) {
        Ok(worker) if column == Column::OpenGl && !worker.facts.assembler && only.is_empty() => {
            println!("opengl: skipped, {} has no assembler", worker.facts.name);
            None
        }
        Ok(worker) => Some(worker),
        Err(error) => {
            println!("{column}: skipped, {error:#}");
            None
        }
    }
}

/// Prints the results that differ from the expectations, and returns their number. With `verbose`, also prints
/// the failures that are expected.
fn report(
    column: Column,
    facts: &Facts,
    jobs: &[Job],
    verdicts: &[Verdict],
    expectations: &Expectations,
    verbose: bool,
) -> usize {
    let has = |feature: &str| facts.features.contains(feature);
    let target = RunTarget { runner: column.runner(), device: &facts.name, has: &has };
    let mut unexpected = 0;
    println!("{column}: {}", facts.name);
    for (job, verdict) in jobs.iter().zip(verdicts) {
        let result = verdict.result();
        let listed = expectations.of(&job.name, job.language, &target);
        if let (Err(message), Some(listed)) = (&result, listed)
            && verbose
        {
            println!("  expected: {} ({}): {}\n    {message}", job.name, job.language.name(), listed.cause);
        }
        if let Err(message) = expectations.judge(&job.name, job.language, &target, result) {
            unexpected += 1;
            println!("  {} ({}): {message}", job.name, job.language.name());
        }
    }
    unexpected
}

/// Formats the results: the number of matching programs of each column, then a row for each program that fails
/// to match in at least one column, with a mark per column.
fn summary(jobs: &[Job], columns: &[ColumnResults]) -> String {
    let mut text = String::new();
    for (number, column) in columns.iter().enumerate() {
        let same = column.verdicts.iter().filter(|verdict| **verdict == Verdict::Same).count();
        text.push_str(&format!("[{}] {}: {same} of {}\n", number + 1, column.title, jobs.len()));
    }
    let head: Vec<String> = (1..=columns.len()).map(|number| format!("[{number}]")).collect();
    text.push_str(&format!("{:40} {:9} {}\n", "", "", head.join(" ")));
    for (index, job) in jobs.iter().enumerate() {
        let row: Vec<&Verdict> = columns.iter().filter_map(|column| column.verdicts.get(index)).collect();
        if row.iter().any(|verdict| **verdict != Verdict::Same) {
            let marks = row.iter().map(|verdict| match verdict {
                Verdict::Same => " . ",
                Verdict::Differs(_) => " # ",
                Verdict::CannotRun(_) => " - ",
            });
            let marks: Vec<&str> = marks.collect();
            text.push_str(&format!("{:40} {:9} {}\n", job.name, job.language.name(), marks.join(" ")));
        }
    }
    text.push_str("every other program matches everywhere (. same, # differs, - cannot run)");
    text
}
