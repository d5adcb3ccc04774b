//! Worker processes that answer line by line.
//!
//! A driver may crash or hang, so whatever calls one runs in a process of its own. The supervisor writes requests to
//! the worker's standard input and reads its standard output with a time limit; the worker is killed when it is
//! dropped.

#![forbid(unsafe_code)]

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

pub use std::sync::mpsc::RecvTimeoutError;

/// A running worker.
pub struct Worker {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Worker {
    /// Starts a process. Its standard error is discarded: panic messages and drivers would clutter the output.
    ///
    /// # Errors
    /// If the process does not start.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let output = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let (sender, lines) = channel();
        // Ends when the worker closes its output.
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Ok(Worker { child, input, lines })
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If the worker is gone.
    pub fn tell(&mut self, line: &str) -> io::Result<()> {
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        writeln!(input, "{line}")?;
        input.flush()
    }

    /// The next line that the worker prints.
    ///
    /// # Errors
    /// `Timeout` after `limit`, `Disconnected` if the worker closed its output; it is then about to end.
    pub fn line(&self, limit: Duration) -> Result<String, RecvTimeoutError> {
        self.lines.recv_timeout(limit)
    }

    /// Waits for the process to end.
    ///
    /// # Errors
    /// If it cannot be waited for.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        self.child.wait()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        drop(self.input.take());
        // It may hang in a driver.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
