//! A worker process, as seen by the process that supervises it.

use super::report::{Message, Report, Verdict};
use anyhow::{Context, Result};
use nvc_lab::worker::RecvTimeoutError;
use std::process::Command;
use std::time::{Duration, Instant};

/// A worker that does not answer within this time is considered hung.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A running worker.
pub(crate) struct Worker {
    process: nvc_lab::worker::Worker,
    /// The time limit for a program.
    timeout: Duration,
    /// The deadline of the whole run.
    deadline: Option<Instant>,
    /// The seed of the current program, and the current engine.
    begun: Option<(u64, Option<String>)>,
}

/// What happened in a worker.
pub(crate) enum Event {
    /// Its engines are open.
    Opened(Vec<(String, String)>),
    /// A program is done.
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

    /// The same, with another time limit for a program.
    pub(crate) fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sends a line. If the worker has ended, the next event reports it.
    pub(crate) fn tell(&mut self, line: &str) {
        let _ = self.process.tell(line);
    }

    /// The next event; an error if the worker ends while no program runs.
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
            // Drivers print to standard output, too.
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

    /// The report on the program during which the process died.
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
