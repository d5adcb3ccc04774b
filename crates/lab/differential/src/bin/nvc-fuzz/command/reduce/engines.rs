//! `reduce --on`: runs candidates on engines, in a child process because drivers crash and hang. The process
//! runs many candidates; if it dies, a new one replaces it.

use super::wrong::Wrong;
use super::{Args, Judge};
use crate::command::child::{Event, Worker};
use crate::command::report::Report;
use anyhow::{Result, bail, ensure};
use nvc::Language;
use nvc_lab::fuzz::reduce::Answer;
use std::process::Command;
use std::time::{Duration, Instant};

/// Time limit for one program, after which it is considered hung.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Maximum number of candidates per process. Starting a new process frees the memory that drivers leak.
const SHARE: u32 = 400;

pub(super) struct Trials {
    start: Box<dyn Fn() -> Result<Worker>>,
    /// The running process, and the number of candidates that it may still run.
    worker: Option<(Worker, u32)>,
    /// Failure of the original program; `None` until it has run.
    wrong: Option<Wrong>,
}

impl Trials {
    pub(super) fn new(args: &Args, language: Language, deadline: Option<Instant>) -> Self {
        let on: Vec<String> = args.on.iter().map(ToString::to_string).collect();
        let (file, seed, on) = (args.file.clone(), args.seed.to_string(), on.join(","));
        Trials::on(move || {
            let mut command = Command::new(std::env::current_exe()?);
            command.arg("tries").arg(&file);
            command.args(["--lang", language.name(), "--seed", &seed, "--on", &on]);
            Ok(Worker::start(command, deadline)?.with_timeout(TIMEOUT))
        })
    }

    /// Creates trials whose processes are started by `start`.
    fn on(start: impl Fn() -> Result<Worker> + 'static) -> Self {
        Trials { start: Box::new(start), worker: None, wrong: None }
    }

    /// Returns the report on a program; `None` after the deadline.
    fn run(&mut self, text: &str) -> Result<Option<Report>> {
        let line = serde_json::to_string(text)?;
        // If the process died after its last report, this program is not the cause: run it again in a new
        // process.
        if let Some((worker, left)) = self.worker.take()
            && let Ok(report) = self.ask(worker, left, &line)
        {
            return Ok(report);
        }
        let worker = (self.start)()?;
        self.ask(worker, SHARE, &line)
    }

    /// Sends a program to a process and returns its report. Keeps the process if it is alive and may run
    /// more.
    fn ask(&mut self, mut worker: Worker, left: u32, line: &str) -> Result<Option<Report>> {
        worker.tell(line);
        loop {
            match worker.next()? {
                Event::Opened(_) => {}
                Event::Done(report) => {
                    self.worker = (left > 1).then(|| (worker, left - 1));
                    return Ok(Some(report));
                }
                Event::Died(report) => return Ok(Some(report)),
                Event::Deadline => return Ok(None),
                Event::End => bail!("the process that tries programs has ended"),
            }
        }
    }
}

impl Judge for Trials {
    fn holds(&mut self, text: &str) -> Result<Answer> {
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use nvc_lab::fuzz::reduce::reduce;

    /// A mock process: on its engine `vulkan`, a program crashes or hangs if its text contains `crash` or
    /// `hang`.
    const DRIVER: &str = r#"echo '{"Opened":[]}'
        while read -r line; do
            echo '{"Begin":1}'; echo '{"At":"vulkan"}'
            case "$line" in
                *unsound*) echo '{"End":{"seed":1,"supported":true,"fault":"it is","verdicts":[],"listing":null}}';;
                *crash*) kill -9 $$;;
                *hang*) exec sleep 50;;
                *leave*) echo '{"End":{"seed":1,"supported":true,"fault":null,"verdicts":[],"listing":null}}'; exit 1;;
                *) echo '{"End":{"seed":1,"supported":true,"fault":null,"verdicts":[["vulkan","Same"]],"listing":null}}';;
            esac
        done"#;

    fn trials() -> Trials {
        Trials::on(|| {
            let mut command = Command::new("sh");
            command.args(["-c", DRIVER]);
            Ok(Worker::start(command, None)?.with_timeout(Duration::from_millis(300)))
        })
    }

    #[test]
    fn a_process_that_dies_is_replaced() {
        let mut trials = trials();
        let text = "a(1);\ncrash(2, b);\nc = crash;\n";
        assert_eq!(trials.holds(text).expect("it crashes"), Answer::Keep);
        let smaller = reduce(text, Language::Glsl, &mut |text| trials.holds(text).expect("an answer"));
        assert_eq!(smaller.trim(), "crash;");
        assert_eq!(trials.words(), "; vulkan crashes");
        assert_eq!(trials.holds("right").expect("an answer"), Answer::Drop);
        assert_eq!(trials.holds("hang").expect("an answer"), Answer::Drop);
        assert_eq!(trials.holds("crash").expect("an answer"), Answer::Keep);
        assert_eq!(trials.holds("leave").expect("an answer"), Answer::Drop);
        assert_eq!(trials.holds("unsound crash").expect("an answer"), Answer::Drop);
    }

    #[test]
    fn a_process_that_hangs_is_replaced() {
        let mut trials = trials();
        assert_eq!(trials.holds("hang a").expect("it hangs"), Answer::Keep);
        assert_eq!(trials.holds("a").expect("an answer"), Answer::Drop);
        assert_eq!(trials.holds("hang").expect("it hangs"), Answer::Keep);
    }

    #[test]
    fn correct_and_unsound_programs_are_not_reduced() {
        for (text, words) in [("right", "nothing is wrong"), ("unsound", "the program itself: it is")] {
            let error = trials().holds(text).expect_err(text);
            assert!(error.to_string().contains(words), "{error}");
        }
    }
}
