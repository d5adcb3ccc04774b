//! Folds the packing of two half-precision floats into a 32-bit integer, and unpacking.
//!
//! Folds only if a half represents the float exactly: rounding, subnormals and NaNs differ between targets.

use nvc_ir::imm::Rounding;
use nvc_ir::{Const, Function, Op, Type, Types, Value, half};

/// The result of packing or unpacking a constant.
pub(super) fn fold(func: &mut Function, types: &Types, op: Op, value: Value, ty: Type) -> Option<Value> {
    let lane = |index| super::lane(func, types, value, index);
    match op {
        Op::PackHalf if types.components(func.ty(value)) == 2 => {
            let (low, high) = (pack(lane(0)? as u32)?, pack(lane(1)? as u32)?);
            Some(func.constant(Types::I32, Const::Bits(u64::from(high << 16 | low))))
        }
        Op::UnpackHalf => {
            let word = lane(0)? as u32;
            let halves = [unpack(word & 0xffff)?, unpack(word >> 16)?];
            let parts = halves.map(|bits| func.constant(Types::F32, Const::Bits(u64::from(bits))));
            Some(func.constant(ty, Const::Composite(parts.to_vec())))
        }
        _ => None,
    }
}

/// The half that equals a float.
fn pack(bits: u32) -> Option<u32> {
    let number = f64::from(f32::from_bits(bits));
    let packed = half::from_f64(number, Rounding::Nearest);
    (half::to_f64(packed) == number && is_portable(packed)).then_some(u32::from(packed))
}

/// The float that equals a half.
fn unpack(bits: u32) -> Option<u32> {
    let packed = bits as u16;
    is_portable(packed).then(|| (half::to_f64(packed) as f32).to_bits())
}

/// Whether all targets treat a half alike: neither a subnormal nor a NaN.
fn is_portable(bits: u16) -> bool {
    let (exponent, fraction) = (bits >> 10 & 0x1f, bits & 0x3ff);
    fraction == 0 || (exponent != 0 && exponent != 0x1f)
}

#[cfg(test)]
mod tests {
    use super::{pack, unpack};

    #[test]
    fn folds_exact_numbers() {
        for (number, half) in [
            (0.0f32, 0u32),
            (-0.0, 0x8000),
            (1.0, 0x3c00),
            (-2.5, 0xc100),
            (65504.0, 0x7bff),
            (6.103_515_6e-5, 0x0400),
            (f32::NEG_INFINITY, 0xfc00),
        ] {
            assert_eq!(pack(number.to_bits()), Some(half), "{number}");
            assert_eq!(unpack(half), Some(number.to_bits()), "{number}");
        }
    }

    #[test]
    fn does_not_fold_where_targets_differ() {
        for number in [65520.0f32, 0.1, 1e-6, f32::NAN] {
            assert_eq!(pack(number.to_bits()), None, "{number}");
        }
        assert_eq!(unpack(0x0001), None);
        assert_eq!(unpack(0x7e00), None);
    }

    #[test]
    fn round_trips_every_half() {
        for half in 0..=0xffff {
            assert!(unpack(half).is_none_or(|bits| pack(bits) == Some(half)), "{half:x}");
        }
    }
}
