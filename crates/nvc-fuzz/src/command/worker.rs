//! One process's share of the seeds. The process that started it watches the lines it prints, so a
//! program on which this one dies or hangs is known.

use super::device::{Comparison, Runner};
use super::{Kind, validator};
use anyhow::Result;
use nvc::{Language, OptLevel};
use nvc_fuzz::mutate::mutate;
use nvc_fuzz::outcome::{Outcome, compile};
use nvc_fuzz::{Generated, Rng};
use std::io::Write;
use std::time::{Duration, Instant};

/// Options of the worker.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The first seed.
    pub(crate) seed: u64,
    /// How many.
    pub(crate) programs: u64,
    /// Which kind of programs.
    #[arg(long)]
    pub(crate) kind: Kind,
    /// Which language: nvasm or glsl.
    #[arg(long, value_name = "LANGUAGE", default_value = "nvasm", value_parser = super::language)]
    pub(crate) lang: Language,
    /// Compare the interpreter, -O0 and -O on a device.
    #[arg(long)]
    pub(crate) run: bool,
    /// Spoiled copies of each program.
    #[arg(long, default_value_t = 2)]
    pub(crate) spoiled: usize,
}

/// A program of a few kilobytes is compiled in milliseconds; this leaves room for a loaded machine.
const SLOW: Duration = Duration::from_secs(5);
/// The memory that no compilation of such a program should need.
const MUCH: u64 = 1 << 30;

pub(crate) fn run(args: &Args) -> Result<bool> {
    let runner = if args.run { Some(Runner::open()?) } else { None };
    let mut out = std::io::stdout();
    for seed in args.seed..args.seed + args.programs {
        writeln!(out, "begin {seed}")?;
        out.flush()?;
        let verdict = match examine(seed, args, runner.as_ref()) {
            Ok(kind) => kind.to_owned(),
            Err(error) => format!("failed {}", format!("{error:#}").replace('\n', "\u{1}")),
        };
        writeln!(out, "end {seed} {verdict}")?;
        out.flush()?;
    }
    Ok(true)
}

/// Everything that is done with one seed; an error is a finding.
fn examine(seed: u64, args: &Args, runner: Option<&Runner>) -> Result<&'static str> {
    let case = Generated::new(args.lang, seed, &args.kind.profile());
    let mut verdict = "valid";
    for level in [OptLevel::Full, OptLevel::None] {
        let start = Instant::now();
        match compile(&case.text, level) {
            Outcome::Module { bytes, validated } => {
                let objection = if validated { None } else { validator::objection(&bytes)? };
                if let Some(words) = objection {
                    anyhow::bail!("{level:?}: the module is not valid: {words}");
                }
            }
            Outcome::Unsupported(_) => verdict = "unsupported",
            Outcome::Refused(words) | Outcome::Fault(words) => anyhow::bail!("{level:?}: {words}"),
        }
        watch(start)?;
    }
    if let Some(runner) = runner
        && verdict == "valid"
    {
        match runner.compare(&case)? {
            Comparison::Same => verdict = "same",
            Comparison::NotRun => verdict = "not run",
            Comparison::Different(words) => anyhow::bail!("{words}"),
        }
    }
    let mut rng = Rng::new(!seed);
    for _ in 0..args.spoiled {
        spoil(&mutate(&case.text, &mut rng))?;
    }
    Ok(verdict)
}

/// A spoiled program may be refused, or even be right; nothing else.
fn spoil(bytes: &[u8]) -> Result<()> {
    let start = Instant::now();
    let text = String::from_utf8_lossy(bytes);
    let outcome = compile(&text, OptLevel::Full);
    match outcome {
        Outcome::Fault(words) => anyhow::bail!("spoiled: {words}\n{text}"),
        Outcome::Module { bytes, validated: false } => {
            if let Some(words) = validator::objection(&bytes)? {
                anyhow::bail!("spoiled: the module is not valid: {words}\n{text}");
            }
        }
        _ => {}
    }
    watch(start).map_err(|error| error.context(format!("spoiled:\n{text}")))
}

fn watch(start: Instant) -> Result<()> {
    let time = start.elapsed();
    anyhow::ensure!(time < SLOW, "compiling takes {time:?}");
    let memory = peak_bytes().unwrap_or(0);
    anyhow::ensure!(memory < MUCH, "compiling took {memory} bytes of memory");
    Ok(())
}

/// The most memory that was ever resident, where the system tells (Linux).
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
