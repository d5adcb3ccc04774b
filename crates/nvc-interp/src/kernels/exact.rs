//! Determines whether a floating-point operation has the same result on every device.
//!
//! That is the case if nothing is rounded, and no operand or result is a NaN, an infinity or a denormal. The
//! freedoms that SPIR-V gives devices (contraction, denormals, precision of functions) then make no
//! difference.

use super::{Kind, single};
use nvc_ir::{FpEncoding, Op};

/// Returns whether an operation with operands of kind `from` and a result of kind `to` is exact.
pub(crate) fn is_exact(op: Op, from: Kind, to: Kind, args: &[u64], result: u64) -> bool {
    let is_plain = |kind: Kind, bits: u64| match kind {
        Kind::Float(width) => is_normal_or_zero(width, bits),
        Kind::Encoded(encoding) => is_normal(encoding, bits),
        _ => true,
    };
    if !args.iter().all(|&arg| is_plain(from, arg)) || !is_plain(to, result) {
        return false;
    }
    let wide = |bits: u64| single::value(from, bits);
    let value = single::value(to, result);
    match (op, args) {
        (Op::FAdd, &[x, y]) => is_sum(wide(x), wide(y), value),
        (Op::FSub, &[x, y]) => is_sum(wide(x), -wide(y), value),
        (Op::FMul, &[x, y]) => is_product(wide(x), wide(y), value),
        (Op::Fma, &[x, y, z]) => {
            // The product must be exact too, because a device may round it separately.
            let product = wide(single::near(from.bits().into(), wide(x) * wide(y)));
            is_product(wide(x), wide(y), product) && is_sum(product, wide(z), value)
        }
        (Op::FDiv, &[x, y]) => wide(y) != 0.0 && is_product(value, wide(y), wide(x)),
        (Op::Sqrt, &[x]) => is_product(value, value, wide(x)),
        (Op::FConvert | Op::FConvertSat, &[x]) => wide(x) == value,
        (Op::SToF | Op::SToFSat, &[x]) => is_integer(from, true, x, value),
        (Op::UToF | Op::UToFSat, &[x]) => is_integer(from, false, x, value),
        // The result of an operand out of range depends on the device.
        (Op::FToS | Op::FToU, &[x]) => is_integer(to, op == Op::FToS, result, wide(x).trunc()),
        (Op::Fract, &[x]) => is_sum(wide(x), -wide(x).floor(), value),
        (Op::FNeg | Op::FAbs | Op::FMin | Op::FMax | Op::FSat | Op::FSign, _) => true,
        (Op::Floor | Op::Ceil | Op::Trunc | Op::RoundEven | Op::FToSSat | Op::FToUSat, _) => true,
        // Comparisons and other operations whose result is not a float.
        _ => !to.is_float(),
    }
}

/// Returns whether a float is finite and not denormal. Devices may flush denormals to 0.
fn is_normal_or_zero(width: u8, bits: u64) -> bool {
    let (exponent, mantissa) = match width {
        16 => (0x7c00, 0x3ff),
        32 => (0x7f80_0000, 0x7f_ffff),
        _ => (0x7ff << 52, (1 << 52) - 1),
    };
    bits & exponent != exponent && (bits & exponent != 0 || bits & mantissa == 0)
}

/// Returns whether a float of a non-IEEE encoding is finite and, for bfloat16, not denormal. Devices may
/// flush denormals only for bfloat16.
fn is_normal(encoding: FpEncoding, bits: u64) -> bool {
    let number = encoding.to_f64(bits);
    number.is_finite() && (encoding != FpEncoding::BFloat16 || number == 0.0 || bits & 0x7f80 != 0)
}

/// Returns whether a sum is exact: its error, computed by Knuth's TwoSum, is 0.
fn is_sum(x: f64, y: f64, sum: f64) -> bool {
    let rounded = x + y;
    let part = rounded - x;
    let error = (x - (rounded - part)) + (y - part);
    error == 0.0 && rounded == sum
}

/// Returns whether a product is exact.
fn is_product(x: f64, y: f64, product: f64) -> bool {
    x.mul_add(y, -product) == 0.0
}

/// Returns whether a float has the value of an integer.
fn is_integer(kind: Kind, signed: bool, bits: u64, value: f64) -> bool {
    let unused = 64 - u32::from(kind.bits().clamp(1, 64));
    let integer = match signed {
        true => i128::from((bits << unused) as i64 >> unused),
        false => i128::from(bits << unused >> unused),
    };
    value as i128 == integer && value.trunc() == value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn single(op: Op, args: &[f32], result: f32) -> bool {
        let bits: Vec<u64> = args.iter().map(|arg| arg.to_bits().into()).collect();
        is_exact(op, Kind::Float(32), Kind::Float(32), &bits, result.to_bits().into())
    }

    fn double(op: Op, args: &[f64], result: f64) -> bool {
        let bits: Vec<u64> = args.iter().map(|arg| arg.to_bits()).collect();
        is_exact(op, Kind::Float(64), Kind::Float(64), &bits, result.to_bits())
    }

    #[test]
    fn rounded_results_are_inexact() {
        let third = 1.0 / 3.0;
        assert!(single(Op::FAdd, &[1.5, 0.0625], 1.5625));
        assert!(!single(Op::FAdd, &[1.0, 1e-9], 1.0));
        assert!(!double(Op::FAdd, &[1.0, 1e-19], 1.0));
        assert!(!single(Op::FSub, &[third, 1e-3], third - 1e-3));
        assert!(single(Op::FMul, &[1.5, 1.5], 2.25));
        assert!(!single(Op::FMul, &[third, third], third * third));
        assert!(!double(Op::FMul, &[0.1, 0.1], 0.1 * 0.1));
        assert!(single(Op::Fma, &[1.5, 1.5, 1.0], 3.25));
        assert!(!single(Op::Fma, &[third, 3.0, -1.0], third.mul_add(3.0, -1.0)));
        assert!(single(Op::FDiv, &[3.0, 2.0], 1.5));
        assert!(!single(Op::FDiv, &[1.0, 3.0], third));
        assert!(single(Op::Sqrt, &[2.25], 1.5));
        assert!(!single(Op::Sqrt, &[2.0], 2f32.sqrt()));
        assert!(!single(Op::Exp2, &[2.0], 4.0), "devices approximate it");
    }

    #[test]
    fn nans_infinities_and_denormals_are_inexact() {
        for special in [f32::NAN, f32::INFINITY, 1e-40] {
            assert!(!single(Op::FNeg, &[special], -special));
            assert!(!single(Op::FMul, &[special, 0.0], 0.0));
        }
        assert!(single(Op::FNeg, &[0.0], -0.0));
        let comparison = |x: f32| is_exact(Op::FLt, Kind::Float(32), Kind::Bool, &[x.to_bits().into(), 0], 0);
        assert!(comparison(1.0) && !comparison(1e-40));
    }

    #[test]
    fn conversions() {
        let to_single = |bits: u64, value: f32| {
            is_exact(Op::SToF, Kind::Int(32), Kind::Float(32), &[bits], value.to_bits().into())
        };
        assert!(to_single(0xffff_ffff, -1.0));
        assert!(!to_single(0x0100_0001, 16_777_216.0));
        let to_int = |value: f32, bits: u64| {
            is_exact(Op::FToU, Kind::Float(32), Kind::Int(8), &[value.to_bits().into()], bits)
        };
        assert!(to_int(3.5, 3));
        assert!(!to_int(300.0, 255) && !to_int(-1.0, 0));
        let narrow = |value: f64, result: f32| {
            is_exact(
                Op::FConvert,
                Kind::Float(64),
                Kind::Float(32),
                &[value.to_bits()],
                result.to_bits().into(),
            )
        };
        assert!(narrow(0.5, 0.5) && !narrow(0.1, 0.1));
    }
}
