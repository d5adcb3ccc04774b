//! Finds the end of an arm of a selection or loop.

use crate::analysis::Edges;
use nvc_ir::{Block, Function, Target, Terminator};

/// The last block of an arm: the one that jumps to the merge block at the arm's own nesting level, outside nested
/// constructs. For an edge straight to the merge block this is the header. `None` if the arm ends elsewhere
/// (in a break, a continue or a return).
pub(super) fn arm_end(
    func: &Function,
    edges: &Edges,
    header: Block,
    arm: &Target,
    merge: Block,
) -> Option<Block> {
    let (mut from, mut at, mut jumped) = (header, arm.block, true);
    // After a nested construct, the arm continues at the construct's merge block.
    for _ in 0..=func.layout.len() {
        if at == merge {
            return Some(from);
        }
        // A jump to another merge or continue block leaves the arm.
        if jumped && edges.is_structural(at) {
            return None;
        }
        let term = &func.blocks[at].term;
        from = at;
        (at, jumped) = match term {
            Terminator::Jump(target) => (target.block, true),
            _ => (term.merge()?, false),
        };
    }
    None
}
