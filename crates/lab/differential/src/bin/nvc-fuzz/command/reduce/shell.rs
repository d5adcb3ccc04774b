//! `reduce --command`: a shell command decides whether a program still shows the failure.

use super::Judge;
use anyhow::{Result, ensure};
use nvc::Language;
use nvc_lab::fuzz::reduce::Answer;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Keeps the candidates for which the command succeeds.
pub(super) struct CommandJudge<'a> {
    command: &'a str,
    /// File with the candidate, in a temporary folder that is removed on drop.
    candidate: PathBuf,
    _folder: TempDir,
    deadline: Option<Instant>,
    /// Whether the command has run on the original program.
    tested_original: bool,
}

impl<'a> CommandJudge<'a> {
    pub(super) fn new(command: &'a str, language: Language, deadline: Option<Instant>) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let name = format!("candidate.{}", language.extension());
        Ok(CommandJudge {
            command,
            candidate: folder.path().join(name),
            _folder: folder,
            deadline,
            tested_original: false,
        })
    }
}

impl Judge for CommandJudge<'_> {
    fn test(&mut self, text: &str) -> Result<Answer> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Ok(Answer::Stop);
        }
        std::fs::write(&self.candidate, text)?;
        let child = Command::new("sh")
            .args(["-c", self.command, "sh"])
            .arg(&self.candidate)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let Some(status) = wait(child, self.deadline)? else { return Ok(Answer::Stop) };
        ensure!(self.tested_original || status.success(), "the command fails for the original program");
        self.tested_original = true;
        Ok(if status.success() { Answer::Keep } else { Answer::Drop })
    }

    fn description(&self) -> String {
        String::new()
    }
}

/// Waits for a process and returns its exit status. At the deadline, kills the process and returns `None`.
fn wait(mut child: Child, deadline: Option<Instant>) -> Result<Option<ExitStatus>> {
    let Some(deadline) = deadline else { return Ok(Some(child.wait()?)) };
    // The polling interval grows from 1 ms to 50 ms: short commands are noticed quickly, long ones are
    // polled rarely.
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= deadline {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}
