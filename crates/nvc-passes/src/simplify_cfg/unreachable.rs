//! Removal of unreachable blocks.
//!
//! The merge and continue blocks of reachable headers must exist (SPIR-V §2.11). If they are unreachable, they are emptied
//! instead: a merge block ends in `unreachable`; a continue block keeps the back edge, with undefined arguments.

use crate::analysis::reachable;
use nvc_ir::entity::Entity;
use nvc_ir::function::Args;
use nvc_ir::{Block, Const, Function, Target, Terminator};

/// Removes or empties unreachable blocks. Returns whether anything changed.
pub(crate) fn remove(func: &mut Function) -> bool {
    let reachable = reachable(func);
    if func.layout.iter().all(|block| reachable[block.index()]) {
        return false;
    }
    let mut header: Vec<Option<Block>> = vec![None; func.blocks.len()];
    let mut declared = vec![false; func.blocks.len()];
    for &block in func.layout.iter().filter(|block| reachable[block.index()]) {
        let term = &func.blocks[block].term;
        if let Some(merge) = term.merge() {
            declared[merge.index()] = true;
        }
        if let Terminator::Loop { cont, .. } = *term {
            declared[cont.index()] = true;
            header[cont.index()] = Some(block);
        }
    }
    let before = func.layout.len();
    let mut layout = std::mem::take(&mut func.layout);
    let mut changed = false;
    layout.retain(|&block| {
        if reachable[block.index()] {
            return true;
        }
        changed |= clear(func, block, header[block.index()]);
        declared[block.index()]
    });
    changed |= layout.len() != before;
    func.layout = layout;
    changed
}

/// Empties a block. `back_to` is the loop header if the block is a continue block. Returns whether the block changed.
fn clear(func: &mut Function, block: Block, back_to: Option<Block>) -> bool {
    let term = match back_to {
        Some(header) => {
            let params = func.blocks[header].params.clone();
            let args: Args = params
                .into_iter()
                .map(|param| {
                    let ty = func.ty(param);
                    func.constant(ty, Const::Undef)
                })
                .collect();
            Terminator::Jump(Target { block: header, args })
        }
        None => Terminator::Unreachable,
    };
    let data = &mut func.blocks[block];
    if data.insts.is_empty() && data.params.is_empty() && data.term == term {
        return false;
    }
    data.insts.clear();
    data.params.clear();
    data.term = term;
    true
}
