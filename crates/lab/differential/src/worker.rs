//! Runs worker processes that answer requests line by line.
//!
//! Code that calls a driver runs in a separate process, because the driver may crash or hang. The supervisor
//! writes requests to the worker's standard input and reads answers from its standard output with a time
//! limit. A worker is killed when it is dropped.

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
    /// Starts a process. Its standard error is discarded, since panic messages and drivers would clutter the
    /// output.
    ///
    /// # Errors
    /// If the process cannot be started.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let output = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let (sender, lines) = channel();
        // The thread ends when the worker closes its output.
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

    /// Sends a line to the worker.
    ///
    /// # Errors
    /// If the worker has ended.
    pub fn send(&mut self, line: &str) -> io::Result<()> {
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        writeln!(input, "{line}")?;
        input.flush()
    }

    /// Waits for the next line that the worker prints.
    ///
    /// # Errors
    /// `Timeout` after `limit`; `Disconnected` if the worker closed its output, which means that it is
    /// exiting.
    pub fn line(&self, limit: Duration) -> Result<String, RecvTimeoutError> {
        self.lines.recv_timeout(limit)
    }

    /// Waits for the process to end.
    ///
    /// # Errors
    /// If the operating system reports an error.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        self.child.wait()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        drop(self.input.take());
        // Killed because it may hang in a driver.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
