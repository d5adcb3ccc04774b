//! Runs mutations in parallel, and ranks them by the distance between their memory and the engine's.

use super::seen::{Near, Seen};
use crate::command::engines::Probe;
use anyhow::Result;
use nvc_exec::case::Outputs;
use nvc_ir::Loc;
use nvc_lab::fuzz::blame::Change;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Number of nearest mutations that are combined in pairs if no single mutation explains the memory.
const PAIRED: usize = 80;

/// Maximum number of mutations per statement that take part in pairs. Many mutations of a statement have
/// the same effect.
const ALIKE: usize = 4;

/// Number of nearest mutations that are combined with every other mutation if no pair explains the memory.
const FIRST: usize = 3;

pub(super) struct Search<'a> {
    probe: &'a Probe,
    seen: &'a Seen,
    /// Memory that the unmutated program leaves on the interpreter.
    right: Outputs,
    /// Step limit of a mutated program.
    steps: u64,
    jobs: usize,
    deadline: Option<Instant>,
}

/// A set of mutations whose memory is nearer to the engine's than the unmutated program's is.
pub(super) struct Found {
    pub(super) near: Near,
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
    pub(super) fn explained(&self) -> bool {
        self.found.first().is_some_and(|found| found.near == Near::Same)
    }

    pub(super) fn add(&mut self, other: Tried) {
        self.count += other.count;
        self.found.extend(other.found);
        self.found.sort_by_key(|found| found.near);
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(
        probe: &'a Probe,
        seen: &'a Seen,
        jobs: usize,
        limit: Option<Duration>,
    ) -> Result<Self> {
        let (right, steps) = probe.run(probe.module(), u64::MAX)?;
        seen.check(&right)?;
        let deadline = limit.map(|limit| Instant::now() + limit);
        Ok(Search { probe, seen, right, steps: steps.saturating_mul(4), jobs, deadline })
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() > deadline)
    }

    /// Runs the program once with each set of mutations.
    pub(super) fn all(&self, sets: Vec<Vec<&Change>>) -> Tried {
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
                        if let (Some(near), Ok(mut found)) = (self.near(set), found.lock()) {
                            found.push((near, at));
                        }
                    }
                });
            }
        });
        let mut found = found.into_inner().unwrap_or_default();
        found.sort_unstable();
        let changes = |at: usize| sets[at].iter().copied().cloned().collect();
        let found = found.into_iter().map(|(near, at)| Found { near, changes: changes(at) }).collect();
        Tried { found, count: count.into_inner() }
    }

    /// Runs all pairs of the nearest mutations.
    pub(super) fn pairs(&self, tried: &Tried) -> Tried {
        let near = self.nearest(tried, PAIRED, ALIKE);
        let pairs =
            near.iter().enumerate().flat_map(|(at, &a)| near[at + 1..].iter().map(move |&b| vec![a, b]));
        self.all(pairs.collect())
    }

    /// Runs every mutation combined with each of the [`FIRST`] nearest ones.
    pub(super) fn with_nearest(&self, tried: &Tried, changes: &[Change]) -> Tried {
        let near = self.nearest(tried, FIRST, 1);
        let both = near.iter().flat_map(|&first| changes.iter().map(move |change| vec![first, change]));
        self.all(both.collect())
    }

    /// Returns the nearest single mutations: at most `most`, and at most `alike` in one statement.
    fn nearest<'b>(&self, tried: &'b Tried, most: usize, alike: usize) -> Vec<&'b Change> {
        let mut places: HashMap<Loc, usize> = HashMap::new();
        let single = tried.found.iter().filter_map(|found| match &found.changes[..] {
            [change] => Some(change),
            _ => None,
        });
        let few = single.filter(|change| {
            let count = places.entry(change.loc(self.probe.module())).or_default();
            *count += 1;
            *count <= alike
        });
        few.take(most).collect()
    }

    fn near(&self, set: &[&Change]) -> Option<Near> {
        let (first, more) = set.split_first()?;
        let module =
            more.iter().fold(first.apply(self.probe.module()), |module, change| change.apply(&module));
        // A mutated program that divides by 0 or exceeds the step limit does not explain the memory.
        let (left, _) = self.probe.run(&module, self.steps).ok()?;
        self.seen.near(&self.right, &left)
    }
}

fn take<'a, T>(next: &AtomicUsize, of: &'a [T]) -> Option<(usize, &'a T)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    of.get(at).map(|item| (at, item))
}
