//! `nvc-fuzz reduce`: shrinks a program that shows a failure, as long as a shell command still succeeds or the
//! engines still report the same failure.

mod engines;
mod failure;
mod shell;

use super::engines::EngineName;
use crate::command::out;
use anyhow::{Context, Result, ensure};
use engines::EngineJudge;
use nvc::{Language, Source};
use nvc_lab::fuzz::reduce::{Answer, reduce};
use shell::CommandJudge;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Options of `reduce`.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("by").required(true).args(["command", "on"]))]
pub(crate) struct Args {
    /// The program; the reduced one is written next to it, as FILE.reduced.
    pub(super) file: PathBuf,
    /// A shell command that succeeds if the program shows the failure; the program's path is $1.
    #[arg(long, value_name = "CMD")]
    command: Option<String>,
    /// Keep the failure on these engines, named as for `check`: those that differ, fail, crash or hang must
    /// still do so, the others must not get worse, and no undefined behaviour may be added.
    #[arg(long, value_name = "ENGINE,..", value_delimiter = ',')]
    pub(super) on: Vec<EngineName>,
    /// With --on: seed of the inputs that the engines give the program.
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(super) seed: u64,
    /// The language: nvasm or glsl. By default, detected from the first line, then from the file name.
    #[arg(long, value_name = "LANGUAGE", value_parser = super::language)]
    lang: Option<Language>,
    /// Stop after this many seconds, with the smallest program so far.
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// Write the reduced program to this file instead of FILE.reduced.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Decides whether a candidate, a smaller version of the program, still shows the failure.
trait Judge {
    /// Tests a candidate. The first call tests the original program, and returns an error if that program does
    /// not show the failure. A later error ends the reduction, which keeps the smallest program so far.
    fn test(&mut self, text: &str) -> Result<Answer>;
    /// Describes the failure that the reduced program shows. Printed at the end of the last line of output.
    fn description(&self) -> String;
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    let text = std::fs::read_to_string(&args.file).with_context(|| args.file.display().to_string())?;
    let name = args.file.display().to_string();
    let language = args.lang.unwrap_or_else(|| Language::of(&Source::new(name, text.as_str())));
    let deadline = args.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let mut judge: Box<dyn Judge> = match &args.command {
        Some(command) => Box::new(CommandJudge::new(command, language, deadline)?),
        None => Box::new(EngineJudge::new(args, language, deadline)),
    };
    let output = args.output.clone().unwrap_or_else(|| beside(&args.file));
    ensure!(
        judge.test(&text)? == Answer::Keep,
        "the time limit was reached before {} was tested",
        args.file.display()
    );
    let (mut tests, mut done) = (1usize, Ok(()));
    let smaller = reduce(&text, language, &mut |text| {
        let answer = judge.test(text).and_then(|answer| {
            tests += usize::from(answer != Answer::Stop);
            if answer == Answer::Keep {
                write(&output, text)?;
            }
            Ok(answer)
        });
        answer.unwrap_or_else(|error| {
            done = Err(error);
            Answer::Stop
        })
    });
    write(&output, &smaller)?;
    let lines = |text: &str| text.lines().count();
    let (before, after) = (lines(&text), lines(&smaller));
    out::line(format_args!(
        "{before} lines reduced to {after} after {tests} tests: {}{}",
        output.display(),
        judge.description()
    ));
    done.map(|()| true)
}

fn beside(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".reduced");
    PathBuf::from(name)
}

/// Writes the smallest program so far. The write is atomic, so that the file is complete even if the
/// reduction is interrupted.
fn write(output: &Path, text: &str) -> Result<()> {
    let mut name = output.as_os_str().to_owned();
    name.push(".new");
    std::fs::write(&name, text)
        .and_then(|()| std::fs::rename(&name, output))
        .with_context(|| output.display().to_string())
}
