//! Follows an arm of a selection or loop to the merge block.

use crate::analysis::Edges;
use nvc_ir::{Block, Function, Target, Terminator};

/// The block that ends an arm of a header: its jump to the merge block leaves the arm at the arm's own nesting
/// level. For an edge straight to the merge block this is the header itself. `None` if the arm ends elsewhere
/// (a break, a continue, a return).
pub(super) fn arm_end(
    func: &Function,
    edges: &Edges,
    header: Block,
    arm: &Target,
    merge: Block,
) -> Option<Block> {
    let (mut from, mut at, mut jumped) = (header, arm.block, true);
    // A nested construct continues at its own merge block.
    for _ in 0..=func.layout.len() {
        if at == merge {
            return Some(from);
        }
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
