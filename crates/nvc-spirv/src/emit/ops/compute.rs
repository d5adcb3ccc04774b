//! Emits arithmetic, conversions and operations on composites that do not map to a single SPIR-V instruction
//! with the same operands.

use super::{arg, coop, coop_vector, direct, glsl, operands, result, result_type, wrong_imm};
use crate::capabilities::Requirement;
use crate::emit::Emit;
use crate::emit::function::FunctionEmitter;
use nvc_ir::function::InstRef;
use nvc_ir::imm::Imm;
use nvc_ir::{Op, TypeKind, Types, Value};
use rspirv::dr::Operand;
use spirv::{GlslStd450Op, Op as S, Word};

/// Emits the high half of a product: the second member of the result of `Op[SU]MulExtended`.
pub(super) fn mul_high(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let factors = [arg(f, data, 0)?, arg(f, data, 1)?];
    let args = operands(f, &data.args)?;
    let (ty, id) = result(f, data)?;
    let members = vec![Operand::IdRef(ty), Operand::IdRef(ty)];
    let pair = f.m.writer.intern(S::TypeStruct, None, &members);
    let op = if data.op == Op::SMulHi { S::SMulExtended } else { S::UMulExtended };
    let product = f.fresh(op, pair, args);
    f.product = Some((factors, product));
    half_of_product(f, product, 1, ty, id);
    Ok(())
}

/// Emits a product. If the last `Op[SU]MulExtended` of the block, which was emitted for a high half, has the same factors,
/// its first member is extracted instead.
pub(super) fn mul(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let factors = [arg(f, data, 0)?, arg(f, data, 1)?];
    let (ty, id) = result(f, data)?;
    match f.product {
        Some((others, product)) if factors == others => half_of_product(f, product, 0, ty, id),
        _ => {
            let args = operands(f, &data.args)?;
            f.push(S::IMul, Some(ty), Some(id), args);
        }
    }
    Ok(())
}

fn half_of_product(f: &mut FunctionEmitter<'_, '_>, product: Word, member: u32, ty: Word, id: Word) {
    let half = vec![Operand::IdRef(product), Operand::LiteralBit32(member)];
    f.push(S::CompositeExtract, Some(ty), Some(id), half);
}

/// Emits the significand or exponent: a member of the result of `FrexpStruct`.
pub(super) fn frexp(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let value = arg(f, data, 0)?;
    let both = match f.frexp {
        Some((operand, both)) if operand == value => both,
        _ => frexp_struct(f, value)?,
    };
    f.frexp = Some((value, both));
    let member = u32::from(data.op == Op::FrexpExponent);
    let (ty, id) = result(f, data)?;
    f.push(
        S::CompositeExtract,
        Some(ty),
        Some(id),
        vec![Operand::IdRef(both), Operand::LiteralBit32(member)],
    );
    Ok(())
}

/// Emits `FrexpStruct`, which computes both significand and exponent.
fn frexp_struct(f: &mut FunctionEmitter<'_, '_>, value: Value) -> Emit<Word> {
    let float = f.func.ty(value);
    let exponent = f.m.with_scalar(float, Types::I32)?;
    let float = f.ty(float)?;
    let members = vec![Operand::IdRef(float), Operand::IdRef(exponent)];
    let pair = f.m.writer.intern(S::TypeStruct, None, &members);
    let import = f.m.glsl();
    let op = Operand::LiteralExtInstInteger(GlslStd450Op::FrexpStruct as u32);
    let operand = f.operand(value)?;
    Ok(f.fresh(S::ExtInst, pair, vec![Operand::IdRef(import), op, operand]))
}

/// Emits a select.
pub(super) fn select(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let (cond, yes, no) = (arg(f, data, 0)?, arg(f, data, 1)?, arg(f, data, 2)?);
    let (_, id) = result(f, data)?;
    select_into(f, id, cond, yes, no)
}

/// Emits a select with a given result id.
pub(in crate::emit) fn select_into(
    f: &mut FunctionEmitter<'_, '_>,
    id: Word,
    cond: Value,
    yes: Value,
    no: Value,
) -> Emit<()> {
    let mut flag = f.id(cond)?;
    let scalar = matches!(f.kind(cond)?, TypeKind::Bool);
    // Before SPIR-V 1.4, the condition of a vector select must be a vector.
    if scalar && f.m.version() < (1, 4) {
        let ty = f.func.ty(yes);
        match *f.m.kind(ty)? {
            TypeKind::Vector(_, count) => {
                let ty = f.m.with_scalar(ty, Types::BOOL)?;
                flag = f.fresh(S::CompositeConstruct, ty, vec![Operand::IdRef(flag); count.into()]);
            }
            TypeKind::IdVector(vector) if !vector.cooperative => {
                let ty = f.m.with_scalar(ty, Types::BOOL)?;
                f.m.require(Requirement::ReplicatedCompositesEXT);
                flag = f.fresh(S::CompositeConstructReplicateEXT, ty, vec![Operand::IdRef(flag)]);
            }
            _ => {}
        }
    }
    let ty = f.func.ty(yes);
    let ty = f.ty(ty)?;
    let operands = vec![Operand::IdRef(flag), f.operand(yes)?, f.operand(no)?];
    f.push(S::Select, Some(ty), Some(id), operands);
    Ok(())
}

/// Emits saturation with `NClamp`, which maps a NaN to the lower bound 0.
pub(super) fn saturate(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
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
        *bound = f.m.writer.intern(S::Constant, Some(scalar), &[literal]);
        if count > 1 {
            let ty = f.ty(ty)?;
            *bound = f.m.composite(ty, &vec![*bound; count.into()]);
        } else if f.m.ir.types.id_vector(ty).is_some() {
            let ty = f.ty(ty)?;
            f.m.require(Requirement::ReplicatedCompositesEXT);
            *bound = f.fresh(S::CompositeConstructReplicateEXT, ty, vec![Operand::IdRef(*bound)]);
        }
    }
    let mut args = operands(f, &data.args)?;
    args.extend(bounds.map(Operand::IdRef));
    glsl(f, GlslStd450Op::NClamp, data, args)
}

/// Emits a multiply-add: `OpFmaKHR` for a scalar or vector if SPV_KHR_fma is allowed, else GLSL.std.450 `Fma`.
pub(super) fn fma(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let ty = result_type(f, data)?;
    let is_scalar_or_vector = match f.m.kind(ty)? {
        TypeKind::Float(_) | TypeKind::Vector(..) => true,
        TypeKind::IdVector(vector) => !vector.cooperative,
        _ => false,
    };
    if is_scalar_or_vector && f.m.requirements.allows(Requirement::FMAKHR) {
        f.m.require(Requirement::FMAKHR);
        return direct(f, S::FmaKHR, data);
    }
    let args = operands(f, &data.args)?;
    glsl(f, GlslStd450Op::Fma, data, args)
}

/// Emits the construction of a vector or aggregate from its parts.
pub(super) fn construct(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let ty = result_type(f, data)?;
    match f.m.kind(ty)? {
        TypeKind::CoopMatrix(_) => coop::with_scalar(f, data, S::CompositeConstruct),
        TypeKind::IdVector(vector) if data.args.len() == 1 => {
            let (vector, part) = (*vector, arg(f, data, 0)?);
            let splat = coop_vector::splat(f, ty, vector, part)?;
            let value = super::result_value(f, data)?;
            let ty = f.ty(ty)?;
            f.alias(value, ty, splat);
            Ok(())
        }
        _ => super::direct(f, S::CompositeConstruct, data),
    }
}

/// Emits an integer truncation. `OpUConvert` cannot produce signed integers, which the components of
/// cooperative matrices can be, so those use `OpSConvert`, which keeps the same low bits.
pub(super) fn narrow(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let ty = result_type(f, data)?;
    let signed = coop::signed_component(f, ty)?.is_some();
    super::direct(f, if signed { S::SConvert } else { S::UConvert }, data)
}

/// Emits the replacement of one part of a composite.
pub(super) fn insert(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let Imm::Index(index) = data.imm() else { return Err(wrong_imm(f, data)) };
    let (whole, part) = (arg(f, data, 0)?, arg(f, data, 1)?);
    let args = vec![f.operand(part)?, f.operand(whole)?, Operand::LiteralBit32(index)];
    let (ty, id) = result(f, data)?;
    f.push(S::CompositeInsert, Some(ty), Some(id), args);
    Ok(())
}

/// Emits the extraction of a component, element or member.
pub(super) fn extract(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let Imm::Index(index) = data.imm() else { return Err(wrong_imm(f, data)) };
    let mut args = operands(f, &data.args)?;
    args.push(Operand::LiteralBit32(index));
    let (ty, id) = result(f, data)?;
    f.push(S::CompositeExtract, Some(ty), Some(id), args);
    Ok(())
}
