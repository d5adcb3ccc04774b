//! Conversions to integers that clamp: SPIR-V leaves values out of range undefined.
//!
//! All bounds are powers of two, so they are exact in every float type that can hold them and
//! infinite in those that cannot; comparing with them is right either way.

use super::{float, int};
use nvc_ir::{Builder, Imm, Op, Type, Value};

/// To a signed integer: clamped, 0 for a NaN.
pub(super) fn to_signed(b: &mut Builder<'_>, x: Value, to: Type) -> Value {
    let from = b.func.ty(x);
    let width = width_of(b, to);
    let bound = 2f64.powi(width as i32 - 1);
    let (high, low) = (float(b, from, bound), float(b, from, -bound));
    let least = 1u64 << (width - 1);
    let (greatest, least, zero) = (int(b, to, least - 1), int(b, to, least), int(b, to, 0));
    let converted = b.inst_with_type(Op::FToS, Imm::None, &[x], to);
    let nan = b.op(Op::IsNan, &[x]);
    let converted = b.op(Op::Select, &[nan, zero, converted]);
    // With equality: the bound itself gives the least integer, and where the bound is infinite so
    // does infinity.
    let below = b.op(Op::FLe, &[x, low]);
    let converted = b.op(Op::Select, &[below, least, converted]);
    let above = b.op(Op::FLe, &[high, x]);
    b.op(Op::Select, &[above, greatest, converted])
}

/// To an unsigned integer: clamped, 0 for a NaN.
pub(super) fn to_unsigned(b: &mut Builder<'_>, x: Value, to: Type) -> Value {
    let from = b.func.ty(x);
    let bound = 2f64.powi(width_of(b, to) as i32);
    let (high, low) = (float(b, from, bound), float(b, from, 0.0));
    let (greatest, zero) = (int(b, to, u64::MAX), int(b, to, 0));
    let converted = b.inst_with_type(Op::FToU, Imm::None, &[x], to);
    // False for a NaN.
    let positive = b.op(Op::FLt, &[low, x]);
    let converted = b.op(Op::Select, &[positive, converted, zero]);
    let above = b.op(Op::FLe, &[high, x]);
    b.op(Op::Select, &[above, greatest, converted])
}

fn width_of(b: &Builder<'_>, ty: Type) -> u8 {
    b.types.scalar_bits(b.types.scalar(ty)).unwrap_or(32)
}
