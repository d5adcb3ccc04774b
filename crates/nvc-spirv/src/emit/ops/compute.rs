//! Arithmetic and conversions that take more than one opcode.

use super::{arg, glsl, operands, result, result_type, wrong_imm};
use crate::emit::Emit;
use crate::emit::function::FunctionEmitter;
use nvc_ir::function::InstData;
use nvc_ir::imm::Imm;
use nvc_ir::{Op, TypeKind, Value};
use rspirv::dr::Operand;
use rspirv::spirv::{GlslStd450Op, Op as S, Word};

/// High halves come as the second member of the extended product.
pub(super) fn mul_high(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<()> {
    let args = operands(f, &data.args)?;
    let (ty, id) = result(f, data)?;
    let members = vec![Operand::IdRef(ty), Operand::IdRef(ty)];
    let pair = f.m.writer.intern(S::TypeStruct, None, members);
    let op = if data.op == Op::SMulHi { S::SMulExtended } else { S::UMulExtended };
    let product = f.fresh(op, pair, args);
    let high = vec![Operand::IdRef(product), Operand::LiteralBit32(1)];
    f.push(S::CompositeExtract, Some(ty), Some(id), high);
    Ok(())
}

/// A choice between two values.
pub(super) fn select(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<()> {
    let (cond, yes, no) = (arg(f, data, 0)?, arg(f, data, 1)?, arg(f, data, 2)?);
    let (_, id) = result(f, data)?;
    select_into(f, id, cond, yes, no)
}

/// A choice between two values, with its result id.
pub(in crate::emit) fn select_into(
    f: &mut FunctionEmitter<'_, '_>,
    id: Word,
    cond: Value,
    yes: Value,
    no: Value,
) -> Emit<()> {
    let mut flag = f.id(cond)?;
    let scalar = matches!(f.kind(cond)?, TypeKind::Bool);
    // Before SPIR-V 1.4 the condition has as many components as what it chooses between.
    if let TypeKind::Vector(_, count) = *f.kind(yes)?
        && scalar
        && f.m.version() < (1, 4)
    {
        let bool = f.m.bool_type();
        let ty = f.m.vector_type(bool, count);
        flag = f.fresh(S::CompositeConstruct, ty, vec![Operand::IdRef(flag); count.into()]);
    }
    let ty = f.func.ty(yes);
    let ty = f.ty(ty)?;
    let operands = vec![Operand::IdRef(flag), f.operand(yes)?, f.operand(no)?];
    f.push(S::Select, Some(ty), Some(id), operands);
    Ok(())
}

/// `NClamp` prefers the bound to a NaN: with the lower bound 0 it is what saturation wants.
pub(super) fn saturate(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<()> {
    let ty = result_type(f, data)?;
    let types = &f.m.ir.types;
    let (scalar, count) = (types.scalar(ty), types.components(ty));
    let one = match types.kind(scalar) {
        TypeKind::Float(16) => Operand::LiteralBit32(0x3c00),
        TypeKind::Float(64) => Operand::LiteralBit64(1f64.to_bits()),
        _ => Operand::LiteralBit32(1f32.to_bits()),
    };
    let zero = match one {
        Operand::LiteralBit64(_) => Operand::LiteralBit64(0),
        _ => Operand::LiteralBit32(0),
    };
    let mut bounds = [0; 2];
    for (bound, literal) in bounds.iter_mut().zip([zero, one]) {
        let scalar = f.ty(scalar)?;
        *bound = f.m.writer.intern(S::Constant, Some(scalar), vec![literal]);
        if count > 1 {
            let ty = f.ty(ty)?;
            *bound = f.m.composite(ty, &vec![*bound; count.into()]);
        }
    }
    let mut args = operands(f, &data.args)?;
    args.extend(bounds.map(Operand::IdRef));
    glsl(f, GlslStd450Op::NClamp, data, args)
}

/// A component, element or member.
pub(super) fn extract(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<()> {
    let Imm::Index(index) = data.imm else { return Err(wrong_imm(f, data)) };
    let mut args = operands(f, &data.args)?;
    args.push(Operand::LiteralBit32(index));
    let (ty, id) = result(f, data)?;
    f.push(S::CompositeExtract, Some(ty), Some(id), args);
    Ok(())
}
