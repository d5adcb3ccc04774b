//! Saturating float-to-integer conversions. SPIR-V's own conversions are undefined for values out of range.
//!
//! All bounds are powers of two, so they are exact in float types that can represent them and infinite in others;
//! comparisons with them are correct either way.

use nvc_ir::{Builder, Imm, Op, Type, Value};

/// Converts to a signed integer with saturation; 0 for a NaN.
pub(super) fn to_signed(b: &mut Builder<'_>, x: Value, to: Type) -> Value {
    let from = b.func.ty(x);
    let width = width_of(b, to);
    let bound = 2f64.powi(width as i32 - 1);
    let (high, low) = (b.splat_float(from, bound), b.splat_float(from, -bound));
    let sign = 1u64 << (width - 1);
    let (max, min, zero) = (b.splat_bits(to, sign - 1), b.splat_bits(to, sign), b.splat_bits(to, 0));
    let converted = b.inst_with_type(Op::FToS, Imm::None, &[x], to);
    let nan = b.op(Op::IsNan, &[x]);
    let converted = b.op(Op::Select, &[nan, zero, converted]);
    // Less or equal: the bound itself converts to the minimum, and so does -infinity if the bound is infinite.
    let below = b.op(Op::FLe, &[x, low]);
    let converted = b.op(Op::Select, &[below, min, converted]);
    let above = b.op(Op::FLe, &[high, x]);
    b.op(Op::Select, &[above, max, converted])
}

/// Converts to an unsigned integer with saturation; 0 for a NaN.
pub(super) fn to_unsigned(b: &mut Builder<'_>, x: Value, to: Type) -> Value {
    let from = b.func.ty(x);
    let bound = 2f64.powi(width_of(b, to) as i32);
    let (high, low) = (b.splat_float(from, bound), b.splat_float(from, 0.0));
    let (max, zero) = (b.splat_bits(to, u64::MAX), b.splat_bits(to, 0));
    let converted = b.inst_with_type(Op::FToU, Imm::None, &[x], to);
    // False for a NaN, which becomes 0.
    let positive = b.op(Op::FLt, &[low, x]);
    let converted = b.op(Op::Select, &[positive, converted, zero]);
    let above = b.op(Op::FLe, &[high, x]);
    b.op(Op::Select, &[above, max, converted])
}

fn width_of(b: &Builder<'_>, ty: Type) -> u8 {
    b.types.scalar_bits(b.types.scalar(ty)).unwrap_or(32)
}
