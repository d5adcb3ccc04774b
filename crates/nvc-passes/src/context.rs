//! What a pass is told beside the module.

use crate::CoopMatrices;
use nvc_diag::{Diagnostic, Diagnostics, Reported};
use nvc_ir::{BindingMap, TargetEnv};

/// How much work goes into small and fast output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum OptLevel {
    /// Only what lowering needs.
    None,
    /// The whole pipeline.
    #[default]
    Full,
}

/// Options of the middle end.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What to compile for.
    pub target_env: TargetEnv,
    /// Where resources are bound.
    pub bindings: BindingMap,
    /// How hard to try.
    pub opt_level: OptLevel,
    /// Whose cooperative matrices are wanted; those of the source if not given.
    pub coopmat: Option<CoopMatrices>,
    /// Verify the module after every pass. Costs about as much as the passes; debug builds and
    /// tests always do.
    pub verify: bool,
}

/// Options and diagnostics, for the pass that runs.
pub struct Context<'a> {
    /// The options of this run.
    pub options: &'a Options,
    /// Where findings go.
    pub diags: &'a mut Diagnostics,
}

impl Context<'_> {
    /// Reports a finding; the pipeline stops behind the pass.
    pub fn report(&mut self, diagnostic: Diagnostic) -> Reported {
        self.diags.report(diagnostic)
    }
}
