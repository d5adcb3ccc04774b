//! Small arithmetic that folds constants as it is built.
//!
//! Lowerings ask their questions ("is this lane in range?") in instructions; where the answer is
//! already known they must see it at once, to choose the better form. Everything else is left to
//! the simplifier.

use crate::fold as constant;
use nvc_ir::function::ValueDef;
use nvc_ir::imm::{Builtin, Imm};
use nvc_ir::{Builder, Function, Op, Types, Value};

/// How far [`bound`] follows operands.
const BOUND_DEPTH: u32 = 6;

/// An arithmetic, logical or `ule` operation on 32-bit integers or truth values, folded where that
/// is obvious.
pub(crate) fn fold(b: &mut Builder<'_>, op: Op, x: Value, y: Value) -> Value {
    let ty = b.func.ty(x);
    let ones = match ty {
        Types::BOOL => 1,
        Types::I32 => u64::from(u32::MAX),
        _ => return b.op(op, &[x, y]),
    };
    let result = if op == Op::ULe { Types::BOOL } else { ty };
    if let Some(value) = constant::fold(b.func, b.types, op, &[x, y], result) {
        return value;
    }
    let known = (b.func.as_bits(x), b.func.as_bits(y));
    match (op, known) {
        (Op::IAdd | Op::Or | Op::Xor, (Some(0), _)) => y,
        (Op::IAdd | Op::Or | Op::Xor | Op::ISub | Op::LShr, (_, Some(0))) => x,
        (Op::And, (Some(0), _) | (_, Some(0))) => b.bits(ty, 0),
        (Op::And, (Some(p), _)) if p == ones => y,
        (Op::And, (_, Some(q))) if q == ones || u64::from(bound(b.func, x)) < ((q + 1) & !q) => x,
        (Op::Or, (Some(p), _) | (_, Some(p))) if p == ones => b.bits(ty, ones),
        (Op::Xor, (_, Some(1))) if ty == Types::BOOL => b.op(Op::Not, &[x]),
        (Op::ULe, (Some(0), _)) => b.bool(true),
        _ => b.op(op, &[x, y]),
    }
}

/// The negation of a truth value.
pub(crate) fn not(b: &mut Builder<'_>, x: Value) -> Value {
    match b.func.as_bits(x) {
        Some(bit) => b.bool(bit == 0),
        None => b.op(Op::Not, &[x]),
    }
}

/// [`fold`] with a constant second operand.
pub(crate) fn fold_const(b: &mut Builder<'_>, op: Op, x: Value, y: u32) -> Value {
    let y = b.i32(y);
    fold(b, op, x, y)
}

/// A number that a 32-bit integer does not exceed, unsigned.
pub(crate) fn bound(func: &Function, value: Value) -> u32 {
    bound_at(func, value, BOUND_DEPTH)
}

fn bound_at(func: &Function, value: Value, depth: u32) -> u32 {
    let value = func.resolve(value);
    if let Some(bits) = func.as_bits(value) {
        return u32::try_from(bits).unwrap_or(u32::MAX);
    }
    let ValueDef::Inst(inst) = func.values[value].def else { return u32::MAX };
    let data = &func.insts[inst];
    if depth == 0 || func.ty(value) != Types::I32 {
        return u32::MAX;
    }
    let of = |i: usize| data.args.get(i).map_or(u32::MAX, |&v| bound_at(func, v, depth - 1));
    match (data.op, data.imm) {
        // Warps have 32 lanes.
        (Op::Builtin, Imm::Builtin(Builtin::SubgroupLane | Builtin::WarpLane)) => 31,
        (Op::And | Op::UMin, _) => of(0).min(of(1)),
        (Op::Or | Op::Xor, _) => low_mask(of(0).max(of(1))),
        (Op::IAdd, _) => of(0).saturating_add(of(1)),
        (Op::LShr, _) => match func.as_bits(data.args[1]) {
            Some(n @ 0..32) => of(0) >> n,
            _ => u32::MAX,
        },
        _ => u32::MAX,
    }
}

/// All ones up to the highest one bit.
pub(crate) fn low_mask(x: u32) -> u32 {
    u32::MAX.checked_shr(x.leading_zeros()).unwrap_or(0)
}
