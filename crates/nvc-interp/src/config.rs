//! The options of a run and its report.

use crate::trace::Invocation;
use nvc_diag::Diagnostics;
use nvc_ir::BindingMap;

/// Default step limit of a run: instructions, counted per warp.
pub const DEFAULT_STEPS: u64 = 4_000_000_000;

/// Options of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Lanes of a warp or subgroup, 1 to 32.
    pub lanes: u32,
    /// Maximum number of instructions, counted per warp. A run that exceeds it fails.
    pub steps: u64,
    /// Whether to check for undefined behaviour and likely mistakes.
    pub check: bool,
    /// Whether to count floating-point instructions whose results may differ between devices.
    pub exact: bool,
    /// The invocation to trace.
    pub trace: Option<Invocation>,
    /// The binding map, for variables that have only a set and binding.
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
            bindings: BindingMap::classes(),
        }
    }
}

/// The report of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The findings of [`Config::check`], in the order of their first occurrence.
    pub findings: Diagnostics,
    /// The messages that the program printed, in order.
    pub messages: Vec<String>,
    /// With [`Config::exact`], the number of floating-point instructions in the program that rounded, or whose
    /// operands or results were a denormal, an infinity or a NaN.
    pub inexact: usize,
    /// Number of executed instructions, counted per warp.
    pub steps: u64,
}
