//! Feature scan: finds module features that make a driver miscompile other instructions.

use super::patterns::is_i64;
use nvc_ir::{Function, InstRef, Module, Op, Terminator, Types};

/// Whether a module has `f64` values or 64-bit integer division. NVIDIA's compiler links library functions of
/// its own into such a module and then runs further optimisations.
pub(super) fn has_f64_or_i64_division(module: &Module) -> bool {
    let types = &module.types;
    let is_wide = |func: &Function, data: InstRef<'_>| {
        let Some(ty) = data.result.map(|result| func.ty(result)) else { return false };
        let division = matches!(data.op, Op::UDiv | Op::URem | Op::SDiv | Op::SMod);
        types.scalar(ty) == Types::F64 || division && is_i64(types, ty)
    };
    module.functions.values().any(|func| func.insts().any(|(_, data)| is_wide(func, data)))
}

/// Whether the functions of a module compute at least `least` 64-bit quotients and remainders. A division in a loop, or in a
/// module with several functions, counts as two, since drivers unroll loops and inline calls.
pub(super) fn has_i64_divisions(module: &Module, least: usize) -> bool {
    let alone = module.functions.len() == 1;
    let mut count = 0;
    for (_, func) in module.functions.iter() {
        // The merge blocks of the enclosing loops. All blocks of a loop precede its merge block.
        let mut merges = Vec::new();
        for (block, data) in func.blocks_in_order() {
            merges.retain(|&merge| merge != block);
            let weight = if alone && merges.is_empty() { 1 } else { 2 };
            let divisions = data.insts.iter().map(|&inst| divisions_of(func, &module.types, inst));
            count += weight * divisions.sum::<usize>();
            if count >= least {
                return true;
            }
            if let Terminator::Loop { merge, .. } = data.term {
                merges.push(merge);
            }
        }
    }
    false
}

/// The number of 64-bit divisions that an instruction performs: one per component.
fn divisions_of(func: &Function, types: &Types, inst: nvc_ir::Inst) -> usize {
    let data = func.inst(inst);
    match data.result.map(|result| func.ty(result)) {
        Some(ty) if matches!(data.op, Op::UDiv | Op::URem | Op::SDiv | Op::SMod) && is_i64(types, ty) => {
            usize::from(types.components(ty))
        }
        _ => 0,
    }
}
