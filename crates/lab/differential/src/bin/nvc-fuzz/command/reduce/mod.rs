//! `nvc-fuzz reduce`: reduces a program that shows a failure, while a shell command or the engines still
//! report the same failure.

mod engines;
mod shell;
mod wrong;

use super::engines::Place;
use crate::command::out;
use anyhow::{Context, Result, ensure};
use engines::Trials;
use nvc::{Language, Source};
use nvc_lab::fuzz::reduce::{Answer, reduce};
use shell::Shell;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Options of `reduce`.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("by").required(true).args(["command", "on"]))]
pub(crate) struct Args {
    /// The program; the reduced one is written next to it, as FILE.reduced.
    pub(super) file: PathBuf,
    /// A shell command that succeeds while the program shows the failure; the program's path is $1.
    #[arg(long, value_name = "CMD")]
    command: Option<String>,
    /// Keep the failure on these engines, named as for `check`: those that differ, fail, crash or hang still
    /// do, the others still agree, and no undefined behaviour is added.
    #[arg(long, value_name = "ENGINE,..", value_delimiter = ',')]
    pub(super) on: Vec<Place>,
    /// Seed of the program's inputs on the engines.
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(super) seed: u64,
    /// The language: nvasm or glsl. By default, the file name decides.
    #[arg(long, value_name = "LANGUAGE", value_parser = super::language)]
    lang: Option<Language>,
    /// Stop after this many seconds, with the smallest program so far.
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// Write the reduced program to this file instead.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Decides whether a candidate still shows the failure.
trait Judge {
    /// Tests a candidate. An error ends the reduction and keeps the smallest program so far.
    fn holds(&mut self, text: &str) -> Result<Answer>;
    /// Describes the failure that the reduced program shows. Printed at the end of the last line of output.
    fn words(&self) -> String;
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    let text = std::fs::read_to_string(&args.file).with_context(|| args.file.display().to_string())?;
    let name = args.file.display().to_string();
    let language = args.lang.unwrap_or_else(|| Language::of(&Source::new(name, text.as_str())));
    let deadline = args.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let mut judge: Box<dyn Judge> = match &args.command {
        Some(command) => Box::new(Shell::new(command, language, deadline)?),
        None => Box::new(Trials::new(args, language, deadline)),
    };
    let output = args.output.clone().unwrap_or_else(|| beside(&args.file));
    ensure!(judge.holds(&text)? == Answer::Keep, "the time was up before {} was tried", args.file.display());
    let (mut tries, mut done) = (1usize, Ok(()));
    let smaller = reduce(&text, language, &mut |text| {
        let answer = judge.holds(text).and_then(|answer| {
            tries += usize::from(answer != Answer::Stop);
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
        "{after} lines of {before} in {tries} tries: {}{}",
        output.display(),
        judge.words()
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
