//! Blocks that the entry does not lead to.

use crate::analysis::reachable;
use nvc_ir::entity::Entity;
use nvc_ir::function::Args;
use nvc_ir::{Block, Const, Function, Target, Terminator};

/// Takes unreachable blocks out of the layout. Merge and continue blocks of reachable headers must
/// be there (SPIR-V 2.11), but hold nothing. Whether anything changed.
pub(super) fn remove(func: &mut Function) -> bool {
    let reachable = reachable(func);
    if func.layout.iter().all(|block| reachable[block.index()]) {
        return false;
    }
    let mut header: Vec<Option<Block>> = vec![None; func.blocks.len()];
    let mut named = vec![false; func.blocks.len()];
    for &block in func.layout.iter().filter(|block| reachable[block.index()]) {
        let term = &func.blocks[block].term;
        if let Some(merge) = term.merge() {
            named[merge.index()] = true;
        }
        if let Terminator::Loop { cont, .. } = *term {
            named[cont.index()] = true;
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
        named[block.index()]
    });
    changed |= layout.len() != before;
    func.layout = layout;
    changed
}

/// Empties a block. A continue block keeps the back edge, with any values. Whether the block held
/// anything else.
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
