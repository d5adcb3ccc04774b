//! `nvc-conformance workarounds`: finds out which drivers still need which workaround, by running each
//! reproducer on each device with its workaround off and on.

use crate::cases;
use crate::column::Column;
use crate::matrix;
use crate::pool::Worker;
use crate::verdict::Verdict;
use crate::worker::{Reproducer, Request};
use anyhow::{Context as _, Result, ensure};
use nvc::{Workaround, Workarounds};
use nvc_lab::cases::Language;
use std::fmt;
use std::path::{Path, PathBuf};

/// Options of `workarounds`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder of test data, whose subfolder `workarounds` contains the reproducers.
    #[arg(long, value_name = "DIR", default_value = "testdata")]
    testdata: PathBuf,
    /// Run only on this engine: legal or vulkan:N. May be given several times. Default: all Vulkan devices.
    #[arg(long, value_name = "COLUMN")]
    only: Vec<Column>,
    /// Run only the reproducers of workarounds whose id contains this text.
    #[arg(default_value = "")]
    filter: String,
}

/// Whether a device needs a workaround.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Finding {
    /// The reproducer passes both with and without the workaround.
    NotNeeded,
    /// The reproducer passes only with the workaround. Contains the failure without it.
    Needed(String),
    /// The reproducer fails with the workaround, whether or not it passes without. Contains the failure.
    Fails(String),
    /// The reproducer cannot run, for the same reason with and without the workaround: usually because the device
    /// lacks a feature. Contains the reason.
    Unknown(String),
}

impl Finding {
    /// Derives the finding from the verdicts with the workaround off and on.
    fn of(off: Verdict, on: Verdict) -> Self {
        match (off, on) {
            (Verdict::Same, Verdict::Same) => Finding::NotNeeded,
            (Verdict::Differs(fault) | Verdict::CannotRun(fault), Verdict::Same) => Finding::Needed(fault),
            (Verdict::CannotRun(off), Verdict::CannotRun(on)) if off == on => Finding::Unknown(on),
            (_, Verdict::Differs(fault) | Verdict::CannotRun(fault)) => Finding::Fails(fault),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = |text: &str| text.lines().next().unwrap_or_default().to_owned();
        match self {
            Finding::NotNeeded => f.write_str("not needed"),
            Finding::Needed(fault) => write!(f, "needed; without it: {}", first(fault)),
            Finding::Fails(fault) => write!(f, "fails with it: {}", first(fault)),
            Finding::Unknown(reason) => write!(f, "cannot run: {}", first(reason)),
        }
    }
}

/// Runs the reproducers. Returns false if one fails with its workaround; one that cannot run at all does not count.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let chosen: Vec<Workaround> =
        Workaround::ALL.iter().copied().filter(|workaround| workaround.id().contains(&args.filter)).collect();
    ensure!(!chosen.is_empty(), "no workaround has an id that contains `{}`", args.filter);
    let columns = if args.only.is_empty() { matrix::vulkan_columns() } else { args.only.clone() };
    let mut effective = true;
    let mut ran = false;
    for column in columns {
        let mut worker = match Worker::start(column) {
            Ok(worker) => worker,
            Err(error) => {
                println!("{column}: skipped: {error:#}");
                continue;
            }
        };
        ran = true;
        println!("{column}: {}", worker.facts.name);
        for &workaround in &chosen {
            let dir = args.testdata.join("workarounds").join(workaround.id());
            let (mut without, mut with) = (Workarounds::ALL, Workarounds::ALL);
            without.remove(workaround);
            with.insert(workaround);
            let off = ask(column, &mut worker, &dir, workaround, without)?;
            let on = ask(column, &mut worker, &dir, workaround, with)?;
            let finding = Finding::of(off, on);
            effective &= !matches!(finding, Finding::Fails(_));
            println!("  {}: {finding}", workaround.id());
        }
    }
    ensure!(ran, "no device can run the reproducers");
    Ok(effective)
}

/// Runs a reproducer with the given set of workarounds. A worker that dies is replaced.
fn ask(
    column: Column,
    worker: &mut Worker,
    dir: &Path,
    workaround: Workaround,
    set: Workarounds,
) -> Result<Verdict> {
    let glsl = cases::has(dir, Language::Glsl);
    ensure!(glsl || cases::has(dir, Language::Assembly), "{} has no program", dir.display());
    let dir = dir.canonicalize().with_context(|| dir.display().to_string())?;
    let reproducer = Some(Reproducer { unoptimised: workaround.row().unoptimised });
    match worker.ask(&Request { dir, glsl, workarounds: set.to_string(), reproducer }) {
        Ok(verdict) => Ok(verdict),
        Err(end) => {
            *worker = Worker::start(column)?;
            Ok(Verdict::CannotRun(end))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_follow_from_both_results() {
        let differs = || Verdict::Differs("storage 1".into());
        let dies = |signal: &str| Verdict::CannotRun(format!("the process dies: {signal}"));
        assert_eq!(Finding::of(Verdict::Same, Verdict::Same), Finding::NotNeeded);
        assert_eq!(Finding::of(differs(), Verdict::Same), Finding::Needed("storage 1".into()));
        assert!(matches!(Finding::of(dies("11"), Verdict::Same), Finding::Needed(_)));
        assert!(matches!(Finding::of(Verdict::Same, differs()), Finding::Fails(_)));
        assert!(matches!(Finding::of(dies("6"), dies("6")), Finding::Unknown(_)));
        assert!(matches!(Finding::of(differs(), dies("6")), Finding::Fails(_)));
    }
}
