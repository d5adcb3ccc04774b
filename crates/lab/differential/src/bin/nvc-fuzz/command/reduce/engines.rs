//! `reduce --on`: runs candidates (smaller versions of the failing program) on engines, in a child process
//! because drivers crash and hang. The process runs many candidates; if it dies, a new one replaces it.

use super::failure::Failure;
use super::{Args, Judge};
use crate::command::child::{Event, Worker};
use crate::command::report::Report;
use anyhow::{Result, bail, ensure};
use nvc::Language;
use nvc_lab::fuzz::reduce::Answer;
use std::process::Command;
use std::time::{Duration, Instant};

/// Time without a message from the process after which the running program is considered hung.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Maximum number of candidates per process. Starting a new process frees the memory that drivers leak.
const MAX_CANDIDATES: u32 = 400;

/// Keeps the candidates that fail on the same engines as the original program.
pub(super) struct EngineJudge {
    start: Box<dyn Fn() -> Result<Worker>>,
    /// The running process, and the number of candidates that it may still run.
    worker: Option<(Worker, u32)>,
    /// Failure of the original program; `None` until it has run.
    failure: Option<Failure>,
}

impl EngineJudge {
    pub(super) fn new(args: &Args, language: Language, deadline: Option<Instant>) -> Self {
        let on: Vec<String> = args.on.iter().map(ToString::to_string).collect();
        let (file, seed, on) = (args.file.clone(), args.seed.to_string(), on.join(","));
        EngineJudge::with_starter(move || {
            let mut command = Command::new(std::env::current_exe()?);
            command.arg("reduce-worker").arg(&file);
            command.args(["--lang", language.name(), "--seed", &seed, "--on", &on]);
            Ok(Worker::start(command, deadline)?.with_timeout(TIMEOUT))
        })
    }

    /// Creates a judge whose processes are started by `start`.
    fn with_starter(start: impl Fn() -> Result<Worker> + 'static) -> Self {
        EngineJudge { start: Box::new(start), worker: None, failure: None }
    }

    /// Returns the report on a program; `None` after the deadline.
    fn run(&mut self, text: &str) -> Result<Option<Report>> {
        let line = serde_json::to_string(text)?;
        // If the process died after its last report, this program is not the cause: send it to a new process.
        if let Some((worker, remaining)) = self.worker.take()
            && let Ok(report) = self.ask(worker, remaining, &line)
        {
            return Ok(report);
        }
        let worker = (self.start)()?;
        self.ask(worker, MAX_CANDIDATES, &line)
    }

    /// Sends a program to a process and returns the report; `None` after the deadline. Keeps the process if
    /// it is alive and may run more candidates.
    fn ask(&mut self, mut worker: Worker, remaining: u32, line: &str) -> Result<Option<Report>> {
        worker.send(line);
        loop {
            match worker.next()? {
                Event::Opened(_) => {}
                Event::Done(report) => {
                    self.worker = (remaining > 1).then(|| (worker, remaining - 1));
                    return Ok(Some(report));
                }
                Event::Failed(report) => return Ok(Some(report)),
                Event::Deadline => return Ok(None),
                Event::End => bail!("the process that runs the candidates has ended"),
            }
        }
    }
}

impl Judge for EngineJudge {
    fn test(&mut self, text: &str) -> Result<Answer> {
        let Some(report) = self.run(text)? else { return Ok(Answer::Stop) };
        let Some(failure) = &self.failure else {
            if let Some(fault) = &report.fault {
                bail!("the original program is not usable: {fault}");
            }
            self.failure = Failure::of(report);
            ensure!(self.failure.is_some(), "the original program does not fail on these engines");
            return Ok(Answer::Keep);
        };
        let same = report.fault.is_none() && failure.is_reproduced_by(&report);
        Ok(if same { Answer::Keep } else { Answer::Drop })
    }

    fn description(&self) -> String {
        self.failure.as_ref().map(Failure::description).unwrap_or_default()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use nvc_lab::fuzz::reduce::reduce;

    /// A mock worker process with one engine, `vulkan`. A word in a program's text determines the outcome:
    /// the program has undefined behaviour (`unsound`), crashes (`crash`) or hangs (`hang`), or the process
    /// exits after its report (`leave`).
    const MOCK_WORKER: &str = r#"echo '{"Opened":[]}'
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

    fn judge() -> EngineJudge {
        EngineJudge::with_starter(|| {
            let mut command = Command::new("sh");
            command.args(["-c", MOCK_WORKER]);
            Ok(Worker::start(command, None)?.with_timeout(Duration::from_millis(300)))
        })
    }

    #[test]
    fn a_process_that_dies_is_replaced() {
        let mut judge = judge();
        let text = "a(1);\ncrash(2, b);\nc = crash;\n";
        assert_eq!(judge.test(text).expect("it crashes"), Answer::Keep);
        let smaller = reduce(text, Language::Glsl, &mut |text| judge.test(text).expect("an answer"));
        assert_eq!(smaller.trim(), "crash;");
        assert_eq!(judge.description(), "; vulkan crashes");
        assert_eq!(judge.test("right").expect("an answer"), Answer::Drop);
        assert_eq!(judge.test("hang").expect("an answer"), Answer::Drop);
        assert_eq!(judge.test("crash").expect("an answer"), Answer::Keep);
        assert_eq!(judge.test("leave").expect("an answer"), Answer::Drop);
        assert_eq!(judge.test("unsound crash").expect("an answer"), Answer::Drop);
    }

    #[test]
    fn a_process_that_hangs_is_replaced() {
        let mut judge = judge();
        assert_eq!(judge.test("hang a").expect("it hangs"), Answer::Keep);
        assert_eq!(judge.test("a").expect("an answer"), Answer::Drop);
        assert_eq!(judge.test("hang").expect("it hangs"), Answer::Keep);
    }

    #[test]
    fn correct_and_unsound_programs_are_not_reduced() {
        for (text, message) in [("right", "does not fail on these engines"), ("unsound", "not usable: it is")]
        {
            let error = judge().test(text).expect_err(text);
            assert!(error.to_string().contains(message), "{error}");
        }
    }
}
