//! `nvc compile --watch`: recompiles the inputs that a changed file affects.

use crate::compile::{Job, Outcome, Runner};
use crate::report;
use crate::status::Status;
use anyhow::{Context, Result, bail};
use notify::{Event, EventKind, RecursiveMode, Watcher};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Debounce time: an editor that saves a file causes several events, which count as one change if they are
/// at most this far apart.
const SETTLED: Duration = Duration::from_millis(50);

/// Compiles the jobs, then recompiles each job when a file that it reads changes. Returns only if files can
/// no longer be watched.
pub(crate) fn watch(jobs: &[Job], include: &[PathBuf], runner: &Runner<'_>) -> Result<Status> {
    let (sender, events) = channel();
    let mut watcher = notify::recommended_watcher(sender).context("cannot watch files")?;
    let mut folders = Folders { watched: BTreeSet::new(), watcher: &mut watcher };
    let outputs: BTreeSet<PathBuf> = jobs.iter().flat_map(Job::outputs).map(canonical).collect();
    let mut states: Vec<State> = jobs.iter().map(|_| State::default()).collect();
    // Include folders are watched because a missing include may appear in any of them.
    include.iter().filter(|folder| folder.is_dir()).try_for_each(|folder| folders.add(canonical(folder)))?;
    let mut wanted: Vec<usize> = (0..jobs.len()).collect();
    loop {
        compile(jobs, &wanted, runner, &mut states)?;
        for path in states.iter().flat_map(|state| &state.reads) {
            if let Some(folder) = path.parent().filter(|folder| folder.is_dir()) {
                folders.add(folder.to_owned())?;
            }
        }
        if !runner.quiet {
            let files: BTreeSet<&PathBuf> = states.iter().flat_map(|state| &state.reads).collect();
            let noun = if files.len() == 1 { "file" } else { "files" };
            report::print(&format!("watching {} {noun}; Ctrl-C ends\n", files.len()));
        }
        wanted = loop {
            let changed = changes(&events)?;
            let changed: Vec<PathBuf> =
                changed.into_iter().filter(|path| !outputs.contains(path) && !is_temporary(path)).collect();
            let indices: Vec<usize> = (0..jobs.len())
                .filter(|&index| states.get(index).is_some_and(|s| s.is_touched(&changed)))
                .collect();
            if !indices.is_empty() {
                break indices;
            }
        };
    }
}

/// The state of a job after its last compilation.
#[derive(Default)]
struct State {
    reads: BTreeSet<PathBuf>,
    failed: bool,
}

impl State {
    /// Returns whether the changed files may affect the result. A failed job may lack a file of any name, so
    /// any change affects it.
    fn is_touched(&self, changed: &[PathBuf]) -> bool {
        changed.iter().any(|path| self.reads.contains(path)) || (self.failed && !changed.is_empty())
    }
}

/// Compiles the jobs with these indices, and records the files that they read.
fn compile(jobs: &[Job], indices: &[usize], runner: &Runner<'_>, states: &mut [State]) -> Result<()> {
    let start = Instant::now();
    let wanted: Vec<&Job> = indices.iter().filter_map(|&index| jobs.get(index)).collect();
    let outcomes = runner.all(&wanted)?;
    runner.print(&outcomes);
    if !runner.quiet {
        report::print(&summary(&wanted, &outcomes, start.elapsed()));
    }
    for (&index, outcome) in indices.iter().zip(outcomes) {
        if let Some(state) = states.get_mut(index) {
            let reads = outcome.read.iter().map(|path| canonical(path)).collect();
            *state = State { reads, failed: outcome.status != Status::Done };
        }
    }
    Ok(())
}

/// Summarises a compilation in one line.
fn summary(jobs: &[&Job], outcomes: &[Outcome], time: Duration) -> String {
    let done = outcomes.iter().filter(|outcome| outcome.status == Status::Done).count();
    let what = match jobs {
        [job] if done == 1 => format!("compiled {}", job.input.display()),
        [job] => format!("failed {}", job.input.display()),
        _ => format!("compiled {done} of {}", jobs.len()),
    };
    report::line("", &format!("{what} in {} ms", time.as_millis()))
}

/// Waits for a change. Returns all files that changed until no event occurred for [`SETTLED`].
fn changes(events: &Receiver<notify::Result<Event>>) -> Result<BTreeSet<PathBuf>> {
    let mut changed = BTreeSet::new();
    let mut next = events.recv().context("cannot watch files")?;
    loop {
        let event = next.context("cannot watch files")?;
        // Access events are ignored, because compiling reads files.
        if !matches!(event.kind, EventKind::Access(_)) {
            changed.extend(event.paths.iter().map(|path| canonical(path)));
        }
        next = match events.recv_timeout(SETTLED) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => return Ok(changed),
            Err(RecvTimeoutError::Disconnected) => bail!("cannot watch files any more"),
        };
    }
}

/// Returns whether a file is hidden or a backup. Editors create such files temporarily, and so does the
/// writing of outputs.
fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') || name.ends_with('~')
}

/// Returns a canonical path for a file that may not exist: its folder with symbolic links resolved, and its
/// name.
fn canonical(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    match (absolute.parent().and_then(|folder| folder.canonicalize().ok()), absolute.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => absolute,
    }
}

/// The watched folders. Folders are watched instead of files, because editors often save a file under
/// another name and rename it, which ends the watch of a single file.
struct Folders<'a, W> {
    watched: BTreeSet<PathBuf>,
    watcher: &'a mut W,
}

impl<W: Watcher> Folders<'_, W> {
    fn add(&mut self, folder: PathBuf) -> Result<()> {
        if !self.watched.contains(&folder) {
            self.watcher
                .watch(&folder, RecursiveMode::NonRecursive)
                .with_context(|| format!("cannot watch {}", folder.display()))?;
            self.watched.insert(folder);
        }
        Ok(())
    }
}
