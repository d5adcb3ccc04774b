//! The worker process of `check`: checks a range of seeds. It announces each program and engine before
//! running it, so that its parent knows which program crashed or hung, and on which engine.

use super::Kind;
use super::engines::{EngineName, Engines};
use super::report::{Message, Report};
use anyhow::Result;
use nvc::{Language, OptLevel, Workarounds};
use nvc_lab::fuzz::mutate::mutate;
use nvc_lab::fuzz::outcome::{Outcome, compile};
use nvc_lab::fuzz::{Generated, Rng};
use nvc_lab::validator;
use std::time::{Duration, Instant};

/// Options of the worker.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The first seed.
    pub(crate) seed: u64,
    /// Number of programs.
    pub(crate) programs: u64,
    /// The kind of programs.
    #[arg(long)]
    pub(crate) kind: Kind,
    /// The language: nvasm or glsl.
    #[arg(long, value_name = "LANGUAGE", default_value = "nvasm", value_parser = super::language)]
    pub(crate) lang: Language,
    /// Run each program on these engines and compare the memory.
    #[arg(long, value_delimiter = ',')]
    pub(crate) on: Vec<EngineName>,
    /// Driver workarounds with which nvc compiles the programs that the engines run, in the syntax of `nvc
    /// --workarounds`.
    #[arg(long, value_name = "LIST", default_value = "default", allow_hyphen_values = true)]
    pub(crate) workarounds: Workarounds,
    /// The number of mutated copies of each program.
    #[arg(long, default_value_t = 2)]
    pub(crate) mutants: usize,
}

/// Time limit for compiling a program once and validating the module. A program of a few kilobytes takes milliseconds; the
/// limit allows for a loaded machine.
const MAX_COMPILE_TIME: Duration = Duration::from_secs(5);
/// Memory limit for compiling a program once and validating the module, in bytes.
const MAX_COMPILE_MEMORY: u64 = 1 << 30;

pub(crate) fn run(args: &Args) -> Result<bool> {
    let mut engines = match Engines::open(&args.on) {
        Ok(engines) => engines.with_workarounds(args.workarounds),
        Err(error) => {
            Message::OpenFailed(format!("{error:#}")).send()?;
            return Ok(false);
        }
    };
    Message::Opened(engines.names()).send()?;
    for seed in args.seed..args.seed + args.programs {
        Message::Begin(seed).send()?;
        Message::End(examine(seed, args, &mut engines)).send()?;
    }
    Ok(true)
}

/// Checks the program of one seed and mutated copies of it.
fn examine(seed: u64, args: &Args, engines: &mut Engines) -> Report {
    let case = Generated::new(args.lang, seed, &args.kind.profile());
    let mut report = Report { seed, supported: true, fault: None, verdicts: Vec::new(), listing: None };
    match check_program(&case.text) {
        Ok(supported) => report.supported = supported,
        Err(error) => report.fault = Some(format!("{error:#}")),
    }
    if report.fault.is_none() && report.supported && !args.on.is_empty() {
        // The error is ignored: if the pipe is closed, sending the report fails as well.
        let compared = engines.compare(&case, &mut |engine| {
            let _ = Message::At(engine.to_owned()).send();
        });
        match compared {
            Ok(compared) => (report.verdicts, report.listing) = (compared.verdicts, compared.listing),
            Err(error) => report.fault = Some(format!("{error:#}")),
        }
    }
    let mut rng = Rng::new(!seed);
    let mutants = (0..args.mutants).try_for_each(|_| check_mutant(&mutate(&case.text, &mut rng)));
    if let (None, Err(error)) = (&report.fault, mutants) {
        report.fault = Some(format!("{error:#}"));
    }
    report
}

/// Compiles the program with and without optimisation, and validates the modules. Returns whether the
/// compiler supports the program; fails if the compiler crashes, rejects the program, emits an invalid module or
/// exceeds the limits.
fn check_program(text: &str) -> Result<bool> {
    let mut supported = true;
    for level in [OptLevel::Full, OptLevel::None] {
        let limits = CompileLimits::start();
        match compile(text, level) {
            Outcome::Module { bytes, validated } => {
                let error = if validated { None } else { validator::validate(&bytes)? };
                if let Some(error) = error {
                    anyhow::bail!("{level:?}: the module is not valid: {error}");
                }
            }
            Outcome::Unsupported(_) => supported = false,
            Outcome::Refused(message) | Outcome::Fault(message) => anyhow::bail!("{level:?}: {message}"),
        }
        limits.check()?;
    }
    Ok(supported)
}

/// Compiles a mutated program, which the compiler may accept or reject. Fails if the compiler crashes, emits an
/// invalid module, or exceeds the limits.
fn check_mutant(bytes: &[u8]) -> Result<()> {
    let limits = CompileLimits::start();
    let text = String::from_utf8_lossy(bytes);
    let outcome = compile(&text, OptLevel::Full);
    match outcome {
        Outcome::Fault(message) => anyhow::bail!("mutated: {message}\n{text}"),
        Outcome::Module { bytes, validated: false } => {
            if let Some(error) = validator::validate(&bytes)? {
                anyhow::bail!("mutated: the module is not valid: {error}\n{text}");
            }
        }
        _ => {}
    }
    limits.check().map_err(|error| error.context(format!("mutated:\n{text}")))
}

/// Limits the time and memory of a compilation.
struct CompileLimits {
    start: Instant,
    /// Peak memory of the process before the compilation. Drivers in the same process may have used much
    /// more than the compilation does.
    peak: u64,
}

impl CompileLimits {
    fn start() -> Self {
        CompileLimits { start: Instant::now(), peak: peak_bytes().unwrap_or(0) }
    }

    fn check(self) -> Result<()> {
        let time = self.start.elapsed();
        anyhow::ensure!(time < MAX_COMPILE_TIME, "compiling took {time:?}");
        let memory = peak_bytes().unwrap_or(0).saturating_sub(self.peak);
        anyhow::ensure!(memory < MAX_COMPILE_MEMORY, "compiling took {memory} bytes of memory");
        Ok(())
    }
}

/// Returns the peak resident set size in bytes, if the system reports it (Linux: `VmHWM`).
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
