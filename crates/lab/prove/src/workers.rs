//! Runs proofs on several threads, each with its own solver.

use crate::solver::{Limits, Solver};
use anyhow::{Result, anyhow};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Number of items after which a thread replaces its solver, which never frees the terms of earlier queries.
const ITEMS: usize = 2000;

/// Applies `f` to each item and returns the results in the order of the items. `limits` apply to each query of the solvers.
pub fn map<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    limits: impl Into<Limits>,
    f: impl Fn(&Solver, &T) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let limits = limits.into();
    let next = AtomicUsize::new(0);
    let work = || -> Result<Vec<(usize, R)>> {
        let mut results = Vec::new();
        let mut solver = Solver::start(limits)?;
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { return Ok(results) };
            results.push((at, f(&solver, item)?));
            if results.len() % ITEMS == 0 {
                solver = Solver::start(limits)?;
            }
        }
    };
    let mut results = std::thread::scope(|scope| -> Result<Vec<(usize, R)>> {
        let running: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let mut all = Vec::new();
        for thread in running {
            all.extend(thread.join().map_err(|_| anyhow!("a worker panicked"))??);
        }
        Ok(all)
    })?;
    results.sort_by_key(|&(at, _)| at);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}
