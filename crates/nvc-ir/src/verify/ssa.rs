//! Verifies that definitions dominate uses (invariant 14).

use super::cfg::Cfg;
use super::error::{Errors, Invariant};
use crate::entity::{Entity, FuncId, Value};
use crate::function::{Function, Terminator, ValueDef};
use crate::text::Place;

/// Names of the first operands in messages.
const OPERANDS: [&str; 4] = ["operand 1", "operand 2", "operand 3", "operand 4"];

/// Checks every use of a value in a function.
pub(super) fn check(id: FuncId, func: &Function, cfg: &Cfg, errors: &mut Errors) {
    // Location of each instruction: the position of its block, and its index in the block.
    let mut places: Vec<Option<(u32, u32)>> = vec![None; func.insts.len()];
    for (position, (_, data)) in (0u32..).zip(func.blocks_in_order()) {
        for (index, inst) in (0u32..).zip(&data.insts) {
            places[inst.index()] = Some((position, index));
        }
    }
    // Instructions are numbered from 1 in their block. A definition has the number of its instruction; a block parameter
    // has 0.
    let definition = |value: Value| match func.values[value].def {
        ValueDef::Inst(inst) => places[inst.index()].map(|(position, index)| (position, index + 1)),
        ValueDef::Param(block) => cfg.position(block).map(|position| (position, 0)),
        ValueDef::Const(_) | ValueDef::Alias(_) => Some((0, 0)),
        ValueDef::Undefined => None,
    };
    let is_constant = |value: Value| matches!(func.values[value].def, ValueDef::Const(_));
    let mut check = |value: Value, operand: &str, position: u32, index: u32, place: Place| {
        if is_constant(value) {
            return;
        }
        let Some((at, number)) = definition(value) else {
            errors.add(
                Invariant::Dominance,
                place,
                format!("the definition of {operand} is not in any block"),
            );
            return;
        };
        // An unreachable block is never executed, so any definition in another block is accepted.
        let dominates = if at == position {
            number < index
        } else {
            cfg.branches.dominates(at, position) || !cfg.branches.is_reachable(position)
        };
        if !dominates {
            let message = format!("the definition of {operand} does not dominate this use");
            errors.add(Invariant::Dominance, place, message);
        }
    };
    for (position, (block, data)) in (0u32..).zip(func.blocks_in_order()) {
        for (index, &inst) in (1u32..).zip(&data.insts) {
            for (i, &arg) in func.insts[inst].args.iter().enumerate() {
                check(
                    arg,
                    OPERANDS.get(i).copied().unwrap_or("an operand"),
                    position,
                    index,
                    Place::Inst(id, inst),
                );
            }
        }
        let place = Place::Terminator(id, block);
        if let Terminator::Branch { cond: value, .. }
        | Terminator::Switch { selector: value, .. }
        | Terminator::Return(Some(value)) = data.term
        {
            check(value, "the operand", position, u32::MAX, place);
        }
        for target in data.term.targets() {
            for &arg in &target.args {
                check(arg, "an argument", position, u32::MAX, place);
            }
        }
    }
}
