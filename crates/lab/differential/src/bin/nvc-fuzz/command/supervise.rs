//! `nvc-fuzz check`: divides a range of seeds among worker processes, because drivers may crash or hang.

use super::Kind;
use super::child::{Event, Worker};
use super::engines::EngineName;
use super::out;
use super::report::Report;
use super::summary::Summary;
use super::write;
use anyhow::{Context, Result};
use nvc::{Language, Workarounds};
use nvc_lab::fuzz::Generated;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Options of `check`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Number of programs.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = super::number())]
    programs: u64,
    /// Run for this many minutes instead of a number of programs.
    #[arg(long, value_name = "N", conflicts_with = "programs")]
    minutes: Option<u64>,
    /// Stop after this many seconds.
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// The first seed; later programs use the following seeds.
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = super::number())]
    seed: u64,
    /// Kind of programs to generate; comparing memory requires exact ones. The default is any, or exact with `--write`.
    #[arg(long)]
    kind: Option<Kind>,
    /// The language: nvasm or glsl.
    #[arg(long, value_name = "LANGUAGE", default_value = "nvasm", value_parser = super::language)]
    lang: Language,
    /// Short for `--on interp,vulkan`.
    #[arg(long, conflicts_with = "on")]
    run: bool,
    /// Also run each program on these engines and compare the memory: interp, vulkan, vulkan:N (the Nth
    /// Vulkan device or the one whose name contains N), opengl (NVIDIA's own compiler and assembler).
    #[arg(long, value_name = "ENGINE,..", value_delimiter = ',')]
    on: Vec<EngineName>,
    /// Driver workarounds with which nvc compiles the programs that the engines run, in the syntax of `nvc
    /// --workarounds`.
    #[arg(long, value_name = "LIST", default_value = "default", allow_hyphen_values = true)]
    workarounds: Workarounds,
    /// The number of mutated copies of each program.
    #[arg(long, value_name = "N", default_value_t = 2)]
    mutants: usize,
    /// The folder for programs that fail or give different memory: SEED.nvcp or SEED.comp, SEED.txt, and
    /// SEED.listing.nvcp if the driver's listing fails.
    #[arg(long, value_name = "DIR", default_value = "target/fuzz")]
    keep: PathBuf,
    /// Write the counts and the failures to this file, as TOML.
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,
    /// The number of worker processes; by default, one for each core.
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Write cases and compiled modules to this folder, for another machine, and check nothing.
    #[arg(long, value_name = "DIR",
        conflicts_with_all = ["minutes", "seconds", "run", "on", "mutants", "keep", "summary", "jobs"])]
    write: Option<PathBuf>,
}

/// Maximum and minimum number of seeds per worker process. Starting a new process frees the memory that
/// drivers leak, but opening drivers takes time.
const BATCH: (u64, u64) = (100, 10);

/// The state shared by all threads.
struct Work<'a> {
    args: &'a Args,
    kind: Kind,
    on: Vec<EngineName>,
    batch: u64,
    next: AtomicU64,
    /// The time after which no new range of seeds is started (`--minutes`).
    begin_until: Option<Instant>,
    /// The time at which all work stops (`--seconds`).
    deadline: Option<Instant>,
    summary: Mutex<Summary>,
}

/// Runs the check, or `--write`. Returns `false` if there are failures, or programs that cannot be written because
/// they do not compile.
pub(crate) fn run(args: &Args) -> Result<bool> {
    if let Some(dir) = &args.write {
        let kind = args.kind.unwrap_or(Kind::Exact);
        return write::run(dir, args.seed, args.programs, args.lang, kind);
    }
    let kind = args.kind.unwrap_or(Kind::Any);
    let start = Instant::now();
    let after = |seconds: Option<u64>| Some(start + Duration::from_secs(seconds?));
    let jobs =
        args.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1);
    let wanted = args.minutes.is_none().then_some(args.programs);
    let batch = wanted.map_or(BATCH.0, |wanted| (wanted / (4 * jobs as u64)).clamp(BATCH.1, BATCH.0));
    let work = Work {
        args,
        kind,
        on: if args.run { vec![EngineName::Interpreter, EngineName::Vulkan] } else { args.on.clone() },
        batch,
        next: AtomicU64::new(args.seed),
        begin_until: after(args.minutes.map(|minutes| minutes.saturating_mul(60))),
        deadline: after(args.seconds),
        summary: Mutex::new(Summary {
            language: args.lang.name().to_owned(),
            kind: kind.name().to_owned(),
            seed: args.seed,
            wanted,
            ..Summary::default()
        }),
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(|| work.process_batches())).collect();
        let joined: Vec<_> = threads.into_iter().map(|thread| thread.join()).collect();
        joined.into_iter().try_for_each(|done| done.unwrap_or_else(|_| anyhow::bail!("a thread panicked")))
    })?;
    let mut summary = work.summary.into_inner().map_err(|_| anyhow::anyhow!("a thread panicked"))?;
    summary.seconds = start.elapsed().as_secs();
    out::line(format_args!("{}", summary.text().trim_end()));
    if let Some(path) = &args.summary {
        summary.write(path)?;
    }
    Ok(summary.failures.is_empty())
}

impl Work<'_> {
    fn process_batches(&self) -> Result<()> {
        let over = |limit: Option<Instant>| limit.is_some_and(|limit| Instant::now() >= limit);
        while !over(self.begin_until) && !over(self.deadline) {
            let first = self.next.fetch_add(self.batch, Ordering::Relaxed);
            let end = first.saturating_add(self.batch);
            let end = match self.begin_until {
                Some(_) => end,
                None => end.min(self.args.seed.saturating_add(self.args.programs)),
            };
            let mut seed = first;
            while seed < end && !over(self.deadline) {
                seed = self.process(seed, end)?;
            }
            if first >= end {
                break;
            }
        }
        Ok(())
    }

    /// Runs one worker on the seeds `first..end`. Returns the seed to continue from, which is before `end` if
    /// the worker died.
    fn process(&self, first: u64, end: u64) -> Result<u64> {
        let mut worker = Worker::start(self.command(first, end)?, self.deadline)?;
        let mut seed = first;
        while seed < end {
            match worker.next()? {
                Event::Opened(names) => self.with_summary(|summary| summary.describe_engines(names))?,
                Event::Done(report) => seed = self.record(&report)?,
                Event::Failed(report) => return self.record(&report),
                Event::End | Event::Deadline => return Ok(end),
            }
        }
        Ok(seed)
    }

    /// Returns the command line of a worker for the seeds `first..end`.
    fn command(&self, first: u64, end: u64) -> Result<Command> {
        let (Args { lang, mutants, .. }, kind) = (self.args, self.kind);
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["worker", &first.to_string(), &(end - first).to_string()]);
        command.args(["--lang", lang.name(), "--kind", kind.name(), "--mutants", &mutants.to_string()]);
        if !self.on.is_empty() {
            let on: Vec<String> = self.on.iter().map(ToString::to_string).collect();
            command.args(["--on", &on.join(","), "--workarounds", &self.args.workarounds.to_string()]);
        }
        Ok(command)
    }

    fn with_summary(&self, change: impl FnOnce(&mut Summary)) -> Result<()> {
        change(&mut *self.summary.lock().map_err(|_| anyhow::anyhow!("a thread panicked"))?);
        Ok(())
    }

    /// Records a program in the summary, and returns the next seed.
    fn record(&self, report: &Report) -> Result<u64> {
        self.save_failures(report)?;
        self.with_summary(|summary| summary.count(report))?;
        Ok(report.seed + 1)
    }

    /// Prints the failures of a program, and saves the program with them.
    fn save_failures(&self, report: &Report) -> Result<()> {
        let failures = report.failures();
        if failures.is_empty() {
            return Ok(());
        }
        let mut text = String::new();
        for (engine, verdict, description) in &failures {
            let engine = if engine.is_empty() { String::new() } else { format!(" on {engine}") };
            out::line(format_args!(
                "seed {} {verdict}{engine}: {}",
                report.seed,
                description.lines().next().unwrap_or_default()
            ));
            text.push_str(&format!("{verdict}{engine}: {description}\n"));
        }
        std::fs::create_dir_all(&self.args.keep).with_context(|| self.args.keep.display().to_string())?;
        let keep = |extension: &str| self.args.keep.join(format!("{}.{extension}", report.seed));
        let program = Generated::new(self.args.lang, report.seed, &self.kind.profile());
        std::fs::write(keep("txt"), text)?;
        std::fs::write(keep(program.extension()), program.text)?;
        if let Some(listing) = &report.listing {
            std::fs::write(keep("listing.nvcp"), listing)?;
        }
        Ok(())
    }
}
