//! A worker process, what it is told and how it ends.

use super::report::{Message, Report, Verdict};
use anyhow::{Context, Result};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// A worker that says nothing for so long hangs.
const SILENCE: Duration = Duration::from_secs(60);

/// A running worker.
pub(crate) struct Worker {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// How long it may say nothing of a program that it has begun.
    silence: Duration,
    /// Until when it may work.
    deadline: Option<Instant>,
    /// The program that it has begun, and the engine that it is with.
    begun: Option<(u64, Option<String>)>,
}

/// What a worker comes to.
pub(crate) enum Event {
    /// Its engines are open.
    Opened(Vec<(String, String)>),
    /// A program is done.
    Done(Report),
    /// The process ended over a program.
    Died(Report),
    /// All programs are done.
    End,
    /// The time is over.
    Late,
}

impl Worker {
    pub(crate) fn start(mut command: Command, deadline: Option<Instant>) -> Result<Self> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // What a panic prints is in the way of the counts; the program shows it again.
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start a worker")?;
        let output = child.stdout.take().context("the worker has no output")?;
        let (sender, lines) = channel();
        // Ends with the worker, whose output it reads.
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Ok(Worker { child, input, lines, silence: SILENCE, deadline, begun: None })
    }

    /// The same, with another idea of how long it takes until a program hangs.
    pub(crate) fn with_silence(mut self, silence: Duration) -> Self {
        self.silence = silence;
        self
    }

    /// Sends a line. That nobody reads it shows in what comes next.
    pub(crate) fn tell(&mut self, line: &str) {
        if let Some(input) = &mut self.input {
            let _ = writeln!(input, "{line}").and_then(|()| input.flush());
        }
    }

    /// What comes next; an error is a worker that ends without a program to blame.
    pub(crate) fn next(&mut self) -> Result<Event> {
        loop {
            let left = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            // Opening a driver takes longer than a program.
            let silence = if self.begun.is_some() { self.silence } else { SILENCE };
            let patience = left.map_or(silence, |left| left.min(silence));
            let line = match self.lines.recv_timeout(patience) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) if patience < silence => return Ok(Event::Late),
                Err(RecvTimeoutError::Timeout) => return self.blame(Verdict::Hangs),
                Err(RecvTimeoutError::Disconnected) => {
                    let status = self.child.wait().context("the worker")?;
                    if self.begun.is_none() && status.success() {
                        return Ok(Event::End);
                    }
                    return self.blame(Verdict::Crashes(format!("the process dies: {status}")));
                }
            };
            // Drivers print to the same place.
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

    /// The report on the program that the process ended over.
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

impl Drop for Worker {
    fn drop(&mut self) {
        // It may hang in a driver.
        let _ = self.child.kill();
        let _ = self.child.wait();
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
            _ => panic!("it dies over a program"),
        }
    }

    #[test]
    fn a_crash_is_the_engines() {
        let script = r#"echo '{"Begin":5}'; echo 'a driver speaks'; echo '{"At":"vulkan"}'; kill -9 $$"#;
        let report = died(&mut worker(script, None));
        assert_eq!((report.seed, report.heading()), (5, "crashes"));
        assert_eq!(report.verdicts[0].0, "vulkan");
        assert!(report.verdicts[0].1.words().contains("signal: 9"), "{report:?}");
    }

    #[test]
    fn a_crash_before_an_engine_is_the_compilers() {
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
    fn time_ends_a_worker() {
        let mut worker = worker(r#"echo '{"Begin":5}'; exec sleep 50"#, Some(Instant::now()));
        assert!(matches!(worker.next(), Ok(Event::Late)));
    }
}
