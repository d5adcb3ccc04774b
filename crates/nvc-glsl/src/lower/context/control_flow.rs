//! Open constructs and the blocks of loops.

use super::E;
use nvc_ir::Block;

/// An open construct that `break` or `continue` leaves.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Frame {
    /// Where `break` leads.
    pub merge: Block,
    /// Where `continue` leads; `None` for a switch.
    pub cont: Option<Block>,
    /// What a `for` does behind each round.
    pub step: Option<E>,
}

/// The blocks of a loop.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Loop {
    pub header: Block,
    pub cont: Block,
    pub merge: Block,
}
