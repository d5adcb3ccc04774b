//! Condition-phi forwarding: replaces a bool phi that only repeats a branch condition by the condition.
//!
//! ```text
//! b0: branch c, b1, b2, merge b3
//! b1: jump b3(true)                =>    every use of x becomes c
//! b2: jump b3(false)
//! b3(x): ..
//! ```
//!
//! `&&`, `||` and comparisons of source languages become selections that set a flag in each arm. Without the
//! phi, such a selection is often empty.

use super::arms::arm_end;
use crate::analysis::Edges;
use nvc_ir::function::Args;
use nvc_ir::{Block, Function, Imm, Op, Terminator, Types, Value};

/// Replaces bool parameters of merge blocks by conditions. Returns whether anything changed.
pub(super) fn run(func: &mut Function, edges: &Edges) -> bool {
    let mut changed = false;
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        let Terminator::Branch { cond, merge, .. } = func.blocks[block].term else { continue };
        let params = &func.blocks[merge].params;
        if edges.predecessors(merge).len() != 2 || !params.iter().any(|&param| func.ty(param) == Types::BOOL)
        {
            continue;
        }
        let Some((then, otherwise)) = merge_args(func, edges, block, merge) else { continue };
        for position in (0..func.blocks[merge].params.len()).rev() {
            let known = |args: &Args| args.get(position).and_then(|&arg| constant_bool(func, arg));
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

fn constant_bool(func: &Function, value: Value) -> Option<bool> {
    (func.ty(value) == Types::BOOL).then(|| func.as_bits(value)).flatten().map(|bits| bits != 0)
}

/// The arguments that the arms of a branch pass to its merge block, for the true and the false arm.
fn merge_args(func: &Function, edges: &Edges, header: Block, merge: Block) -> Option<(Args, Args)> {
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

/// The complement of a bool, computed at the start of `block`.
fn complement(func: &mut Function, block: Block, value: Value) -> Value {
    let loc = func.blocks[block].term_loc;
    let inst = func.new_inst(Op::Not, Imm::None, Args::from_slice(&[value]), Some(Types::BOOL), loc);
    func.blocks[block].insts.insert(0, inst);
    // An instruction with a type always has a result.
    func.insts[inst].result.unwrap_or(value)
}

/// Removes a parameter of `block` and its arguments. `value` replaces the parameter.
fn remove_param(func: &mut Function, edges: &Edges, block: Block, position: usize, value: Value) {
    let param = func.blocks[block].params.remove(position);
    func.replace(param, value);
    let count = func.blocks[block].params.len();
    for &from in edges.predecessors(block) {
        for target in func.blocks[from].term.targets_mut() {
            // A predecessor with two edges to the block is listed twice.
            if target.block == block && target.args.len() > count {
                target.args.remove(position);
            }
        }
    }
}
