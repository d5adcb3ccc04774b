//! Block merging: appends a block to its only predecessor if that predecessor jumps to it. The merge and continue blocks of
//! headers stay.
//!
//! ```text
//! b0: x = ..; jump b1(x)    =>    b0: x = ..; z = iadd x, x; return z
//! b1(y): z = iadd y, y; return z
//! ```

use crate::analysis::{Edges, Positions};
use nvc_ir::entity::Entity;
use nvc_ir::{Block, Function, Target, Terminator};

/// Merges blocks. Returns whether anything changed.
pub(super) fn run(func: &mut Function, edges: &Edges, positions: &mut Option<Positions>) -> bool {
    let mut merged = vec![false; func.blocks.len()];
    let mut changed = false;
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        if merged[block.index()] {
            continue;
        }
        while let Terminator::Jump(target) = &func.blocks[block].term {
            let next = target.block;
            if next == block || edges.predecessors(next).len() != 1 || edges.is_structural(next) {
                break;
            }
            let target = target.clone();
            let moved = func.blocks[next].insts.len();
            append(func, block, &target);
            if let Some(positions) = positions {
                positions.moved(func, block, moved);
            }
            merged[next.index()] = true;
            changed = true;
        }
    }
    func.layout.retain(|block| !merged[block.index()]);
    changed
}

/// Moves the contents of a block to the end of the block that jumps to it.
fn append(func: &mut Function, block: Block, target: &Target) {
    let params = std::mem::take(&mut func.blocks[target.block].params);
    for (param, &arg) in params.iter().zip(&target.args) {
        func.replace(*param, arg);
    }
    let data = &mut func.blocks[target.block];
    let mut insts = std::mem::take(&mut data.insts);
    let term = std::mem::replace(&mut data.term, Terminator::Unreachable);
    let (term_loc, hint) = (data.term_loc, data.hint);
    let data = &mut func.blocks[block];
    data.insts.append(&mut insts);
    data.term = term;
    data.term_loc = term_loc;
    data.hint = hint;
}
