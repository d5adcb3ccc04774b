//! Tries on engines. They run in a child process, since drivers crash and hang; it stays for many tries, and
//! is started again when it is gone.

use super::wrong::Wrong;
use super::{Args, Judge};
use crate::command::child::{Event, Worker};
use crate::command::report::Report;
use anyhow::{Result, bail, ensure};
use nvc::Language;
use nvc_fuzz::reduce::Answer;
use std::process::Command;
use std::time::{Duration, Instant};

/// A program that says nothing for so long hangs.
const SILENCE: Duration = Duration::from_secs(20);

/// The tries that one process gets: a driver that leaks is left with it.
const SHARE: u32 = 400;

pub(super) struct Trials<'a> {
    args: &'a Args,
    language: Language,
    deadline: Option<Instant>,
    /// The process, and how many tries it still gets.
    worker: Option<(Worker, u32)>,
    /// What is wrong with the whole program.
    wrong: Option<Wrong>,
}

impl<'a> Trials<'a> {
    pub(super) fn new(args: &'a Args, language: Language, deadline: Option<Instant>) -> Self {
        Trials { args, language, deadline, worker: None, wrong: None }
    }

    /// What comes of a program; nothing, if the time is over.
    fn run(&mut self, text: &str) -> Result<Option<Report>> {
        let line = serde_json::to_string(text)?;
        let (mut worker, left) = match self.worker.take() {
            Some(worker) => worker,
            None => (self.start()?, SHARE),
        };
        worker.tell(&line);
        loop {
            match worker.next()? {
                Event::Opened(_) => {}
                Event::Done(report) => {
                    // The last one is let go.
                    self.worker = left.checked_sub(1).filter(|left| *left > 0).map(|left| (worker, left));
                    return Ok(Some(report));
                }
                Event::Died(report) => return Ok(Some(report)),
                Event::Late => return Ok(None),
                Event::End => bail!("the process that tries programs has ended"),
            }
        }
    }

    fn start(&self) -> Result<Worker> {
        let on: Vec<String> = self.args.on.iter().map(ToString::to_string).collect();
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("tries").arg(&self.args.file);
        command.args(["--lang", self.language.name(), "--seed", &self.args.seed.to_string()]);
        command.args(["--on", &on.join(",")]);
        Ok(Worker::start(command, self.deadline)?.with_silence(SILENCE))
    }
}

impl Judge for Trials<'_> {
    fn holds(&mut self, text: &str) -> Result<Answer> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Ok(Answer::Stop);
        }
        let Some(report) = self.run(text)? else { return Ok(Answer::Stop) };
        let Some(wrong) = &self.wrong else {
            if let Some(fault) = &report.fault {
                bail!("the program itself: {fault}");
            }
            self.wrong = Wrong::of(report);
            ensure!(self.wrong.is_some(), "nothing is wrong with the program on these engines");
            return Ok(Answer::Keep);
        };
        let holds = report.fault.is_none() && wrong.is_that_of(&report);
        Ok(if holds { Answer::Keep } else { Answer::Drop })
    }

    fn words(&self) -> String {
        self.wrong.as_ref().map(Wrong::words).unwrap_or_default()
    }
}
