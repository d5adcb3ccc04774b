//! Options and report of an interpreter run.

use crate::trace::Invocation;
use nvc_diag::{Diagnostics, Limit, Limits};
use nvc_ir::BindingMap;

/// Default limit on the number of steps.
pub const DEFAULT_STEPS: u64 = Limit::RunSteps.default_value();

/// Options of an interpreter run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Number of lanes in a warp or subgroup, 1 to 32.
    pub lanes: u32,
    /// The limits of a run, such as [`Limit::RunSteps`]. A run that exceeds one fails.
    pub limits: Limits,
    /// Whether to check for undefined behaviour and likely mistakes.
    pub check: bool,
    /// Whether to count floating-point instructions whose results may differ between devices.
    pub exact: bool,
    /// The invocation to trace, if any.
    pub trace: Option<Invocation>,
    /// The map from bindings to resources, for variables that have only a set and binding.
    pub bindings: BindingMap,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            lanes: 32,
            limits: Limits::default(),
            check: false,
            exact: false,
            trace: None,
            bindings: BindingMap::classes(),
        }
    }
}

/// Report of an interpreter run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The findings of [`Config::check`], in the order of their first occurrence.
    pub findings: Diagnostics,
    /// The messages that the program printed, in order.
    pub messages: Vec<String>,
    /// With [`Config::exact`], the number of floating-point instructions in the program that ever rounded, or
    /// had a denormal, an infinity or a NaN as an operand or result.
    pub inexact: usize,
    /// Number of steps. An addition in a whole warp is one step, slower instructions are several.
    pub steps: u64,
}
