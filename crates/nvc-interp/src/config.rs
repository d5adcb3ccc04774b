//! The options of a run and its report.

use crate::trace::Invocation;
use nvc_diag::Diagnostics;
use nvc_ir::BindingMap;

/// Instructions that a run may execute, each counted once for a warp, if nothing else is said.
pub const DEFAULT_STEPS: u64 = 4_000_000_000;

/// How it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Lanes of a warp or subgroup, 1 to 32.
    pub lanes: u32,
    /// Instructions that may be executed, each counted once for a warp; more end the run.
    pub steps: u64,
    /// Whether to watch for what is undefined or almost surely a mistake.
    pub check: bool,
    /// Whether to count the instructions on floats whose result may be another on another device.
    pub exact: bool,
    /// The invocation whose instructions the tracer sees.
    pub trace: Option<Invocation>,
    /// Where variables without a resource of the source are bound.
    pub bindings: BindingMap,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            lanes: 32,
            steps: DEFAULT_STEPS,
            check: false,
            exact: false,
            trace: None,
            bindings: BindingMap::default(),
        }
    }
}

/// What a run has to say.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What [`Config::check`] found, in the order of first sight.
    pub findings: Diagnostics,
    /// What the program printed, in order.
    pub messages: Vec<String>,
    /// Instructions of the program on floats that were rounded somewhere, or had or gave a denormal, an
    /// infinity or a NaN, if [`Config::exact`] asks for them.
    pub inexact: usize,
    /// Instructions executed, each counted once for a warp.
    pub steps: u64,
}
