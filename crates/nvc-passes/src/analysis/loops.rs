//! The innermost loop of each block.

use nvc_ir::entity::Entity;
use nvc_ir::{Block, Function, Terminator};

/// A loop of a function: 1 is the first loop in layout order; 0 means outside all loops.
pub(crate) type LoopId = u32;

/// The innermost loop of each block, by the block's index. A loop header is inside its loop.
pub(crate) fn innermost_loops(func: &Function) -> Vec<LoopId> {
    let mut loops = vec![0; func.blocks.len()];
    // The enclosing loops with their merge blocks. In the layout all blocks of a loop come before its merge block.
    let mut enclosing: Vec<(LoopId, Block)> = Vec::new();
    let mut count = 0;
    for (block, data) in func.blocks_in_order() {
        while enclosing.last().is_some_and(|&(_, merge)| merge == block) {
            enclosing.pop();
        }
        if let Terminator::Loop { merge, .. } = data.term {
            count += 1;
            enclosing.push((count, merge));
        }
        loops[block.index()] = enclosing.last().map_or(0, |&(id, _)| id);
    }
    loops
}
