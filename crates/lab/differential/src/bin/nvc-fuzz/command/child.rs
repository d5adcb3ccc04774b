//! The supervisor's end of a worker process: reads its messages and detects crashes and hangs.

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
    /// Time limit for one program.
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
    /// The process died while running a program.
    Died(Report),
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

    /// Sets the time limit for one program.
    pub(crate) fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sends a line to the worker. If the worker has ended, [`Worker::next`] reports that.
    pub(crate) fn tell(&mut self, line: &str) {
        let _ = self.process.tell(line);
    }

    /// Waits for the next event. Returns an error if the worker dies or hangs while no program is running.
    pub(crate) fn next(&mut self) -> Result<Event> {
        loop {
            let left = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            // Opening a driver takes longer than running a program.
            let timeout = if self.begun.is_some() { self.timeout } else { TIMEOUT };
            let wait = left.map_or(timeout, |left| left.min(timeout));
            let line = match self.process.line(wait) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) if wait < timeout => return Ok(Event::Deadline),
                Err(RecvTimeoutError::Timeout) => return self.blame(Verdict::Hangs),
                Err(RecvTimeoutError::Disconnected) => {
                    let status = self.process.wait().context("the worker")?;
                    if self.begun.is_none() && status.success() {
                        return Ok(Event::End);
                    }
                    return self.blame(Verdict::Crashes(format!("the process died: {status}")));
                }
            };
            // Lines that are not messages come from drivers, which also print to standard output. They are
            // ignored.
            match serde_json::from_str(&line) {
                Ok(Message::Opened(names)) => return Ok(Event::Opened(names)),
                Ok(Message::Shut(words)) => anyhow::bail!("{words}"),
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
    fn blame(&mut self, verdict: Verdict) -> Result<Event> {
        let (seed, engine) = self.begun.take().with_context(|| format!("a worker: {}", verdict.words()))?;
        let mut report = Report { seed, supported: true, fault: None, verdicts: Vec::new(), listing: None };
        match engine {
            Some(engine) => report.verdicts.push((engine, verdict)),
            None => report.fault = Some(verdict.words().to_owned()),
        }
        Ok(Event::Died(report))
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

    fn died(worker: &mut Worker) -> Report {
        match worker.next() {
            Ok(Event::Died(report)) => report,
            _ => panic!("the worker does not die"),
        }
    }

    #[test]
    fn a_crash_counts_against_the_engine() {
        let script = r#"echo '{"Begin":5}'; echo 'a driver speaks'; echo '{"At":"vulkan"}'; kill -9 $$"#;
        let report = died(&mut worker(script, None));
        assert_eq!((report.seed, report.heading()), (5, "crashes"));
        assert_eq!(report.verdicts[0].0, "vulkan");
        assert!(report.verdicts[0].1.words().contains("signal: 9"), "{report:?}");
    }

    #[test]
    fn a_crash_before_an_engine_counts_against_the_compiler() {
        let report = died(&mut worker(r#"echo '{"Begin":5}'; exit 3"#, None));
        assert_eq!((report.heading(), report.wrong()[0].0), ("fails", ""));
    }

    #[test]
    fn a_crash_without_a_program_ends_the_run() {
        assert!(worker("exit 3", None).next().is_err());
        assert!(worker(r#"echo '{"Shut":"no device"}'"#, None).next().is_err());
        assert!(matches!(worker("exit 0", None).next(), Ok(Event::End)));
    }

    #[test]
    fn the_deadline_ends_a_worker() {
        let mut worker = worker(r#"echo '{"Begin":5}'; exec sleep 50"#, Some(Instant::now()));
        assert!(matches!(worker.next(), Ok(Event::Deadline)));
    }
}
