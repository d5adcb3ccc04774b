//! `nvc-conformance time`: measures the GPU time of the corpus compiled by nvc and by other compilers in the
//! same run. The others are NVIDIA's OpenGL driver, which assembles the recorded listings, and peers, whose
//! SPIR-V modules were compiled from the same GLSL.

mod compilers;
mod report;

use crate::cases;
use anyhow::{Context as _, Result, ensure};
use compilers::{Compiler, Listing, Nvc, Peer};
use nvc_exec::case::Folder;
use nvc_exec::{Times, Timing};
use nvc_lab::cases::Language;
use nvc_vulkan::{BufferBounds, Device, Selector};
use report::{Report, Row};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Options of `time`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder that contains `corpus`.
    #[arg(long, value_name = "DIR", default_value = nvc_lab::cases::TESTDATA)]
    testdata: PathBuf,
    /// The programs to time: `assembly` or `glsl`.
    #[arg(long, value_name = "LANGUAGE", default_value = "assembly", value_parser = language)]
    language: Language,
    /// Also time the modules that another compiler generated, DIR/CASE.spv. They must use the sets and bindings of
    /// the GLSL (the scheme `vulkan`). The table is sorted by the ratio of nvc's time to that of the first peer, or of
    /// the OpenGL driver if there is none.
    #[arg(long, value_name = "NAME=DIR", value_parser = peer)]
    peer: Vec<(String, PathBuf)>,
    /// Index of the Vulkan device.
    #[arg(long, value_name = "N", default_value_t = 0)]
    device: usize,
    /// The minimum time of one measurement, in milliseconds: shorter dispatches are repeated.
    #[arg(long, value_name = "MS", default_value_t = 1)]
    min_ms: u32,
    /// The time for which each program runs before its first measurement, in milliseconds, so that the device's clocks rise.
    #[arg(long, value_name = "MS", default_value_t = 200)]
    warm_up_ms: u32,
    /// Number of measurements of each program; their median is reported.
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Open the Vulkan device without `robustBufferAccess`, as programs do that never access buffers out of bounds.
    #[arg(long)]
    unchecked: bool,
    /// Time only cases whose name contains this text.
    #[arg(default_value = "")]
    filter: String,
}

fn language(text: &str) -> Result<Language> {
    let named = Language::ALL.into_iter().find(|language| language.name() == text);
    named.with_context(|| format!("`{text}` is not a language: expected assembly or glsl"))
}

fn peer(text: &str) -> Result<(String, PathBuf)> {
    let (name, dir) = text.split_once('=').context("expected NAME=DIR")?;
    Ok((name.to_owned(), dir.into()))
}

/// Times all cases. Returns whether nvc's code could be timed for at least one of them. Cases that the device
/// cannot run are listed but are not failures.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let cases = cases(args)?;
    ensure!(!cases.is_empty(), "no {} case has a name that contains `{}`", args.language.name(), args.filter);
    let bounds = if args.unchecked { BufferBounds::Unchecked } else { BufferBounds::Checked };
    let device = Device::open_with(&Selector::Index(args.device), bounds)?;
    let access = if device.info().has("robustBufferAccess") { "enabled" } else { "disabled" };
    println!("nvc: {}, robustBufferAccess {access}", device.info().name);
    // Column order: the baselines first, nvc last.
    let mut compilers: Vec<Box<dyn Compiler + '_>> = Vec::new();
    for (name, dir) in &args.peer {
        compilers.push(Box::new(Peer { device: &device, name, dir }));
    }
    if args.language == Language::Assembly {
        match Listing::open() {
            Ok((driver, name)) => {
                println!("driver: {name}");
                compilers.push(Box::new(driver));
            }
            Err(error) => println!("driver: skipped, {error:#}"),
        }
    }
    compilers.push(Box::new(Nvc { device: &device, language: args.language, peers: !args.peer.is_empty() }));
    let timing = Timing {
        min_time: Duration::from_millis(args.min_ms.into()),
        warm_up: Duration::from_millis(args.warm_up_ms.into()),
        measurements: args.runs,
    };
    println!(
        "microseconds per dispatch, median of {}; each measurement takes at least {} ms",
        args.runs, args.min_ms
    );
    let report = report(&cases, &compilers, timing)?;
    print!("{report}");
    Ok(report.timed() > 0)
}

/// Returns the folders of the cases that have a program in the chosen language.
fn cases(args: &Args) -> Result<Vec<PathBuf>> {
    let mut dirs = Folder::list(&args.testdata.join("corpus"))?;
    dirs.retain(|dir| name(dir).contains(&args.filter) && cases::has(dir, args.language));
    Ok(dirs)
}

fn name(dir: &Path) -> String {
    dir.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Times every case with every compiler.
fn report(cases: &[PathBuf], compilers: &[Box<dyn Compiler + '_>], timing: Timing) -> Result<Report> {
    let mut report = Report::new(compilers.iter().map(|compiler| compiler.name().to_owned()).collect());
    for dir in cases {
        let folder = Folder::load(dir)?;
        let name = name(dir);
        let mut times: Vec<Option<Times>> = Vec::new();
        for compiler in compilers {
            times.push(match compiler.time(dir, &folder, timing) {
                Ok(times) => Some(times),
                Err(error) => {
                    report.notes.push(format!("{name}, {}: {error:#}", compiler.name()));
                    None
                }
            });
        }
        report.rows.push(Row { name, times });
    }
    Ok(report)
}
