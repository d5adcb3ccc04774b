//! Replacing instructions one by one.

use nvc_ir::function::Args;
use nvc_ir::{Builder, Function, Inst, InstData, Module, Terminator, Value};

/// What became of an instruction.
pub(crate) enum Rewrite {
    /// It stays.
    Keep,
    /// It is gone; its result, if it had one that is used, is this value.
    Replace(Value),
    /// It is gone and had no result, or none that is used.
    Remove,
}

/// Shows every instruction of every function to `f`, in layout order, with a builder that stands
/// where the instruction stood. Operands are already those behind earlier replacements. New
/// instructions get the location and precision of the old one.
pub(crate) fn rewrite_insts(
    module: &mut Module,
    mut f: impl FnMut(&mut Builder<'_>, Inst, &InstData) -> Rewrite,
) {
    let types = &mut module.types;
    for (_, func) in module.functions.iter_mut() {
        let mut replaced = false;
        for index in 0..func.layout.len() {
            let block = func.layout[index];
            let insts = std::mem::take(&mut func.blocks[block].insts);
            let mut builder = Builder::new(func, types);
            builder.resume(block);
            for inst in insts {
                let data = &builder.func.insts[inst];
                let args: Args = data.args.iter().map(|&arg| builder.func.resolve(arg)).collect();
                let data = InstData { args, ..*data };
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
}

/// Makes the operands of all instructions and terminators the values behind replacements.
///
/// Unlike [`Function::resolve_aliases`] it leaves out what earlier passes took from the layout,
/// most of a function's table after a few passes.
pub(crate) fn resolve_uses(func: &mut Function) {
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        for at in 0..func.blocks[block].insts.len() {
            let inst = func.blocks[block].insts[at];
            for operand in 0..func.insts[inst].args.len() {
                let value = func.insts[inst].args[operand];
                let resolved = func.resolve(value);
                if resolved != value {
                    func.insts[inst].args[operand] = resolved;
                }
            }
        }
        let mut term = std::mem::replace(&mut func.blocks[block].term, Terminator::Unreachable);
        term.for_each_value(|value| *value = func.resolve(*value));
        func.blocks[block].term = term;
    }
}
