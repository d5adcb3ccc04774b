//! Emits atomic operations on pointers.

use super::{arg, memory, result, result_type, result_value, wrong_imm};
use crate::capabilities::Requirement;
use crate::emit::Emit;
use crate::emit::function::FunctionEmitter;
use nvc_ir::function::InstRef;
use nvc_ir::imm::{AtomicOp, Imm};
use nvc_ir::{Op, TypeKind, Value};
use rspirv::dr::Operand;
use spirv::{MemorySemantics, Op as S, Word};

/// Returns the opcode of an atomic; `None` for atomics that the pass `lower-atomics` replaces.
fn opcode(op: AtomicOp) -> Option<S> {
    Some(match op {
        AtomicOp::Load => S::AtomicLoad,
        AtomicOp::Add => S::AtomicIAdd,
        AtomicOp::Sub => S::AtomicISub,
        AtomicOp::SMin => S::AtomicSMin,
        AtomicOp::UMin => S::AtomicUMin,
        AtomicOp::SMax => S::AtomicSMax,
        AtomicOp::UMax => S::AtomicUMax,
        AtomicOp::And => S::AtomicAnd,
        AtomicOp::Or => S::AtomicOr,
        AtomicOp::Xor => S::AtomicXor,
        AtomicOp::Exchange => S::AtomicExchange,
        AtomicOp::CompareExchange => S::AtomicCompareExchange,
        AtomicOp::FAdd => S::AtomicFAddEXT,
        AtomicOp::FMin => S::AtomicFMinEXT,
        AtomicOp::FMax => S::AtomicFMaxEXT,
        AtomicOp::IncWrap | AtomicOp::DecWrap | AtomicOp::HalfAdd | AtomicOp::HalfMin | AtomicOp::HalfMax => {
            return None;
        }
    })
}

/// Returns the capability that an atomic on a type requires.
fn requirement(op: AtomicOp, kind: &TypeKind) -> Option<Requirement> {
    match (op, kind) {
        (_, TypeKind::Int(64)) => Some(Requirement::Int64Atomics),
        (AtomicOp::FAdd, TypeKind::Float(16)) => Some(Requirement::AtomicFloat16AddEXT),
        (AtomicOp::FAdd, TypeKind::Float(32)) => Some(Requirement::AtomicFloat32AddEXT),
        (AtomicOp::FAdd, TypeKind::Float(64)) => Some(Requirement::AtomicFloat64AddEXT),
        (AtomicOp::FMin | AtomicOp::FMax, TypeKind::Float(16)) => Some(Requirement::AtomicFloat16MinMaxEXT),
        (AtomicOp::FMin | AtomicOp::FMax, TypeKind::Float(32)) => Some(Requirement::AtomicFloat32MinMaxEXT),
        (AtomicOp::FMin | AtomicOp::FMax, TypeKind::Float(64)) => Some(Requirement::AtomicFloat64MinMaxEXT),
        _ => None,
    }
}

/// Emits an atomic. It is relaxed: the front ends express the memory order of an atomic as barriers before and after it.
pub(super) fn atomic(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let Imm::Atomic(op, scope) = data.imm() else { return Err(wrong_imm(f, data)) };
    let Some(opcode) = opcode(op) else {
        return Err(f.m.fault(format!("atomic `{}` reached the back end", op.name())));
    };
    let pointer = arg(f, data, 0)?;
    let value = result_value(f, data)?;
    let ty = result_type(f, data)?;
    let kind = f.m.kind(ty)?;
    if let Some(requirement) = requirement(op, kind) {
        f.m.require(requirement);
    }
    let signed = points_to_signed_texel(f, pointer)?;
    let scope = super::sync::scope(f, scope);
    let relaxed = f.m.u32(MemorySemantics::RELAXED.bits());
    let mut args = vec![f.operand(pointer)?, Operand::IdScope(scope), Operand::IdMemorySemantics(relaxed)];
    match op {
        AtomicOp::Load => {}
        AtomicOp::CompareExchange => {
            let (expected, new) = (arg(f, data, 1)?, arg(f, data, 2)?);
            args.push(Operand::IdMemorySemantics(relaxed));
            args.push(operand(f, signed, new)?);
            args.push(operand(f, signed, expected)?);
        }
        _ => {
            let operand_value = arg(f, data, 1)?;
            args.push(operand(f, signed, operand_value)?);
        }
    }
    // An exchange whose result is unused is a store.
    if op == AtomicOp::Exchange && !f.is_used(value) {
        f.push(S::AtomicStore, None, None, args);
        return Ok(());
    }
    let (ty, id) = result(f, data)?;
    match signed {
        None => f.push(opcode, Some(ty), Some(id), args),
        Some(signed) => {
            let old = f.fresh(opcode, signed, args);
            f.push(S::Bitcast, Some(ty), Some(id), vec![Operand::IdRef(old)]);
        }
    }
    if let Some(facts) = f.facts_mut(value) {
        facts.uniform = false;
    }
    Ok(())
}

fn operand(f: &mut FunctionEmitter<'_, '_>, signed: Option<Word>, value: Value) -> Emit<Operand> {
    let id = f.operand(value)?;
    Ok(match signed {
        None => id,
        Some(ty) => Operand::IdRef(f.fresh(S::Bitcast, ty, vec![id])),
    })
}

/// Returns the signed texel type if the pointer points to a signed texel. Since IR integers have no sign,
/// operands and result must then be bitcast.
fn points_to_signed_texel(f: &mut FunctionEmitter<'_, '_>, pointer: Value) -> Emit<Option<Word>> {
    let Some(texel) = f.func.def(pointer).filter(|def| def.op == Op::TexelAddr) else { return Ok(None) };
    let image = arg(f, texel, 0)?;
    let (_, to) = memory::pointee(f, image)?;
    match *f.m.kind(to)? {
        TypeKind::Image(image) => f.m.signed_texel(image),
        _ => Ok(None),
    }
}
