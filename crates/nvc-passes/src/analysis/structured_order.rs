//! The order of blocks that SPIR-V requires (SPIR-V §2.4, §2.11): dominators first, constructs before their merge blocks.

use nvc_ir::entity::Entity;
use nvc_ir::{Block, Function, Terminator};
use smallvec::SmallVec;

/// Returns the reachable blocks and the declared merge and continue blocks in structured order: the reverse postorder of a
/// search that visits a header's merge block first, then its continue block. The blocks of a construct are contiguous.
pub(crate) fn structured_order(func: &Function) -> Vec<Block> {
    let mut seen = vec![false; func.blocks.len()];
    let mut order = Vec::with_capacity(func.layout.len());
    // Blocks to visit, and blocks whose successors were all visited.
    let mut work: Vec<(Block, bool)> = func.layout.first().map(|&entry| (entry, false)).into_iter().collect();
    while let Some((block, finished)) = work.pop() {
        if finished {
            order.push(block);
            continue;
        }
        if std::mem::replace(&mut seen[block.index()], true) {
            continue;
        }
        work.push((block, true));
        let term = &func.blocks[block].term;
        // The search visits the last pushed block first, and that block comes last in the order.
        let mut next: SmallVec<[Block; 4]> = term.targets().map(|target| target.block).collect();
        if let Terminator::Loop { cont, .. } = *term {
            next.push(cont);
        }
        next.extend(term.merge());
        work.extend(next.into_iter().filter(|next| !seen[next.index()]).map(|next| (next, false)));
    }
    order.reverse();
    order
}
