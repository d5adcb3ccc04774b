//! What a compilation may use: limits, work done, and whether it is to stop.

use crate::limits::{Limit, Limits};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Stops compilations from another thread. Clones are the same switch.
///
/// A compilation asks before and after each phase and pass, and in loops whose length depends on the input. It then fails with the
/// diagnostic `N0502`.
#[derive(Clone, Debug, Default)]
pub struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    /// A switch that is off.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops the compilations that have this switch, now and later.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`cancel`](Self::cancel) was called.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits of one compilation and what it has used of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Budget {
    pub limits: Limits,
    cancellation: Option<Cancellation>,
    /// When `Limit::Time` is used up. Without the limit the clock is not read, which some platforms do not have.
    deadline: Option<Instant>,
    /// Work done.
    pub work: u64,
}

/// Why a compilation stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    Cancelled,
    Deadline,
}

impl Budget {
    /// The budget of a compilation that starts now.
    pub fn new(limits: Limits, cancellation: Option<Cancellation>) -> Self {
        let limited = |&time: &u64| time < Limit::Time.default_value();
        let time = Some(limits.get(Limit::Time)).filter(limited);
        let deadline = time.and_then(|time| Instant::now().checked_add(Duration::from_millis(time)));
        Budget { limits, cancellation, deadline, work: 0 }
    }

    /// Whether the compilation is to stop.
    pub fn stop(&self) -> Option<Stop> {
        if self.cancellation.as_ref().is_some_and(Cancellation::is_cancelled) {
            return Some(Stop::Cancelled);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Stop::Deadline)
    }
}
