//! Parameters that say which way control came.
//!
//! Source languages' `&&`, `||` and comparisons arrive as selections that set a flag in each arm.
//! Where the arms of a branch hand on true and false, the flag is the branch's condition, and the
//! selection often has nothing left to do.

use super::arms::arm_end;
use crate::analysis::Edges;
use nvc_ir::function::Args;
use nvc_ir::{Block, Function, Imm, Op, Terminator, Types, Value};

/// Replaces flags of merge blocks by conditions. Whether anything changed.
pub(super) fn resolve_flags(func: &mut Function, edges: &Edges) -> bool {
    let mut changed = false;
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        let Terminator::Branch { cond, merge, .. } = func.blocks[block].term else { continue };
        let params = &func.blocks[merge].params;
        if edges.to(merge).len() != 2 || !params.iter().any(|&param| func.ty(param) == Types::BOOL) {
            continue;
        }
        let Some((then, otherwise)) = arguments(func, edges, block, merge) else { continue };
        for position in (0..func.blocks[merge].params.len()).rev() {
            let known = |args: &Args| args.get(position).and_then(|&arg| truth(func, arg));
            let value = match (known(&then), known(&otherwise)) {
                (Some(true), Some(false)) => cond,
                (Some(false), Some(true)) => complement(func, merge, cond),
                _ => continue,
            };
            remove_param(func, edges, merge, position, value);
            changed = true;
        }
    }
    changed
}

/// The bits of a truth value.
fn truth(func: &Function, value: Value) -> Option<bool> {
    (func.ty(value) == Types::BOOL).then(|| func.as_bits(value)).flatten().map(|bits| bits != 0)
}

/// What the arms of a branch hand to its merge block, if nothing else leads there.
fn arguments(func: &Function, edges: &Edges, header: Block, merge: Block) -> Option<(Args, Args)> {
    let Terminator::Branch { then, otherwise, .. } = &func.blocks[header].term else { return None };
    let mut args = [then, otherwise].into_iter().map(|arm| {
        let end = arm_end(func, edges, header, arm, merge)?;
        match &func.blocks[end].term {
            Terminator::Jump(target) => Some(target.args.clone()),
            _ if arm.block == merge => Some(arm.args.clone()),
            _ => None,
        }
    });
    Some((args.next()??, args.next()??))
}

/// The complement of a truth value, where a block starts.
fn complement(func: &mut Function, block: Block, value: Value) -> Value {
    let loc = func.blocks[block].term_loc;
    let inst = func.new_inst(Op::Not, Imm::None, Args::from_slice(&[value]), Some(Types::BOOL), loc);
    func.blocks[block].insts.insert(0, inst);
    // An instruction with a type always has a result.
    func.insts[inst].result.unwrap_or(value)
}

fn remove_param(func: &mut Function, edges: &Edges, block: Block, position: usize, value: Value) {
    let param = func.blocks[block].params.remove(position);
    func.replace(param, value);
    let count = func.blocks[block].params.len();
    for &from in edges.to(block) {
        for target in func.blocks[from].term.targets_mut() {
            // A block with two edges here comes twice.
            if target.block == block && target.args.len() > count {
                target.args.remove(position);
            }
        }
    }
}
