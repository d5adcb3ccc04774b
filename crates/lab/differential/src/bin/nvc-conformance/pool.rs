//! Runs programs on the engine of one column in a pool of worker processes (see the `worker` module).

use crate::cases::Job;
use crate::column::Column;
use crate::verdict::Verdict;
use crate::worker::{Facts, Request};
use anyhow::{Context, Result, bail};
use nvc::Workarounds;
use nvc_lab::cases::Language;
use nvc_lab::worker::RecvTimeoutError;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Time without an answer after which a worker is considered hung.
const TIMEOUT: Duration = Duration::from_secs(90);

/// A running worker.
pub(crate) struct Worker {
    process: nvc_lab::worker::Worker,
    /// The column as the worker described it at start-up.
    pub(crate) facts: Facts,
}

impl Worker {
    /// Starts a worker and reads the description of its column. Fails if the worker exits or exceeds the
    /// time limit first.
    pub(crate) fn start(column: Column) -> Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["worker", &column.to_string()]);
        let process = nvc_lab::worker::Worker::start(&mut command).context("cannot start a worker")?;
        match process.line(TIMEOUT) {
            Ok(line) => Ok(Worker { process, facts: serde_json::from_str(&line)? }),
            Err(_) => bail!("the worker exited or timed out during start-up"),
        }
    }

    /// Runs a program and returns its verdict. The error says whether the worker died, timed out or sent
    /// malformed JSON.
    pub(crate) fn ask(&mut self, request: &Request) -> Result<Verdict, String> {
        let line = serde_json::to_string(request).map_err(|error| error.to_string())?;
        if self.process.send(&line).is_err() {
            return Err(self.end());
        }
        match self.process.line(TIMEOUT) {
            Ok(line) => serde_json::from_str(&line).map_err(|error| error.to_string()),
            Err(RecvTimeoutError::Timeout) => Err(format!("no answer within {} s", TIMEOUT.as_secs())),
            Err(RecvTimeoutError::Disconnected) => Err(self.end()),
        }
    }

    /// Waits for the process to exit and describes the exit status.
    fn end(&mut self) -> String {
        match self.process.wait() {
            Ok(status) => format!("the process died: {status}"),
            Err(error) => error.to_string(),
        }
    }
}

/// Runs all programs on the engine of `column`, in several workers in parallel. `first` is a worker that is
/// already running. Returns the verdicts in the order of the programs.
pub(crate) fn run(
    column: Column,
    first: Worker,
    jobs: &[Job],
    workers: usize,
    workarounds: Workarounds,
) -> Result<Vec<Verdict>> {
    let next = AtomicUsize::new(0);
    let verdicts = Mutex::new(vec![Verdict::Same; jobs.len()]);
    let first = Mutex::new(Some(first));
    let work = || -> Result<()> {
        let mut worker = first.lock().ok().and_then(|mut first| first.take());
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(index) else { return Ok(()) };
            let mut running = match worker.take() {
                Some(running) => running,
                None => Worker::start(column)?,
            };
            let request = Request {
                dir: job.dir.clone(),
                glsl: job.language == Language::Glsl,
                workarounds: workarounds.to_string(),
                reproducer: None,
            };
            let verdict = match running.ask(&request) {
                Ok(verdict) => {
                    worker = Some(running);
                    verdict
                }
                // The worker is dropped; the next program starts a new one.
                Err(message) => Verdict::CannotRun(message),
            };
            if let Ok(mut verdicts) = verdicts.lock() {
                verdicts[index] = verdict;
            }
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers.max(1)).map(|_| scope.spawn(work)).collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined.into_iter().try_for_each(|done| done.unwrap_or_else(|_| bail!("a thread panicked")))
    })?;
    verdicts.into_inner().map_err(|_| anyhow::anyhow!("a thread panicked"))
}
