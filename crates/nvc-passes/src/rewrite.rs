//! Rewrites functions instruction by instruction, on behalf of other passes, and resolves replaced values.

use crate::OpSet;
use nvc_ir::function::ValueDef;
use nvc_ir::{Block, Builder, Function, Inst, InstData, Module, Types, Value};

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
    mut f: impl FnMut(&mut Builder<'_>, Inst, &InstData) -> Rewrite,
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
    f: &mut impl FnMut(&mut Builder<'_>, Inst, &InstData) -> Rewrite,
) {
    let mut replaced = false;
    let mut insts = Vec::new();
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        take_insts(func, block, &mut insts);
        if !insts.iter().any(|&inst| ops.contains(func.insts[inst].op)) {
            if replaced {
                insts.iter().for_each(|&inst| func.resolve_args(inst));
            }
            func.blocks[block].insts.append(&mut insts);
            continue;
        }
        let mut builder = Builder::new(func, types);
        builder.resume(block);
        for &inst in &insts {
            builder.func.resolve_args(inst);
            let data = &mut builder.func.insts[inst];
            if !ops.contains(data.op) {
                builder.func.blocks[block].insts.push(inst);
                continue;
            }
            let data = InstData { args: std::mem::take(&mut data.args), ..*data };
            builder.loc = data.loc;
            builder.precise = data.precise;
            match f(&mut builder, inst, &data) {
                Rewrite::Keep => {
                    builder.func.insts[inst].args = data.args;
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
    }
    if replaced {
        resolve_uses(func);
    }
}

/// Moves the instructions of a block to `taken`, whose content is discarded, so that they can be put back one by one. The
/// block keeps its capacity.
pub(crate) fn take_insts(func: &mut Function, block: Block, taken: &mut Vec<Inst>) {
    taken.clear();
    taken.append(&mut func.blocks[block].insts);
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
