//! If-conversion: turns short selections into `select` instructions without a branch.
//!
//! ```text
//! b0: branch c, b1, b2, merge b3          b0: x = iadd a, 1
//! b1: x = iadd a, 1; jump b3(x)     =>        y = select c, x, a
//! b2: jump b3(a)                              jump b3
//! b3(y): ..                               b3: ..
//! ```
//!
//! Devices execute both arms of a short selection anyway, and a selection costs six SPIR-V instructions of control
//! flow. Everything in the arms must be safe to speculate: pure, and free of undefined behaviour.

use crate::analysis::{Edges, Positions};
use nvc_ir::function::Args;
use nvc_ir::ops::Effect;
use nvc_ir::{Block, Const, Function, Imm, Inst, Op, Target, Terminator, Type, Types, Value};
use smallvec::SmallVec;

/// Maximum number of speculated instructions in both arms together.
const MAX_SPECULATED: usize = 3;
/// Maximum number of `select` instructions, one per parameter of the merge block.
const MAX_SELECTS: usize = 4;

/// Converts short selections. Returns whether anything changed.
pub(super) fn run(func: &mut Function, edges: &Edges, positions: &mut Option<Positions>) -> bool {
    let mut changed = false;
    // A parent of a converted selection is converted in the next round, after its blocks are merged.
    for index in (0..func.layout.len()).rev() {
        let block = func.layout[index];
        if let Some(selection) = convertible(func, edges, block) {
            let before = func.blocks[block].insts.len();
            convert(func, block, selection);
            if let Some(positions) = positions {
                positions.moved(func, block, func.blocks[block].insts.len() - before);
            }
            changed = true;
        }
    }
    changed
}

/// A selection that can be converted.
struct Selection {
    cond: Value,
    /// The blocks between header and merge block: at most one per arm.
    arms: SmallVec<[Block; 2]>,
    /// The merge block's arguments if the condition is true.
    then: Args,
    /// The merge block's arguments if the condition is false.
    otherwise: Args,
    merge: Block,
}

/// Types that a device can `select` if it supports them at all. (8- and 16-bit types may be supported in memory only.)
pub(super) fn is_selectable(ty: Type) -> bool {
    [Types::BOOL, Types::I32, Types::I64, Types::F32, Types::F64].contains(&ty)
}

/// The selection with header `block`, if it can be converted.
fn convertible(func: &Function, edges: &Edges, block: Block) -> Option<Selection> {
    let Terminator::Branch { cond, then, otherwise, merge } = &func.blocks[block].term else { return None };
    if edges.predecessors(*merge).len() != 2 || func.blocks[*merge].params.len() > MAX_SELECTS {
        return None;
    }
    let mut arms = SmallVec::new();
    let then = merge_args(func, edges, then, *merge, &mut arms)?;
    let otherwise = merge_args(func, edges, otherwise, *merge, &mut arms)?;
    let mut insts = arms.iter().flat_map(|&arm| &func.blocks[arm].insts);
    let fits = insts.clone().count() <= MAX_SPECULATED && insts.all(|&inst| is_speculatable(func, inst));
    let selectable = func.blocks[*merge].params.iter().all(|&param| is_selectable(func.ty(param)));
    // The selections of an undefined condition could differ.
    let defined = func.as_const(*cond) != Some(&Const::Undef);
    (fits && selectable && defined).then_some(Selection { cond: *cond, arms, then, otherwise, merge: *merge })
}

/// The arguments that an arm passes to the merge block, if the arm is empty or a single block. The block is added to
/// `arms`.
fn merge_args(
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
    if edges.predecessors(arm.block).len() != 1 || edges.is_structural(arm.block) || target.block != merge {
        return None;
    }
    if !data.params.is_empty() {
        return None;
    }
    arms.push(arm.block);
    Some(target.args.clone())
}

/// Whether an operation is an integer division. Division by zero is undefined.
pub(super) fn is_division(op: Op) -> bool {
    matches!(op, Op::SDiv | Op::UDiv | Op::SRem | Op::SMod | Op::URem)
}

/// Whether an instruction is safe to speculate. Integer division is not.
fn is_speculatable(func: &Function, inst: Inst) -> bool {
    let data = &func.insts[inst];
    data.result.is_some_and(|result| is_selectable(func.ty(result)))
        && data.op.info().effect == Effect::Pure
        && !is_division(data.op)
}

fn convert(func: &mut Function, block: Block, selection: Selection) {
    let Selection { cond, arms, then, otherwise, merge } = selection;
    let loc = func.blocks[block].term_loc;
    for arm in arms {
        // Moved, not copied: an instruction may be in one block only, and the arm becomes unreachable.
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
