//! The way through an arm of a construct.

use crate::analysis::Edges;
use nvc_ir::{Block, Function, Target, Terminator};

/// The block by which control leaves an arm of a header for its merge block, at the outermost
/// level of the arm; the header itself for an edge straight to the merge block. `None` if the arm
/// ends elsewhere.
pub(super) fn arm_end(
    func: &Function,
    edges: &Edges,
    header: Block,
    arm: &Target,
    merge: Block,
) -> Option<Block> {
    let (mut from, mut at, mut jumped) = (header, arm.block, true);
    // Each block leads on at one place: past a nested construct at its merge block.
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
