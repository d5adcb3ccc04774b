//! Blocks that are reachable from the entry.

use nvc_ir::entity::Entity;
use nvc_ir::{Block, Function};

/// Whether each block is reachable from the entry, by the block's index.
pub(crate) fn reachable(func: &Function) -> Vec<bool> {
    let mut seen = vec![false; func.blocks.len()];
    let mut work: Vec<Block> = func.layout.first().copied().into_iter().collect();
    while let Some(block) = work.pop() {
        if !std::mem::replace(&mut seen[block.index()], true) {
            work.extend(func.blocks[block].term.targets().map(|t| t.block));
        }
    }
    seen
}
