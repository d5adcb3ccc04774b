//! Blocks that add nothing to the way of control.

use crate::analysis::Edges;
use nvc_ir::entity::Entity;
use nvc_ir::{Block, Function, Target, Terminator};

/// Lets branches pass arms by that only jump to where a construct ends or continues: as exits,
/// such edges may leave a header directly (SPIR-V 2.11). Whether anything changed.
pub(super) fn skip_empty(func: &mut Function, edges: &Edges) -> bool {
    let mut changed = false;
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        let Terminator::Branch { then, otherwise, .. } = &func.blocks[block].term else { continue };
        let (mut then, mut otherwise) = (then.clone(), otherwise.clone());
        let mut skipped = false;
        for first in [true, false] {
            let (arm, other) = if first { (&mut then, &otherwise) } else { (&mut otherwise, &then) };
            if let Some(on) = passes_on(func, edges, arm.block)
                // An edge has one source: two from here must carry the same values.
                && (on.block != other.block || on.args == other.args)
            {
                *arm = on;
                skipped = true;
            }
        }
        if !skipped {
            continue;
        }
        if let Terminator::Branch { then: t, otherwise: o, .. } = &mut func.blocks[block].term {
            (*t, *o) = (then, otherwise);
            changed = true;
        }
    }
    changed
}

/// Where an arm leads that holds nothing and ends at an exit.
fn passes_on(func: &Function, edges: &Edges, arm: Block) -> Option<Target> {
    let data = &func.blocks[arm];
    match &data.term {
        Terminator::Jump(target)
            if data.insts.is_empty()
                && data.params.is_empty()
                && edges.to(arm).len() == 1
                && !edges.is_structural(arm)
                && edges.is_structural(target.block) =>
        {
            Some(target.clone())
        }
        _ => None,
    }
}

/// Appends blocks to the only block that leads to them. Whether anything changed.
pub(super) fn join(func: &mut Function, edges: &Edges) -> bool {
    let mut gone = vec![false; func.blocks.len()];
    let mut changed = false;
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        if gone[block.index()] {
            continue;
        }
        while let Terminator::Jump(target) = &func.blocks[block].term {
            let next = target.block;
            if next == block || edges.to(next).len() != 1 || edges.is_structural(next) {
                break;
            }
            let target = target.clone();
            append(func, block, &target);
            gone[next.index()] = true;
            changed = true;
        }
    }
    func.layout.retain(|block| !gone[block.index()]);
    changed
}

/// Moves what a block holds to the end of the block that jumps to it.
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
