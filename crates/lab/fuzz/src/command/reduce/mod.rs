//! Makes a program smaller while it still shows what is looked for: by a shell command, or on engines.

mod engines;
mod shell;
mod wrong;

use super::engines::Place;
use crate::command::out;
use anyhow::{Context, Result, ensure};
use engines::Trials;
use nvc::{Language, Source};
use nvc_fuzz::reduce::{Answer, reduce};
use shell::Shell;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Options of `reduce`.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("by").required(true).args(["command", "on"]))]
pub(crate) struct Args {
    /// The program; the smaller one is written beside it, as FILE.reduced.
    pub(super) file: PathBuf,
    /// A shell command that succeeds while the program shows what is looked for; it gets the
    /// program's path as $1.
    #[arg(long, value_name = "CMD")]
    command: Option<String>,
    /// Keep what is wrong on these engines, as `check` names them: what differs, fails, crashes or hangs does
    /// so still, what is right stays right, and nothing undefined is added.
    #[arg(long, value_name = "ENGINE,..", value_delimiter = ',')]
    pub(super) on: Vec<Place>,
    /// The seed whose inputs it gets on the engines.
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(super) seed: u64,
    /// Which language: nvasm or glsl; told by the file if not said.
    #[arg(long, value_name = "LANGUAGE", value_parser = super::language)]
    lang: Option<Language>,
    /// Stop after so many seconds, with what was reached by then.
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// Where the smaller program is written instead.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What says whether a program still shows it.
trait Judge {
    /// An error ends the reduction; what was reached stays.
    fn holds(&mut self, text: &str) -> Result<Answer>;
    /// What the smallest program shows, to stand at the end of the last line.
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
    ensure!(judge.holds(&text)? == Answer::Keep, "the time is over before {} was tried", args.file.display());
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

/// Writes the best so far. Whoever looks, or ends the reduction, never finds a part of it.
fn write(output: &Path, text: &str) -> Result<()> {
    let mut name = output.as_os_str().to_owned();
    name.push(".new");
    std::fs::write(&name, text)
        .and_then(|()| std::fs::rename(&name, output))
        .with_context(|| output.display().to_string())
}
