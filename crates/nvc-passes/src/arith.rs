//! Builder functions that fold constants and algebraic identities.
//!
//! A lowering that tests a condition ("is this lane in range?") emits a shorter sequence if the condition is
//! constant, so it needs the folded condition immediately. Other simplifications are left to `simplify`.

use crate::analysis::{Ranges, upper_bound};
use crate::fold as constant;
use nvc_ir::{Builder, Op, Types, Value};

/// Value ranges in warp lowerings, where a subgroup has 32 lanes.
const WARP_RANGES: Ranges = Ranges { group: [None; 3], lanes: Some(32) };

/// An arithmetic, logical or `ule` operation on 32-bit integers or bools, folded if possible.
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
        // `(q + 1) & !q` is the lowest clear bit of `q`: below it, all bits of `x` are kept.
        (Op::And, (_, Some(q))) if q == ones || bound(b, x) < ((q + 1) & !q) => x,
        (Op::Or, (Some(p), _) | (_, Some(p))) if p == ones => b.bits(ty, ones),
        (Op::Xor, (_, Some(1))) if ty == Types::BOOL => b.op(Op::Not, &[x]),
        (Op::ULe, (Some(0), _)) => b.bool(true),
        _ => b.op(op, &[x, y]),
    }
}

/// The complement of a bool, folded if possible.
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

/// An upper bound of an integer scalar, read as unsigned.
pub(crate) fn bound(b: &Builder<'_>, value: Value) -> u64 {
    upper_bound(b.func, b.types, value, &WARP_RANGES)
}
