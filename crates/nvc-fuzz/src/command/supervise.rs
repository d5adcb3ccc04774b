//! Hands seeds out to worker processes, and keeps what they find.

use super::Kind;
use anyhow::{Context, Result};
use nvc::Language;
use nvc_fuzz::Generated;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Options of `check`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many programs.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    programs: u64,
    /// How long, instead of how many.
    #[arg(long, value_name = "N", conflicts_with = "programs")]
    minutes: Option<u64>,
    /// The first seed; the others follow.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Which kind of programs.
    #[arg(long, default_value = "any")]
    kind: Kind,
    /// Which language: nvasm or glsl.
    #[arg(long, value_name = "LANGUAGE", default_value = "nvasm", value_parser = super::language)]
    lang: Language,
    /// Also run each program on the interpreter and, with -O0 and -O, on a Vulkan device, and compare the
    /// memory.
    #[arg(long)]
    run: bool,
    /// Spoiled copies of each program.
    #[arg(long, value_name = "N", default_value_t = 2)]
    spoiled: usize,
    /// Where programs that fail are kept, as SEED.nvcp and SEED.txt.
    #[arg(long, value_name = "DIR", default_value = "target/fuzz")]
    keep: PathBuf,
    /// Worker processes.
    #[arg(long, value_name = "N", default_value_t = 2)]
    jobs: usize,
}

/// Seeds that one worker process gets; a driver that leaks is left with it.
const SHARE: u64 = 100;
/// A worker that says nothing for so long hangs.
const SILENCE: Duration = Duration::from_secs(60);

/// What all threads share.
struct Work<'a> {
    args: &'a Args,
    next: AtomicU64,
    start: Instant,
    counts: Mutex<BTreeMap<String, u64>>,
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    let work = Work {
        args,
        next: AtomicU64::new(args.seed),
        start: Instant::now(),
        counts: Mutex::new(BTreeMap::new()),
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..args.jobs.max(1)).map(|_| scope.spawn(|| work.process_shares())).collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().map_err(|_| anyhow::anyhow!("a thread died"))?)
    })?;
    let counts = work.counts.into_inner().unwrap_or_default();
    let total: u64 = counts.values().sum();
    println!(
        "{total} programs in {}, of kind {}, from seed {}: {counts:?}",
        args.lang.name(),
        args.kind.name(),
        args.seed
    );
    println!("{:.0} s", work.start.elapsed().as_secs_f64());
    Ok(!counts.contains_key("failed"))
}

impl Work<'_> {
    fn process_shares(&self) -> Result<()> {
        loop {
            let first = self.next.fetch_add(SHARE, Ordering::Relaxed);
            let end = match self.args.minutes {
                Some(minutes) if self.start.elapsed() > Duration::from_secs(minutes * 60) => return Ok(()),
                Some(_) => first + SHARE,
                None => (first + SHARE).min(self.args.seed.saturating_add(self.args.programs)),
            };
            let mut seed = first;
            while seed < end {
                seed = self.process(seed, end)?;
            }
            if first >= end {
                return Ok(());
            }
        }
    }

    /// One worker; gives back the seed behind the last that it was given up on or done with.
    fn process(&self, first: u64, end: u64) -> Result<u64> {
        let mut child = self.worker(first, end)?;
        let output = child.stdout.take().context("the worker has no output")?;
        let (sender, lines) = channel();
        let reader = std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let begun = self.listen(&lines);
        let hangs = begun.as_ref().is_some_and(|(_, silent)| *silent);
        if hangs {
            let _ = child.kill();
        }
        let status = child.wait().context("the worker")?;
        drop(lines);
        let _ = reader.join();
        match begun {
            Some((seed, _)) => {
                let what = if hangs { "hangs".to_owned() } else { format!("dies: {status}") };
                self.found(seed, &format!("the process {what}"))?;
                Ok(seed + 1)
            }
            None if status.success() => Ok(end),
            None => anyhow::bail!("the worker failed: {status}"),
        }
    }

    fn worker(&self, first: u64, end: u64) -> Result<Child> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["worker", &first.to_string(), &(end - first).to_string()]);
        command.args([
            "--lang",
            self.args.lang.name(),
            "--kind",
            self.args.kind.name(),
            "--spoiled",
            &self.args.spoiled.to_string(),
        ]);
        if self.args.run {
            command.arg("--run");
        }
        // What a panic prints is in the way of the counts; the program shows it again.
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        command.spawn().context("cannot start a worker")
    }

    /// Counts what the worker says. The seed that it began and did not end, and whether it is
    /// silent rather than gone.
    fn listen(&self, lines: &Receiver<String>) -> Option<(u64, bool)> {
        let mut begun = None;
        loop {
            let line = match lines.recv_timeout(SILENCE) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Some((begun.unwrap_or(0), true)),
                Err(RecvTimeoutError::Disconnected) => return begun.map(|seed| (seed, false)),
            };
            let mut words = line.splitn(3, ' ');
            let (what, seed) = (words.next(), words.next().and_then(|seed| seed.parse().ok()));
            match (what, seed) {
                (Some("begin"), _) => begun = seed,
                (Some("end"), Some(seed)) => {
                    begun = None;
                    let verdict = words.next().unwrap_or_default();
                    match verdict.strip_prefix("failed ") {
                        Some(words) => {
                            if let Err(error) = self.found(seed, &words.replace('\u{1}', "\n")) {
                                eprintln!("{error:#}");
                            }
                        }
                        None => self.count(verdict),
                    }
                }
                _ => {}
            }
        }
    }

    fn count(&self, verdict: &str) {
        if let Ok(mut counts) = self.counts.lock() {
            *counts.entry(verdict.to_owned()).or_default() += 1;
        }
    }

    fn found(&self, seed: u64, words: &str) -> Result<()> {
        self.count("failed");
        println!("seed {seed}: {}", words.lines().next().unwrap_or_default());
        let keep = |extension: &str| self.args.keep.join(format!("{seed}.{extension}"));
        create(&self.args.keep)?;
        std::fs::write(keep("txt"), words)?;
        let program = Generated::new(self.args.lang, seed, &self.args.kind.profile());
        std::fs::write(keep(program.extension()), program.text)?;
        Ok(())
    }
}

fn create(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())
}
