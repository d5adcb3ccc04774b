//! Constant folding of scalar operations on bit patterns.
//!
//! Integers wrap at their width. Floats are computed in double precision and rounded once to their width; for
//! `+ - * /` the result is the same as that of IEEE arithmetic at the narrower width.

use crate::types::{Scalar, ScalarKind};
use nvc_ir::imm::Rounding;
use nvc_ir::{Op, Overflow, half};

/// Returns a mask of the bits of a scalar type: its low bits are set, up to the type's width.
pub fn mask(scalar: Scalar) -> u64 {
    match scalar.bits() {
        bits @ 0..64 => (1 << bits) - 1,
        _ => u64::MAX,
    }
}

/// Sign-extends an integer from the scalar's width to 64 bits.
pub fn signed(scalar: Scalar, bits: u64) -> i64 {
    match scalar.width {
        1 => i64::from(bits as u8 as i8),
        2 => i64::from(bits as u16 as i16),
        4 => i64::from(bits as u32 as i32),
        _ => bits as i64,
    }
}

/// Decodes the bits of a float.
pub fn float(scalar: Scalar, bits: u64) -> f64 {
    if let Some(encoding) = scalar.encoding() {
        return encoding.to_f64(bits);
    }
    match scalar.width {
        2 => half::to_f64(bits as u16),
        4 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}

/// Rounds a value to the type of a float and returns the bits.
pub fn float_bits(scalar: Scalar, value: f64) -> u64 {
    if let Some(encoding) = scalar.encoding() {
        return encoding.from_f64(value, Overflow::Special);
    }
    match scalar.width {
        2 => u64::from(half::from_f64(value, Rounding::Nearest)),
        4 => u64::from((value as f32).to_bits()),
        _ => value.to_bits(),
    }
}

/// Converts a scalar to another type, like a constructor (GLSL §5.4.1).
pub fn convert(from: Scalar, bits: u64, to: Scalar) -> u64 {
    use ScalarKind::{Bool, Float, Sint};
    // All float encodings convert the same way, so they share one kind.
    let kind = |scalar: Scalar| if scalar.is_float() { Float } else { scalar.kind };
    match (kind(from), kind(to)) {
        (Float, Float) => float_bits(to, float(from, bits)),
        (Float, Bool) => u64::from(float(from, bits) != 0.0),
        // The result of an out-of-range value is undefined; here it saturates at 64 bits and then wraps.
        (Float, Sint) => (float(from, bits) as i64) as u64 & mask(to),
        (Float, _) => {
            let value = float(from, bits);
            // Negative values are undefined too. Converting through a signed integer makes them wrap, as on
            // most GPUs.
            let bits = if value < 0.0 { (value as i64) as u64 } else { value as u64 };
            bits & mask(to)
        }
        (_, Bool) => u64::from(bits != 0),
        (Sint, Float) => match to.width {
            4 => u64::from((signed(from, bits) as f32).to_bits()),
            // bfloat16 and the smaller encodings are converted through single precision (SPV_KHR_bfloat16).
            _ if to.encoding().is_some() => float_bits(to, f64::from(signed(from, bits) as f32)),
            _ => float_bits(to, signed(from, bits) as f64),
        },
        (_, Float) => match to.width {
            4 => u64::from((bits as f32).to_bits()),
            _ if to.encoding().is_some() => float_bits(to, f64::from(bits as f32)),
            _ => float_bits(to, bits as f64),
        },
        (Sint, _) => signed(from, bits) as u64 & mask(to),
        _ => bits & mask(to),
    }
}

/// Returns the remainder with the sign of the divisor.
fn floor_mod(a: i64, b: i64) -> i64 {
    let remainder = a.wrapping_rem(b);
    if remainder != 0 && (remainder < 0) != (b < 0) { remainder + b } else { remainder }
}

/// Folds an IR operation on scalars. Returns `None` for integer division by zero and for operations that the
/// checker does not fold.
pub fn evaluate(op: Op, result: Scalar, operands: &[(Scalar, u64)]) -> Option<u64> {
    let (ty, a) = *operands.first()?;
    let b = operands.get(1).map_or(0, |&(_, bits)| bits);
    let (sa, sb) = (signed(ty, a), signed(ty, b));
    let shift = u32::try_from(b & u64::from(ty.width * 8 - 1)).unwrap_or(0);
    let bits = match op {
        Op::IAdd => a.wrapping_add(b),
        Op::ISub => a.wrapping_sub(b),
        Op::IMul => a.wrapping_mul(b),
        Op::SDiv if b != 0 => sa.wrapping_div(sb) as u64,
        Op::UDiv => a.checked_div(b)?,
        Op::SMod if b != 0 => floor_mod(sa, sb) as u64,
        Op::URem => a.checked_rem(b)?,
        Op::INeg => a.wrapping_neg(),
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Not => !a,
        Op::Shl => a.wrapping_shl(shift),
        Op::LShr => a.wrapping_shr(shift),
        Op::AShr => sa.wrapping_shr(shift) as u64,
        Op::IEq => u64::from(a == b),
        Op::INe => u64::from(a != b),
        Op::SLt => u64::from(sa < sb),
        Op::SLe => u64::from(sa <= sb),
        Op::ULt => u64::from(a < b),
        Op::ULe => u64::from(a <= b),
        Op::Select => operands.get(if a != 0 { 1 } else { 2 })?.1,
        Op::ITrunc | Op::ZExt | Op::Bitcast => a,
        Op::SExt => sa as u64,
        Op::FAdd => float_bits(ty, float(ty, a) + float(ty, b)),
        Op::FSub => float_bits(ty, float(ty, a) - float(ty, b)),
        Op::FMul => float_bits(ty, float(ty, a) * float(ty, b)),
        Op::FDiv => float_bits(ty, float(ty, a) / float(ty, b)),
        Op::FNeg => float_bits(ty, -float(ty, a)),
        Op::FEq => u64::from(float(ty, a) == float(ty, b)),
        Op::FNe => u64::from(float(ty, a) != float(ty, b)),
        Op::FLt => u64::from(float(ty, a) < float(ty, b)),
        Op::FLe => u64::from(float(ty, a) <= float(ty, b)),
        _ => return None,
    };
    Some(bits & mask(result))
}
