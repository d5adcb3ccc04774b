//! The budget of a compilation: its limits, the work done so far, and whether it must stop.

use crate::limits::{Limit, Limits};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A switch that stops compilations from another thread. Clones share its state.
///
/// A compilation checks the switch before and after each phase and pass, and in loops whose length depends on the input. If
/// the switch is on, the compilation fails with the diagnostic `N0502`.
#[derive(Clone, Debug, Default)]
pub struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    /// Creates a switch that is off.
    pub fn new() -> Self {
        Self::default()
    }

    /// Turns the switch on. This stops all compilations that have the switch, including those that start later.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether [`cancel`](Self::cancel) was called.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits of one compilation, and the work that it has done.
#[derive(Clone, Debug, Default)]
pub(crate) struct Budget {
    pub limits: Limits,
    cancellation: Option<Cancellation>,
    /// When `Limit::Time` is exceeded; `None` if time is not limited. The clock is then never read, because some platforms
    /// have none.
    deadline: Option<Instant>,
    /// Number of steps done so far, compared with `Limit::Work`.
    pub work: u64,
}

/// The reason why a compilation must stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    Cancelled,
    Deadline,
}

impl Budget {
    /// Creates the budget of a compilation that starts now.
    pub fn new(limits: Limits, cancellation: Option<Cancellation>) -> Self {
        let limited = |&time: &u64| time < Limit::Time.default_value();
        let time = Some(limits.get(Limit::Time)).filter(limited);
        let deadline = time.and_then(|time| Instant::now().checked_add(Duration::from_millis(time)));
        Budget { limits, cancellation, deadline, work: 0 }
    }

    /// Returns why the compilation must stop; `None` if it may continue.
    pub fn stop(&self) -> Option<Stop> {
        if self.cancellation.as_ref().is_some_and(Cancellation::is_cancelled) {
            return Some(Stop::Cancelled);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Stop::Deadline)
    }
}
