//! Replaces counted loops ([`Counted`]) by copies of their blocks.

use super::counted::Counted;
use crate::rewrite::resolve_uses;
use nvc_ir::function::{Args, Hint};
use nvc_ir::{Block, Function, Inst, Target, Terminator, Value};
use rustc_hash::FxHashMap;

/// Unrolls the loops, which must be in layout order. No loop may contain another.
pub(super) fn unroll(func: &mut Function, loops: &[Counted]) {
    let old = std::mem::take(&mut func.layout);
    let mut layout = Vec::with_capacity(old.len());
    let mut entries = FxHashMap::default();
    let mut at = 0;
    for counted in loops {
        layout.extend_from_slice(&old[at..counted.blocks.start]);
        let entry = expand(func, &old, counted, &mut layout);
        entries.insert(old[counted.blocks.start], entry);
        at = counted.blocks.end;
    }
    layout.extend_from_slice(&old[at..]);
    func.layout = layout;
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        let retarget = |target: &mut Target| {
            if let Some(&entry) = entries.get(&target.block) {
                *target = Target::new(entry);
            }
        };
        let term = &mut func.blocks[block].term;
        term.targets_mut().for_each(retarget);
        // The header of a loop can be the merge or continue block of another construct.
        for_each_label(term, |block| {
            if let Some(&entry) = entries.get(block) {
                *block = entry;
            }
        });
    }
    resolve_uses(func);
}

/// Calls `f` with the merge and continue blocks that a terminator names.
fn for_each_label(term: &mut Terminator, mut f: impl FnMut(&mut Block)) {
    match term {
        Terminator::Branch { merge, .. } | Terminator::Switch { merge, .. } => f(merge),
        Terminator::Loop { merge, cont, .. } => {
            f(merge);
            f(cont);
        }
        _ => {}
    }
}

/// Appends the copies of a loop to the layout. Returns the first block of the first copy, which has no parameters.
fn expand(func: &mut Function, old: &[Block], counted: &Counted, layout: &mut Vec<Block>) -> Block {
    let blocks = &old[counted.blocks.clone()];
    let (header, exit) = (old[counted.blocks.start], old[counted.exit]);
    let merge_of_loop = func.blocks[header].term.merge();
    let first = func.new_block();
    let mut start = first;
    let mut values: FxHashMap<Value, Value> = FxHashMap::default();
    let params = func.blocks[header].params.clone();
    for (&param, &arg) in params.iter().zip(&counted.entry) {
        values.insert(param, func.resolve(arg));
    }
    for number in 1..=counted.copies {
        let is_last = number == counted.copies;
        // Blocks after the exit branch are not executed in the last copy.
        let copied = if is_last { &old[counted.blocks.start..=counted.exit] } else { blocks };
        let mut copy = Copy { func: &mut *func, values, blocks: FxHashMap::default() };
        let next = copy.func.new_block();
        copy.declare(copied, header, start);
        layout.extend(copied.iter().map(|block| copy.blocks[block]));
        let mut passed = Args::new();
        for &block in copied {
            copy.insts(block);
            let term = copy.func.blocks[block].term.clone();
            let term = match term {
                Terminator::Loop { body, .. } if block == header => Terminator::Jump(body),
                Terminator::Branch { then, otherwise, .. } if block == exit => {
                    let then_leaves = Some(then.block) == merge_of_loop;
                    Terminator::Jump(if then_leaves == is_last { then } else { otherwise })
                }
                Terminator::Jump(target) if target.block == header => {
                    passed = target.args.iter().map(|&arg| copy.value(arg)).collect();
                    Terminator::Jump(Target::new(header))
                }
                term => term,
            };
            copy.terminator(block, term, (header, next));
        }
        let of_iteration = copy.values;
        if is_last {
            // Only values that dominate the exit are used after the loop.
            for (value, copy) in of_iteration {
                func.replace(value, copy);
            }
            break;
        }
        values = params.iter().copied().zip(passed).collect();
        start = next;
    }
    first
}

/// A copy of the blocks of one iteration.
struct Copy<'f> {
    func: &'f mut Function,
    values: FxHashMap<Value, Value>,
    blocks: FxHashMap<Block, Block>,
}

impl Copy<'_> {
    /// Creates the copies of the blocks, with their parameters. The header's copy exists already: it is `start`, which has no
    /// parameters.
    fn declare(&mut self, blocks: &[Block], header: Block, start: Block) {
        for &block in blocks {
            if block == header {
                self.blocks.insert(block, start);
                continue;
            }
            let new = self.func.new_block();
            self.blocks.insert(block, new);
            for param in self.func.blocks[block].params.clone() {
                let copy = self.func.add_param(new, self.func.ty(param));
                self.define(param, copy);
            }
        }
    }

    fn define(&mut self, from: Value, to: Value) {
        self.values.insert(from, to);
        if let Some(name) = self.func.value_names.get(&from).cloned() {
            self.func.value_names.insert(to, name);
        }
    }

    /// The copy of a value; the value itself if it is defined outside the loop.
    fn value(&mut self, value: Value) -> Value {
        let value = self.func.resolve(value);
        self.values.get(&value).copied().unwrap_or(value)
    }

    fn insts(&mut self, block: Block) {
        let to = self.blocks[&block];
        for inst in self.func.blocks[block].insts.clone() {
            let copy = self.inst(inst);
            self.func.blocks[to].insts.push(copy);
        }
    }

    fn inst(&mut self, inst: Inst) -> Inst {
        let data = self.func.copy_inst(inst);
        let args: Args = data.args.iter().map(|&arg| self.value(arg)).collect();
        let ty = data.result.map(|result| self.func.ty(result));
        let copy = self.func.new_inst(data.op, data.imm(), args, ty, data.loc());
        self.func.insts[copy].precise = data.precise;
        if let (Some(from), Some(to)) = (data.result, self.func.insts[copy].result) {
            self.define(from, to);
        }
        copy
    }

    /// Gives the copy of a block a terminator. A jump to the header becomes a jump to `next`, the header's next copy.
    fn terminator(&mut self, block: Block, mut term: Terminator, (header, next): (Block, Block)) {
        term.for_each_value(|value| *value = self.value(*value));
        let map = |block: &mut Block| {
            if *block == header {
                *block = next;
            } else if let Some(&copy) = self.blocks.get(block) {
                *block = copy;
            }
        };
        term.targets_mut().for_each(|target| map(&mut target.block));
        for_each_label(&mut term, map);
        let to = self.blocks[&block];
        let data = &self.func.blocks[block];
        // The header's hint requested this unrolling.
        let hint = if block == header { Hint::None } else { data.hint };
        let loc = data.term_loc;
        let data = &mut self.func.blocks[to];
        (data.term, data.term_loc, data.hint) = (term, loc, hint);
    }
}
