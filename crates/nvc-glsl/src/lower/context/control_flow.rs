//! Targets of `break` and `continue` during the lowering of statements.

use super::ExprHandle;
use nvc_ir::Block;
use nvc_ir::structured::Loop;

/// A loop or switch that is being lowered.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct ControlFrame {
    /// The target of `break`.
    pub merge: Block,
    /// The target of `continue`; `None` for a switch.
    pub continue_block: Option<Block>,
    /// The expression of a `for` loop that runs after each iteration.
    pub step: Option<ExprHandle>,
}

impl ControlFrame {
    /// Creates the frame of a loop.
    pub fn of_loop(construct: &Loop, step: Option<ExprHandle>) -> Self {
        ControlFrame { merge: construct.merge(), continue_block: Some(construct.continue_block()), step }
    }
}
