//! Rewrites functions instruction by instruction, on behalf of other passes, and resolves replaced values.

use crate::OpSet;
use crate::analysis::Edges;
use nvc_ir::entity::Entity;
use nvc_ir::function::ValueDef;
use nvc_ir::{Block, Builder, Function, Inst, Module, OwnedInst, Types, Value};

/// The outcome of rewriting an instruction.
pub(crate) enum Rewrite {
    /// Keep the instruction.
    Keep,
    /// Remove the instruction, and replace all uses of its result by this value.
    Replace(Value),
    /// Remove the instruction, which has no result or an unused one.
    Remove,
}

/// Calls `f` on every instruction whose operation is in `ops`, in layout order, with a builder that inserts before the
/// instruction. Replaced operands are already resolved. New instructions get the source location and the `precise` flag
/// of the old one.
pub(crate) fn rewrite_insts(
    module: &mut Module,
    ops: OpSet,
    mut f: impl FnMut(&mut Builder<'_>, Inst, &OwnedInst) -> Rewrite,
) {
    let types = &mut module.types;
    for (_, func) in module.functions.iter_mut() {
        rewrite_in(func, types, ops, &mut f);
    }
}

/// [`rewrite_insts`] for one function.
pub(crate) fn rewrite_in(
    func: &mut Function,
    types: &mut Types,
    ops: OpSet,
    f: &mut impl FnMut(&mut Builder<'_>, Inst, &OwnedInst) -> Rewrite,
) {
    let (mut replaced, mut uses) = (false, UseResolver::new(func));
    let mut insts = Vec::new();
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        let is_match = |&inst: &Inst| ops.contains(func.insts[inst].op);
        if !func.blocks[block].insts.iter().any(is_match) {
            if replaced {
                resolve_block(func, block);
            }
            uses.leave(func, block);
            continue;
        }
        take_insts(func, block, &mut insts);
        let mut builder = Builder::new(func, types);
        builder.resume(block);
        for &inst in &insts {
            if replaced {
                builder.func.resolve_args(inst);
            }
            if !ops.contains(builder.func.insts[inst].op) {
                builder.func.blocks[block].insts.push(inst);
                continue;
            }
            let data = builder.func.take_inst(inst);
            builder.loc = data.loc();
            builder.precise = data.precise;
            match f(&mut builder, inst, &data) {
                Rewrite::Keep => {
                    builder.func.insts[inst].args = data.into_args();
                    builder.func.blocks[block].insts.push(inst);
                }
                Rewrite::Replace(value) => {
                    if let Some(result) = data.result {
                        builder.func.replace(result, value);
                        replaced = true;
                    }
                }
                Rewrite::Remove => {}
            }
        }
        uses.leave(func, block);
    }
    if replaced {
        uses.finish(func);
    }
}

/// Resolves the uses of values that are replaced during a walk over a function in layout order.
///
/// The layout has each block after its dominators, so the walk sees each definition before its uses, and a use that it has
/// resolved need not be resolved again. This does not hold in unreachable blocks. If such a block uses a value, all uses are
/// resolved after the walk.
pub(crate) struct UseResolver {
    /// Whether a block before the current one, and reachable, branches to each block; by the block's index.
    reached: Vec<bool>,
    /// Whether all blocks with uses were reached.
    complete: bool,
}

impl UseResolver {
    /// Starts a walk. The layout may be taken out of the function after this.
    pub(crate) fn new(func: &Function) -> Self {
        let mut reached = vec![false; func.blocks.len()];
        if let Some(entry) = func.layout.first() {
            reached[entry.index()] = true;
        }
        UseResolver { reached, complete: true }
    }

    /// Ends a block, in whose instructions the walk has resolved the operands. Resolves the values of its terminator.
    pub(crate) fn leave(&mut self, func: &mut Function, block: Block) {
        let Function { blocks, values, .. } = func;
        let data = &mut blocks[block];
        if !self.reached[block.index()] {
            self.complete &= !data.has_uses();
            return;
        }
        data.term.for_each_value(|value| {
            while let ValueDef::Alias(to) = values[*value].def {
                *value = to;
            }
        });
        for target in data.term.targets() {
            self.reached[target.block.index()] = true;
        }
    }

    /// Ends the walk.
    pub(crate) fn finish(self, func: &mut Function) {
        if !self.complete {
            resolve_uses(func);
        }
    }
}

/// Resolves replaced values in the operands of all instructions of a block.
fn resolve_block(func: &mut Function, block: Block) {
    for at in 0..func.blocks[block].insts.len() {
        func.resolve_args(func.blocks[block].insts[at]);
    }
}

/// Moves the instructions of a block to `taken`, whose content is discarded, so that they can be put back one by one. The
/// block keeps its capacity.
pub(crate) fn take_insts(func: &mut Function, block: Block, taken: &mut Vec<Inst>) {
    taken.clear();
    taken.append(&mut func.blocks[block].insts);
}

/// Removes the parameters of a block that are not to be kept, and their arguments. The caller must have replaced them.
pub(crate) fn retain_params(func: &mut Function, edges: &Edges, block: Block, kept: &[bool]) {
    let mut keep = kept.iter();
    func.blocks[block].params.retain(|_| keep.next().copied().unwrap_or(true));
    edges.for_each_target(func, block, |target| {
        let mut keep = kept.iter();
        target.args.retain(|_| keep.next().copied().unwrap_or(true));
    });
}

/// Resolves replaced values in the operands of all instructions and terminators.
///
/// Unlike [`Function::resolve_aliases`], this skips instructions that are no longer in the layout: after a few passes,
/// most of those in a function's table.
pub(crate) fn resolve_uses(func: &mut Function) {
    let Function { layout, blocks, insts, values, .. } = func;
    let resolve = |value: &mut Value| {
        while let ValueDef::Alias(to) = values[*value].def {
            *value = to;
        }
    };
    for &block in layout.iter() {
        let data = &mut blocks[block];
        for &inst in &data.insts {
            insts[inst].args.iter_mut().for_each(resolve);
        }
        data.term.for_each_value(resolve);
    }
}
