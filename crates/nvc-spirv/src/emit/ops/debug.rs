//! Emits shader clock reads and debug printf.

use super::{operands, result, sync, wrong_imm};
use crate::capabilities::Requirement;
use crate::emit::Emit;
use crate::emit::function::FunctionEmitter;
use crate::emit::writer::literal_text;
use nvc_ir::function::InstRef;
use nvc_ir::imm::{Imm, Scope};
use rspirv::dr::Operand;
use spirv::Op as S;

/// Reads the shader clock.
pub(super) fn clock(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let Imm::Scope(scope) = data.imm() else { return Err(wrong_imm(f, data)) };
    f.m.require(Requirement::ShaderClockKHR);
    // Unlike elsewhere, the scope `Subgroup` does not require the capability for subgroup operations.
    let scope = match scope {
        Scope::Subgroup => f.m.u32(spirv::Scope::Subgroup as u32),
        scope => sync::scope(f, scope),
    };
    let args = vec![Operand::IdScope(scope)];
    let (ty, id) = result(f, data)?;
    f.push(S::ReadClockKHR, Some(ty), Some(id), args);
    Ok(())
}

/// Number of the only instruction in NonSemantic.DebugPrintf.
const DEBUG_PRINTF: u32 = 1;

/// Emits `DebugPrintf`.
pub(super) fn printf(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let Imm::Index(index) = data.imm() else { return Err(wrong_imm(f, data)) };
    let ir = f.m.ir;
    let Some(text) = ir.strings.get(index as usize) else {
        return Err(f.m.fault(format!("string{index} does not exist")));
    };
    let format = f.m.writer.string(literal_text(text));
    let import = f.m.printf();
    let mut args =
        vec![Operand::IdRef(import), Operand::LiteralExtInstInteger(DEBUG_PRINTF), Operand::IdRef(format)];
    args.extend(operands(f, &data.args)?);
    let void = f.m.writer.intern(S::TypeVoid, None, &[]);
    f.fresh(S::ExtInst, void, args);
    Ok(())
}
