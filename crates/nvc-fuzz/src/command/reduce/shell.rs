//! A shell command that says whether a program still shows what is looked for.

use super::Judge;
use anyhow::{Result, ensure};
use nvc::Language;
use nvc_fuzz::reduce::Answer;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;
use tempfile::TempDir;

pub(super) struct Shell<'a> {
    command: &'a str,
    /// Where the program is that it looks at; the folder goes with this.
    candidate: PathBuf,
    _folder: TempDir,
    deadline: Option<Instant>,
    /// Whether it was asked about the whole program.
    asked: bool,
}

impl<'a> Shell<'a> {
    pub(super) fn new(command: &'a str, language: Language, deadline: Option<Instant>) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let name = match language {
            Language::NvAsm => "candidate.nvcp",
            Language::Glsl => "candidate.comp",
        };
        Ok(Shell { command, candidate: folder.path().join(name), _folder: folder, deadline, asked: false })
    }
}

impl Judge for Shell<'_> {
    fn holds(&mut self, text: &str) -> Result<Answer> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Ok(Answer::Stop);
        }
        std::fs::write(&self.candidate, text)?;
        let status = Command::new("sh")
            .args(["-c", self.command, "sh"])
            .arg(&self.candidate)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        ensure!(self.asked || status.success(), "the command fails for the program itself");
        self.asked = true;
        Ok(if status.success() { Answer::Keep } else { Answer::Drop })
    }

    fn words(&self) -> String {
        String::new()
    }
}
