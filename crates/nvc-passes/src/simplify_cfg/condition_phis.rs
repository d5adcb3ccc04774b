//! Condition-phi forwarding: replaces a phi that only depends on a branch condition by the condition, or by a `select`.
//!
//! ```text
//! b0: branch c, b1, b2, merge b3
//! b1: ..; jump b3(true, a)         =>    every use of x becomes c,
//! b2: ..; jump b3(false, b)              every use of y becomes select c, a, b
//! b3(x, y): ..
//! ```
//!
//! `&&`, `||` and comparisons of source languages become selections that set a flag in each arm. Without the
//! phi, such a selection is often empty. The values that a `select` chooses must be defined before the branch, and one must be
//! a constant. (What [short arms](super::if_conversion) compute is moved there.) A loop of a state machine, whose arms also continue
//! the loop, takes 0.83 of the time on an H200.

use super::arms::arm_end;
use super::if_conversion::is_selectable;
use crate::analysis::{Edges, Positions};
use crate::rewrite::retain_params;
use nvc_ir::function::Args;
use nvc_ir::{Block, Const, Function, Imm, Op, Target, Terminator, Types, Value};
use smallvec::{SmallVec, smallvec};

/// Replaces parameters of merge blocks by conditions or by selections. Returns whether anything changed.
pub(super) fn run(func: &mut Function, edges: &Edges, positions: &mut Option<Positions>) -> bool {
    let mut changed = false;
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        let Terminator::Branch { cond, merge, .. } = func.blocks[block].term else { continue };
        // The cheapest check is first: it reads neither blocks nor values.
        if edges.predecessors(merge).len() != 2
            || !func.blocks[merge].params.iter().any(|&param| is_selectable(func.ty(param)))
            || func.as_const(cond) == Some(&Const::Undef)
        {
            continue;
        }
        let Some((then, otherwise)) = merge_args(func, edges, block, merge) else { continue };
        let mut kept: SmallVec<[bool; 8]> = smallvec![true; func.blocks[merge].params.len()];
        let mut inserted = Vec::new();
        for (at, (&yes, &no)) in then.iter().zip(&otherwise).enumerate() {
            let ty = func.ty(yes);
            let mut insert = |func: &mut Function, op: Op, args: &[Value]| {
                let loc = func.blocks[block].term_loc;
                let inst = func.new_inst(op, Imm::None, Args::from_slice(args), Some(ty), loc);
                inserted.push(inst);
                func.insts[inst].result
            };
            let value = match (constant_bool(func, yes), constant_bool(func, no)) {
                (Some(true), Some(false)) => Some(cond),
                (Some(false), Some(true)) => insert(func, Op::Not, &[cond]),
                // Not for bools: with selections, llama.cpp's products of floats get longer.
                _ if ty == Types::BOOL || !is_selectable(ty) => None,
                // Not of two variables: both would have to be kept until the merge block.
                _ if func.as_const(yes).is_none() && func.as_const(no).is_none() => None,
                _ => {
                    let positions = positions.get_or_insert_with(|| Positions::new(func));
                    let before = [yes, no].iter().all(|&value| precedes(func, positions, value, block));
                    before.then(|| insert(func, Op::Select, &[cond, yes, no])).flatten()
                }
            };
            if let Some(value) = value {
                kept[at] = false;
                func.replace(func.blocks[merge].params[at], value);
            }
        }
        if kept.contains(&false) {
            if let Some(positions) = positions {
                inserted.iter().for_each(|&inst| positions.set(inst, positions.block(merge)));
            }
            func.blocks[merge].insts.splice(0..0, inserted);
            retain_params(func, edges, merge, &kept);
            changed = true;
        }
    }
    changed
}

fn constant_bool(func: &Function, value: Value) -> Option<bool> {
    (func.ty(value) == Types::BOOL).then(|| func.as_bits(value)).flatten().map(|bits| bits != 0)
}

/// The arguments that the arms of a branch pass to its merge block, for the true and the false arm. `None` unless they are
/// different edges: both arms may be the same block.
pub(super) fn merge_args(
    func: &Function,
    edges: &Edges,
    header: Block,
    merge: Block,
) -> Option<(Args, Args)> {
    let Terminator::Branch { then, otherwise, .. } = &func.blocks[header].term else { return None };
    let args = |arm: &Target| {
        let end = arm_end(func, edges, header, arm, merge)?;
        let args = match &func.blocks[end].term {
            Terminator::Jump(target) => &target.args,
            _ if arm.block == merge => &arm.args,
            _ => return None,
        };
        Some((end, args.clone()))
    };
    let ((then_end, then), (otherwise_end, otherwise)) = (args(then)?, args(otherwise)?);
    (then_end != otherwise_end || then_end == header).then_some((then, otherwise))
}

/// Whether a value that is available in an arm of a selection is defined before the arms. Its block dominates the arm, as the
/// header does; the one of the two that comes first dominates the other. Not for undefined values, which cost nothing as
/// arguments. `positions` may be older than the value.
fn precedes(func: &Function, positions: &Positions, value: Value, header: Block) -> bool {
    let value = func.resolve(value);
    match func.as_const(value) {
        Some(constant) => *constant != Const::Undef,
        None => positions.value(func, value).is_some_and(|at| at <= positions.block(header)),
    }
}
