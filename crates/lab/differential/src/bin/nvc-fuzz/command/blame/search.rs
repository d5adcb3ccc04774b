//! Runs mutated programs on the interpreter in parallel. Ranks the mutations by the distance between the memory after such
//! a run and the engine's memory, that is, the memory after the run on the driver or device that is suspected of a
//! miscompilation.

use super::observed::{Distance, Observed};
use crate::command::engines::Probe;
use anyhow::Result;
use nvc_exec::case::Outputs;
use nvc_ir::Loc;
use nvc_lab::fuzz::blame::Change;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Number of nearest mutations that are combined in pairs if no single mutation reproduces the engine's memory.
const MAX_PAIRED: usize = 80;

/// Maximum number of mutations per statement that take part in pairs. Many mutations of a statement have
/// the same effect.
const MAX_PER_STATEMENT: usize = 4;

/// Number of nearest mutations that are combined with every other mutation if no pair reproduces the engine's memory.
const COMBINED_WITH_ALL: usize = 3;

/// What all runs of mutated programs share.
pub(super) struct Search<'a> {
    probe: &'a Probe,
    observed: &'a Observed,
    /// Memory after the unmutated program's run on the interpreter.
    expected: Outputs,
    /// Step limit of a mutated program.
    steps: u64,
    jobs: usize,
    deadline: Option<Instant>,
}

/// A set of mutations whose memory is nearer to the engine's than that of the unmutated program.
pub(super) struct Found {
    pub(super) distance: Distance,
    pub(super) changes: Vec<Change>,
}

/// The results of a search.
pub(super) struct Tried {
    /// The sets found, nearest first.
    pub(super) found: Vec<Found>,
    /// Number of interpreter runs.
    pub(super) count: usize,
}

impl Tried {
    /// Returns whether a set of mutations reproduces the engine's memory.
    pub(super) fn explained(&self) -> bool {
        self.found.first().is_some_and(|found| found.distance == Distance::Equal)
    }

    pub(super) fn add(&mut self, other: Tried) {
        self.count += other.count;
        self.found.extend(other.found);
        self.found.sort_by_key(|found| found.distance);
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(
        probe: &'a Probe,
        observed: &'a Observed,
        jobs: usize,
        limit: Option<Duration>,
    ) -> Result<Self> {
        let (expected, steps) = probe.run(probe.module(), u64::MAX)?;
        observed.check(&expected)?;
        let deadline = limit.map(|limit| Instant::now() + limit);
        Ok(Search { probe, observed, expected, steps: steps.saturating_mul(4), jobs, deadline })
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() > deadline)
    }

    /// Runs the program once with each set of mutations, until the deadline.
    pub(super) fn run_all(&self, sets: Vec<Vec<&Change>>) -> Tried {
        let (next, count) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let found = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..self.jobs {
                scope.spawn(|| {
                    while let Some((at, set)) = take(&next, &sets) {
                        if self.is_late() {
                            break;
                        }
                        count.fetch_add(1, Ordering::Relaxed);
                        if let (Some(distance), Ok(mut found)) = (self.distance(set), found.lock()) {
                            found.push((distance, at));
                        }
                    }
                });
            }
        });
        let mut found = found.into_inner().unwrap_or_default();
        found.sort_unstable();
        let changes = |at: usize| sets[at].iter().copied().cloned().collect();
        let found =
            found.into_iter().map(|(distance, at)| Found { distance, changes: changes(at) }).collect();
        Tried { found, count: count.into_inner() }
    }

    /// Runs all pairs of the nearest mutations.
    pub(super) fn pairs(&self, tried: &Tried) -> Tried {
        let near = self.nearest(tried, MAX_PAIRED, MAX_PER_STATEMENT);
        let pairs =
            near.iter().enumerate().flat_map(|(at, &a)| near[at + 1..].iter().map(move |&b| vec![a, b]));
        self.run_all(pairs.collect())
    }

    /// Runs every mutation combined with each of the [`COMBINED_WITH_ALL`] nearest ones.
    pub(super) fn with_nearest(&self, tried: &Tried, changes: &[Change]) -> Tried {
        let near = self.nearest(tried, COMBINED_WITH_ALL, 1);
        let both = near.iter().flat_map(|&first| changes.iter().map(move |change| vec![first, change]));
        self.run_all(both.collect())
    }

    /// Returns the nearest single mutations: at most `max`, and at most `per_statement` in one statement.
    fn nearest<'b>(&self, tried: &'b Tried, max: usize, per_statement: usize) -> Vec<&'b Change> {
        let mut counts: HashMap<Loc, usize> = HashMap::new();
        let single = tried.found.iter().filter_map(|found| match &found.changes[..] {
            [change] => Some(change),
            _ => None,
        });
        let few = single.filter(|change| {
            let count = counts.entry(change.loc(self.probe.module())).or_default();
            *count += 1;
            *count <= per_statement
        });
        few.take(max).collect()
    }

    /// Runs the program with a set of mutations. Returns the distance of the resulting memory, or `None` if that is not
    /// nearer to the engine's than the unmutated program's.
    fn distance(&self, set: &[&Change]) -> Option<Distance> {
        let (first, more) = set.split_first()?;
        let module =
            more.iter().fold(first.apply(self.probe.module()), |module, change| change.apply(&module));
        // A mutated program whose run fails, for example at the step limit, does not explain the memory.
        let (outputs, _) = self.probe.run(&module, self.steps).ok()?;
        self.observed.distance(&self.expected, &outputs)
    }
}

/// Returns the next item that no thread has taken, with its index.
fn take<'a, T>(next: &AtomicUsize, of: &'a [T]) -> Option<(usize, &'a T)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    of.get(at).map(|item| (at, item))
}
