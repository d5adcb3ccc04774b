//! Records which rules fired, for the prover (`nvc-prove`). Without the feature `proofs`, records nothing.

use nvc_ir::Op;

/// The name under which constant folding is recorded.
pub(crate) const FOLD: &str = "fold";

/// The rules that fired, innermost first, each with the operation that it replaced.
#[derive(Default)]
pub(crate) struct Trace {
    #[cfg(feature = "proofs")]
    pub(crate) fired: Vec<(Op, &'static str)>,
}

impl Trace {
    /// Records a rule.
    #[cfg_attr(not(feature = "proofs"), allow(clippy::unused_self, unused_variables))]
    pub(super) fn fired(&mut self, op: Op, rule: &'static str) {
        #[cfg(feature = "proofs")]
        self.fired.push((op, rule));
    }
}
