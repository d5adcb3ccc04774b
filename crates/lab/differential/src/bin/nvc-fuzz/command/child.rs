//! The supervisor's side of the connection to a worker process: reads the worker's messages and detects crashes and
//! hangs.

use super::report::{Message, Report, Verdict};
use anyhow::{Context, Result};
use nvc_lab::worker::RecvTimeoutError;
use std::process::Command;
use std::time::{Duration, Instant};

/// Time without a message after which a worker is considered hung.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A running worker.
pub(crate) struct Worker {
    process: nvc_lab::worker::Worker,
    /// Time without a message after which a running program is considered hung.
    timeout: Duration,
    /// Deadline of the whole run.
    deadline: Option<Instant>,
    /// Seed of the current program, and the engine that is running it.
    begun: Option<(u64, Option<String>)>,
}

/// An event in a worker process.
pub(crate) enum Event {
    /// The engines are open. Contains their names and descriptions.
    Opened(Vec<(String, String)>),
    /// A program is finished.
    Done(Report),
    /// The process died or hung while running a program.
    Failed(Report),
    /// All programs are done.
    End,
    /// The deadline has passed.
    Deadline,
}

impl Worker {
    pub(crate) fn start(mut command: Command, deadline: Option<Instant>) -> Result<Self> {
        let process = nvc_lab::worker::Worker::start(&mut command).context("cannot start a worker")?;
        Ok(Worker { process, timeout: TIMEOUT, deadline, begun: None })
    }

    /// Sets the time without a message after which a running program is considered hung.
    pub(crate) fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sends a line to the worker. If the worker has ended, [`Worker::next`] reports that.
    pub(crate) fn send(&mut self, line: &str) {
        let _ = self.process.send(line);
    }

    /// Waits for the next event. Returns an error if the worker cannot open its engines, or if it dies or hangs
    /// while no program is running.
    pub(crate) fn next(&mut self) -> Result<Event> {
        loop {
            let remaining = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            // Opening a driver takes longer than running a program.
            let timeout = if self.begun.is_some() { self.timeout } else { TIMEOUT };
            let wait = remaining.map_or(timeout, |remaining| remaining.min(timeout));
            let line = match self.process.line(wait) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) if wait < timeout => return Ok(Event::Deadline),
                Err(RecvTimeoutError::Timeout) => return self.failure(Verdict::Hangs),
                Err(RecvTimeoutError::Disconnected) => {
                    let status = self.process.wait().context("the worker")?;
                    if self.begun.is_none() && status.success() {
                        return Ok(Event::End);
                    }
                    return self.failure(Verdict::Crashes(format!("the process died: {status}")));
                }
            };
            // Lines that are not messages come from drivers, which also print to standard output. They are
            // ignored.
            match serde_json::from_str(&line) {
                Ok(Message::Opened(names)) => return Ok(Event::Opened(names)),
                Ok(Message::OpenFailed(reason)) => anyhow::bail!("{reason}"),
                Ok(Message::Begin(seed)) => self.begun = Some((seed, None)),
                Ok(Message::At(engine)) => {
                    if let Some((_, at)) = &mut self.begun {
                        *at = Some(engine);
                    }
                }
                Ok(Message::End(report)) => {
                    self.begun = None;
                    return Ok(Event::Done(report));
                }
                Err(_) => {}
            }
        }
    }

    /// Builds the report on the program that was running when the process died or hung.
    fn failure(&mut self, verdict: Verdict) -> Result<Event> {
        let Some((seed, engine)) = self.begun.take() else {
            let reason = if verdict == Verdict::Hangs { "it hung" } else { verdict.description() };
            anyhow::bail!("a worker failed while no program was running: {reason}");
        };
        let mut report = Report { seed, supported: true, fault: None, verdicts: Vec::new(), listing: None };
        match engine {
            Some(engine) => report.verdicts.push((engine, verdict)),
            None => report.fault = Some(verdict.description().to_owned()),
        }
        Ok(Event::Failed(report))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn worker(script: &str, deadline: Option<Instant>) -> Worker {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Worker::start(command, deadline).expect("a shell starts")
    }

    fn failed(worker: &mut Worker) -> Report {
        match worker.next() {
            Ok(Event::Failed(report)) => report,
            _ => panic!("the worker does not fail"),
        }
    }

    #[test]
    fn a_crash_counts_against_the_engine() {
        let script = r#"echo '{"Begin":5}'; echo 'printed by a driver'; echo '{"At":"vulkan"}'; kill -9 $$"#;
        let report = failed(&mut worker(script, None));
        assert_eq!((report.seed, report.heading()), (5, "crashes"));
        assert_eq!(report.verdicts[0].0, "vulkan");
        assert!(report.verdicts[0].1.description().contains("signal: 9"), "{report:?}");
    }

    #[test]
    fn a_crash_before_an_engine_counts_against_the_compiler() {
        let report = failed(&mut worker(r#"echo '{"Begin":5}'; exit 3"#, None));
        assert_eq!((report.heading(), report.failures()[0].0), ("fails", ""));
    }

    #[test]
    fn a_crash_without_a_program_ends_the_run() {
        assert!(worker("exit 3", None).next().is_err());
        assert!(worker(r#"echo '{"OpenFailed":"no device"}'"#, None).next().is_err());
        assert!(matches!(worker("exit 0", None).next(), Ok(Event::End)));
    }

    #[test]
    fn the_deadline_ends_a_worker() {
        let mut worker = worker(r#"echo '{"Begin":5}'; exec sleep 50"#, Some(Instant::now()));
        assert!(matches!(worker.next(), Ok(Event::Deadline)));
    }
}
