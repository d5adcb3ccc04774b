//! `nvc-conformance time`: GPU time of the corpus's listings, assembled by NVIDIA's OpenGL driver and
//! compiled by nvc for Vulkan.

use crate::table::Table;
use anyhow::{Context as _, Result, ensure};
use nvc::{BindingMap, Compiler};
use nvc_cases::Language;
use nvc_exec::case::{Folder, Mapping};
use nvc_opengl::Context;
use nvc_vulkan::{Device, Selector};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Options of `time`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder that contains `corpus`.
    #[arg(long, value_name = "DIR", default_value = nvc_cases::TESTDATA)]
    testdata: PathBuf,
    /// The Vulkan device, by its position.
    #[arg(long, value_name = "N", default_value_t = 0)]
    device: usize,
    /// Dispatches in one measurement, with barriers between them.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    dispatches: u32,
    /// Measurements of each program; the median counts.
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Only cases whose name contains this.
    #[arg(default_value = "")]
    filter: String,
}

/// Whether any case ran on Vulkan. Cases that the device cannot run are listed, and are not failures.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let cases = cases(&args.testdata, &args.filter)?;
    ensure!(!cases.is_empty(), "no case has this name");
    let device = Device::open(&Selector::Index(args.device))?;
    println!("nvc: {}", device.info().name);
    let assembler = assembler();
    match &assembler {
        Ok(name) => println!("driver: {name}"),
        Err(error) => println!("driver: skipped, {error:#}"),
    }
    println!(
        "microseconds per dispatch: {} dispatches per measurement, median of {}",
        args.dispatches, args.runs
    );
    let (mut rows, mut notes) = (Vec::new(), Vec::new());
    for dir in &cases {
        let name = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut note = |what: &str, error: anyhow::Error| notes.push(format!("{name}, {what}: {error:#}"));
        let driver = assembler.is_ok().then(|| on_driver(args, dir));
        let driver = driver.and_then(|time| time.map_err(|error| note("driver", error)).ok());
        let nvc = on_vulkan(args, &device, dir).map_err(|error| note("nvc", error)).ok();
        rows.push(Row { name, driver, nvc });
    }
    print!("{}", report(&rows, assembler.is_ok()));
    notes.iter().for_each(|note| println!("not timed: {note}"));
    Ok(rows.iter().any(|row| row.nvc.is_some()))
}

/// The cases with a listing.
fn cases(testdata: &Path, filter: &str) -> Result<Vec<PathBuf>> {
    let mut dirs = Folder::list(&testdata.join("corpus"))?;
    dirs.retain(|dir| {
        let name = dir.file_name().unwrap_or_default().to_string_lossy();
        name.contains(filter) && dir.join(Language::Assembly.file()).is_file()
    });
    Ok(dirs)
}

/// The name of the OpenGL driver with an assembler, if there is one.
fn assembler() -> Result<String> {
    let context = Context::open()?;
    ensure!(context.has_assembler(), "{} has no assembler", context.name());
    Ok(context.name())
}

/// Microseconds per dispatch of the listing, assembled by the driver.
fn on_driver(args: &Args, dir: &Path) -> Result<f64> {
    let folder = Folder::load(dir)?;
    // A program that runs for too long loses the context: each case has its own.
    let context = Context::open()?;
    let program = context.assembly(&read(dir)?)?;
    let times = context.time(&program, &folder.case, &folder.map, args.dispatches, args.runs)?;
    median_us(times, args.dispatches)
}

/// Microseconds per dispatch of the listing, compiled by nvc.
fn on_vulkan(args: &Args, device: &Device, dir: &Path) -> Result<f64> {
    let folder = Folder::load(dir)?;
    let case = &folder.case;
    let mapping = Mapping::assembly(case, &folder.map)?;
    let options = crate::cases::options(&folder);
    let compiler = Compiler::new(options.clone());
    let compiled = compiler.compile_bytes(Language::Assembly.file(), read(dir)?.as_bytes())?;
    let words = compiled.artifact.words().unwrap_or_default();
    let mut session = device.session();
    let lengths: Vec<usize> = case.memory.iter().map(|memory| memory.bytes).collect();
    let addresses = session.reserve(&lengths)?;
    ensure!(addresses.len() == lengths.len(), "memory has no addresses");
    let memory = nvc_exec::case::resources_at(case, &mapping, &addresses);
    let dispatch = nvc_exec::case::dispatch(case);
    let (dispatches, runs) = (args.dispatches, args.runs);
    median_us(session.time(words, &dispatch, &BindingMap::classes(), &memory, dispatches, runs)?, dispatches)
}

fn read(dir: &Path) -> Result<String> {
    let path = dir.join(Language::Assembly.file());
    std::fs::read_to_string(&path).with_context(|| path.display().to_string())
}

/// The median of measured times, in microseconds per dispatch.
fn median_us(times: Vec<Duration>, dispatches: u32) -> Result<f64> {
    let us = times.iter().map(|time| time.as_secs_f64() * 1e6 / f64::from(dispatches));
    median(us.collect()).context("nothing was measured")
}

/// The median; of an even number of samples, the greater of the middle two.
fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}

/// A case and its times, where it was timed.
struct Row {
    name: String,
    driver: Option<f64>,
    nvc: Option<f64>,
}

impl Row {
    fn ratio(&self) -> Option<f64> {
        Some(self.nvc? / self.driver.filter(|us| *us > 0.0)?)
    }
}

/// The table and its totals.
fn report(rows: &[Row], with_driver: bool) -> String {
    let cell = |number: Option<f64>, digits: usize| {
        number.map_or_else(|| "-".to_owned(), |number| format!("{number:.digits$}"))
    };
    let header: &[&str] =
        if with_driver { &["case", "driver, us", "nvc, us", "ratio"] } else { &["case", "nvc, us"] };
    let mut table = Table::new(header);
    table.rows.extend(rows.iter().map(|row| {
        let (name, nvc) = (format!("`{}`", row.name), cell(row.nvc, 1));
        if with_driver { vec![name, cell(row.driver, 1), nvc, cell(row.ratio(), 2)] } else { vec![name, nvc] }
    }));
    let timed = rows.iter().filter(|row| row.nvc.is_some()).count();
    let mut text = format!("{}{timed} of {} cases timed with nvc\n", table.text(), rows.len());
    let ratios: Vec<f64> = rows.iter().filter_map(Row::ratio).collect();
    let no_slower = ratios.iter().filter(|ratio| **ratio <= 1.0).count();
    let count = ratios.len();
    if let Some(median) = median(ratios) {
        text.push_str(&format!(
            "{count} timed on both: median ratio {median:.2}, {no_slower} take no longer than with the driver\n"
        ));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_those_of_cases_with_both_times() {
        let row = |name: &str, driver, nvc| Row { name: name.to_owned(), driver, nvc };
        let rows = [
            row("a", Some(4.0), Some(2.0)),
            row("b", Some(2.0), Some(3.0)),
            row("c", None, Some(3.0)),
            row("d", Some(2.0), Some(2.0)),
            row("e", Some(2.0), None),
        ];
        let text = report(&rows, true);
        assert!(text.contains("| `a` | 4.0 | 2.0 | 0.50 |\n"), "{text}");
        assert!(text.contains("| `c` | - | 3.0 | - |\n| `d` | 2.0 | 2.0 | 1.00 |\n"), "{text}");
        assert!(
            text.ends_with("3 timed on both: median ratio 1.00, 2 take no longer than with the driver\n")
        );
        let text = report(&rows[2..3], false);
        assert_eq!(text, "| case | nvc, us |\n|---|---|\n| `c` | 3.0 |\n1 of 1 cases timed with nvc\n");
    }
}
