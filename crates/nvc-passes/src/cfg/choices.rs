//! Selections that only choose values become choices without a branch.
//!
//! Devices run both arms of a short selection anyway, and a selection costs six instructions of
//! control flow. What the arms hold must be pure and never trap, as it runs unasked afterwards.

use crate::analysis::Edges;
use nvc_ir::function::Args;
use nvc_ir::ops::Effect;
use nvc_ir::{Block, Function, Imm, Inst, Op, Target, Terminator, Type, Types, Value};
use smallvec::SmallVec;

/// The most instructions of both arms together that are run unasked.
const MOST_INSTRUCTIONS: usize = 3;
/// The most values that are chosen.
const MOST_CHOICES: usize = 4;

/// Turns short selections into choices. Whether anything changed.
pub(super) fn choose(func: &mut Function, edges: &Edges) -> bool {
    let mut changed = false;
    // Inner ones first: what they leave may be short enough for the outer one.
    for index in (0..func.layout.len()).rev() {
        let block = func.layout[index];
        if let Some(choice) = choice(func, edges, block) {
            flatten(func, block, choice);
            changed = true;
        }
    }
    changed
}

/// A selection that can go.
struct Choice {
    cond: Value,
    /// The blocks on the way to the merge block.
    arms: SmallVec<[Block; 2]>,
    /// What each arm hands to the merge block.
    then: Args,
    otherwise: Args,
    merge: Block,
}

/// Types that every device can choose values of; smaller ones may be for memory only.
fn has_choice(ty: Type) -> bool {
    [Types::BOOL, Types::I32, Types::I64, Types::F32, Types::F64].contains(&ty)
}

fn choice(func: &Function, edges: &Edges, block: Block) -> Option<Choice> {
    let Terminator::Branch { cond, then, otherwise, merge } = &func.blocks[block].term else { return None };
    if edges.to(*merge).len() != 2 || func.blocks[*merge].params.len() > MOST_CHOICES {
        return None;
    }
    let mut arms = SmallVec::new();
    let then = arm(func, edges, then, *merge, &mut arms)?;
    let otherwise = arm(func, edges, otherwise, *merge, &mut arms)?;
    let mut insts = arms.iter().flat_map(|&arm| &func.blocks[arm].insts);
    let fits = insts.clone().count() <= MOST_INSTRUCTIONS && insts.all(|&inst| is_harmless(func, inst));
    let choosable = func.blocks[*merge].params.iter().all(|&param| has_choice(func.ty(param)));
    (fits && choosable).then_some(Choice { cond: *cond, arms, then, otherwise, merge: *merge })
}

/// What an arm hands to the merge block, if it is nothing but a block on the way there.
fn arm(
    func: &Function,
    edges: &Edges,
    arm: &Target,
    merge: Block,
    arms: &mut SmallVec<[Block; 2]>,
) -> Option<Args> {
    if arm.block == merge {
        return Some(arm.args.clone());
    }
    let data = &func.blocks[arm.block];
    let Terminator::Jump(target) = &data.term else { return None };
    if edges.to(arm.block).len() != 1 || edges.is_structural(arm.block) || target.block != merge {
        return None;
    }
    if !data.params.is_empty() {
        return None;
    }
    arms.push(arm.block);
    Some(target.args.clone())
}

/// Whether an instruction may run where nobody asked for it. A division by zero may do anything.
fn is_harmless(func: &Function, inst: Inst) -> bool {
    let data = &func.insts[inst];
    data.result.is_some_and(|result| has_choice(func.ty(result)))
        && data.op.info().effect == Effect::Pure
        && !matches!(data.op, Op::SDiv | Op::UDiv | Op::SRem | Op::URem)
}

fn flatten(func: &mut Function, block: Block, choice: Choice) {
    let Choice { cond, arms, then, otherwise, merge } = choice;
    let loc = func.blocks[block].term_loc;
    for arm in arms {
        // Nothing reaches the arm from now on, and an instruction stands in one block.
        let mut insts = std::mem::take(&mut func.blocks[arm].insts);
        func.blocks[block].insts.append(&mut insts);
    }
    let params = std::mem::take(&mut func.blocks[merge].params);
    for (&param, (&yes, &no)) in params.iter().zip(then.iter().zip(&otherwise)) {
        let ty = func.ty(param);
        let select = func.new_inst(Op::Select, Imm::None, Args::from_slice(&[cond, yes, no]), Some(ty), loc);
        func.blocks[block].insts.push(select);
        if let Some(value) = func.insts[select].result {
            func.replace(param, value);
        }
    }
    func.blocks[block].term = Terminator::Jump(Target { block: merge, args: Args::new() });
}
