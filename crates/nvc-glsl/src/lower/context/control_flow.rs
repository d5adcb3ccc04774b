//! Targets of `break` and `continue`, and the blocks of loops.

use super::ExprHandle;
use nvc_ir::Block;

/// A loop or switch that is being lowered.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct ControlFrame {
    /// The target of `break`.
    pub merge: Block,
    /// The target of `continue`; `None` for a switch.
    pub cont: Option<Block>,
    /// The last expression of a `for` loop's header.
    pub step: Option<ExprHandle>,
}

/// The blocks of a loop.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Loop {
    pub header: Block,
    pub cont: Block,
    pub merge: Block,
}
