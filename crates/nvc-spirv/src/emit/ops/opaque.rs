//! Emits opaque SPIR-V instructions.

use super::{operands, result, wrong_imm};
use crate::emit::Emit;
use crate::emit::function::FunctionEmitter;
use nvc_ir::function::InstRef;
use nvc_ir::imm::Imm;

/// Emits `spirv` and `spirv.pure`.
pub(super) fn inst(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let Imm::Index(index) = data.imm() else { return Err(wrong_imm(f, data)) };
    let ir = f.m.ir;
    let Some(inst) = ir.spirv.get(index as usize) else {
        return Err(f.m.fault(format!("spirv{index} does not exist")));
    };
    let values = operands(f, &data.args)?;
    let result = match data.result {
        Some(_) => Some(result(f, data)?),
        None => None,
    };
    f.opaque(inst, result, &values)
}
