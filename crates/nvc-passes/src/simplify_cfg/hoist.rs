//! Hoisting: a phi of equal computations in both arms of a selection becomes one computation in the header.
//!
//! ```text
//! b0: branch c, b1, b2, merge b3          b0: x = urem a, b; branch c, b1, b2, merge b3
//! b1: x = urem a, b; ..; jump b3(x)  =>   b1: ..; jump b3
//! b2: y = urem a, b; ..; jump b3(y)       b2: ..; jump b3
//! b3(z): ..                               b3: every use of z becomes x
//! ```
//!
//! Only instructions in the first block of an arm are hoisted. One of these two blocks always executes, so nothing is speculated,
//! not even a division, unless a call in the block may end the invocation first. Inner selections are visited first, so that what
//! they hoist can be hoisted again.

use super::condition_phis::merge_args;
use super::if_conversion::is_division;
use crate::analysis::{Edges, Positions};
use crate::rewrite::retain_params;
use nvc_ir::function::ValueDef;
use nvc_ir::ops::Effect;
use nvc_ir::{Block, Function, Inst, Terminator, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// Maximum number of pairs of values that are compared for one parameter.
const MAX_COMPARED: usize = 24;

/// Hoists equal computations of the arms. Returns whether anything changed.
pub(super) fn run(func: &mut Function, edges: &Edges, positions: &mut Option<Positions>) -> bool {
    let mut changed = false;
    for index in (0..func.layout.len()).rev() {
        let header = func.layout[index];
        let Some((arms, merge)) = selection(func, edges, header) else { continue };
        let Some((yes, no)) = merge_args(func, edges, header, merge) else { continue };
        if !yes.iter().zip(&no).any(|(&yes, &no)| has_same_operation(func, yes, no)) {
            continue;
        }
        let positions = positions.get_or_insert_with(|| Positions::new(func));
        let may_divide = !arms.iter().any(|&arm| may_end(func, arm));
        let mut common = Common {
            func,
            positions,
            arms,
            may_divide,
            first: FxHashMap::default(),
            moved: Vec::new(),
            budget: 0,
        };
        let kept: Vec<bool> = yes.iter().zip(&no).map(|(&yes, &no)| !common.has(yes, no)).collect();
        if kept.contains(&false) {
            let Common { first, moved, .. } = common;
            let before = func.blocks[header].insts.len();
            hoist(func, header, arms, &first, &moved);
            positions.moved(func, header, func.blocks[header].insts.len() - before);
            for (at, _) in kept.iter().enumerate().filter(|(_, kept)| !**kept) {
                let value = func.resolve(yes[at]);
                func.replace(func.blocks[merge].params[at], value);
            }
            retain_params(func, edges, merge, &kept);
            changed = true;
        }
    }
    changed
}

/// Whether two values are results of different instructions with the same operation.
fn has_same_operation(func: &Function, yes: Value, no: Value) -> bool {
    let op = |value: Value| func.def(value).map(|data| data.op);
    func.resolve(yes) != func.resolve(no) && op(yes).is_some() && op(yes) == op(no)
}

/// The first blocks of the arms of a selection and its merge block, if both arms have blocks of their own and meet at the merge block.
fn selection(func: &Function, edges: &Edges, header: Block) -> Option<([Block; 2], Block)> {
    let Terminator::Branch { then, otherwise, merge, .. } = &func.blocks[header].term else { return None };
    let arms = [then.block, otherwise.block];
    let is_arm = |&arm: &Block| arm != *merge && edges.predecessors(arm).len() == 1;
    let meets = edges.predecessors(*merge).len() == 2 && !func.blocks[*merge].params.is_empty();
    (meets && arms.iter().all(is_arm)).then_some((arms, *merge))
}

/// Whether an instruction in a block may end the invocation.
fn may_end(func: &Function, block: Block) -> bool {
    func.blocks[block].insts.iter().any(|&inst| func.insts[inst].op.info().effect == Effect::Sync)
}

/// The search for computations that both arms of a selection make.
struct Common<'a> {
    func: &'a Function,
    positions: &'a Positions,
    /// The first block of each arm.
    arms: [Block; 2],
    /// For instructions of the second arm, the equal ones of the first arm.
    first: FxHashMap<Inst, Inst>,
    /// The pairs of equal instructions, operands first.
    moved: Vec<[Inst; 2]>,
    /// Whether divisions may be hoisted.
    may_divide: bool,
    /// The number of pairs of values that may still be compared.
    budget: usize,
}

impl Common<'_> {
    /// Whether the arms compute two equal values. If so, the instructions that compute them are added to the pairs.
    fn has(&mut self, yes: Value, no: Value) -> bool {
        let known = self.moved.len();
        self.budget = MAX_COMPARED;
        let equal = self.func.resolve(yes) != self.func.resolve(no) && self.are_equal([yes, no]);
        if !equal {
            for [_, b] in self.moved.drain(known..) {
                self.first.remove(&b);
            }
        }
        equal
    }

    /// Whether two values are the same, or results of the same operation on equal operands in the first block of each arm.
    fn are_equal(&mut self, pair: [Value; 2]) -> bool {
        let Some(budget) = self.budget.checked_sub(1) else { return false };
        self.budget = budget;
        let pair = pair.map(|value| self.func.resolve(value));
        if pair[0] == pair[1] {
            return true;
        }
        let [Some(a), Some(b)] = [0, 1].map(|arm| self.movable(pair[arm], self.arms[arm])) else {
            return false;
        };
        if let Some(&first) = self.first.get(&b) {
            return first == a;
        }
        let (x, y) = (self.func.inst(a), self.func.inst(b));
        let is_same = (x.op, x.precise, x.args.len()) == (y.op, y.precise, y.args.len())
            && x.imm() == y.imm()
            && self.func.ty(pair[0]) == self.func.ty(pair[1]);
        if !is_same || !x.args.iter().zip(&y.args).all(|(&x, &y)| self.are_equal([x, y])) {
            return false;
        }
        self.first.insert(b, a);
        self.moved.push([a, b]);
        true
    }

    /// The pure instruction in a block that defines a value.
    fn movable(&self, value: Value, block: Block) -> Option<Inst> {
        let ValueDef::Inst(inst) = self.func.values[value].def else { return None };
        let op = self.func.insts[inst].op;
        let is_movable = op.info().effect == Effect::Pure && (self.may_divide || !is_division(op));
        (is_movable && self.positions.value(self.func, value) == Some(self.positions.block(block)))
            .then_some(inst)
    }
}

/// Moves instructions of the first arm to the header, and replaces the equal ones of the second arm.
fn hoist(
    func: &mut Function,
    header: Block,
    arms: [Block; 2],
    first: &FxHashMap<Inst, Inst>,
    moved: &[[Inst; 2]],
) {
    let mut is_moved: FxHashSet<Inst> = FxHashSet::default();
    for &[a, _] in moved {
        if is_moved.insert(a) {
            func.blocks[header].insts.push(a);
        }
    }
    func.blocks[arms[0]].insts.retain(|inst| !is_moved.contains(inst));
    func.blocks[arms[1]].insts.retain(|inst| !first.contains_key(inst));
    for &[a, b] in moved {
        if let (Some(kept), Some(removed)) = (func.insts[a].result, func.insts[b].result) {
            func.replace(removed, kept);
        }
    }
}
