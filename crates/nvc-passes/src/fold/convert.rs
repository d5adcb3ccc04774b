//! Folds conversions of constants.

use super::{Kind, mask};
use nvc_ir::{FpEncoding, Op, Overflow};

/// The result of a conversion, as bits; bits above its width are unspecified. `None` for other operations, for
/// conversions to IEEE floats of 16 bits, and for results that are undefined, NaN, or (in non-IEEE encodings) not the
/// same on all devices.
pub(super) fn fold(op: Op, from: Kind, to: Kind, args: &[u64]) -> Option<u64> {
    if let (Op::BitcastExtract, &[base, offset]) = (op, args) {
        let end = offset.checked_add(to.width().into())?;
        return (end <= from.width().into()).then(|| base >> offset);
    }
    let [a] = *args else { return None };
    if let Kind::Encoded(encoding) = to {
        return to_encoded(op, from, encoding, a);
    }
    match op {
        Op::ITrunc | Op::ZExt => Some(a),
        Op::SExt => Some(signed(a, from.width()) as u64),
        Op::SToF => match to {
            Kind::Float(32) => Some(u64::from((signed(a, from.width()) as f32).to_bits())),
            Kind::Float(64) => Some((signed(a, from.width()) as f64).to_bits()),
            _ => None,
        },
        Op::UToF => match to {
            Kind::Float(32) => Some(u64::from((a as f32).to_bits())),
            Kind::Float(64) => Some((a as f64).to_bits()),
            _ => None,
        },
        Op::FConvert => {
            let number = number(from, a)?;
            match to {
                _ if number.is_nan() => None,
                Kind::Float(32) => Some(u64::from((number as f32).to_bits())),
                Kind::Float(64) => Some(number.to_bits()),
                _ => None,
            }
        }
        Op::FToS | Op::FToSSat => to_signed(op, number(from, a)?, to.width()),
        Op::FToU | Op::FToUSat => to_unsigned(op, number(from, a)?, to.width()),
        _ => None,
    }
}

/// Converts to an encoded float, if all devices round alike: the result must be exact or saturated.
fn to_encoded(op: Op, from: Kind, encoding: FpEncoding, a: u64) -> Option<u64> {
    let number = match op {
        Op::FConvert | Op::FConvertSat => number(from, a)?,
        Op::SToF | Op::SToFSat => signed(a, from.width()) as f64,
        Op::UToF | Op::UToFSat => a as f64,
        _ => return None,
    };
    let saturates = matches!(op, Op::FConvertSat | Op::SToFSat | Op::UToFSat);
    let code = encoding.from_f64(number, if saturates { Overflow::Saturate } else { Overflow::Special });
    let result = encoding.to_f64(code);
    let is_exact = number.is_finite() && result == number;
    (is_exact || (saturates && number.abs() > result.abs() && result == limit(encoding, number)))
        .then_some(code)
}

/// The largest finite number of an encoding, with the sign of `sign`.
fn limit(encoding: FpEncoding, sign: f64) -> f64 {
    encoding.to_f64(encoding.from_f64(f64::INFINITY.copysign(sign), Overflow::Saturate))
}

fn signed(bits: u64, width: u32) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    ((bits << unused) as i64) >> unused
}

/// The value of a float of any width. `f64` represents all of them exactly.
fn number(kind: Kind, bits: u64) -> Option<f64> {
    match kind {
        Kind::Float(16) => Some(half(bits)),
        Kind::Float(32) => Some(f64::from(f32::from_bits(bits as u32))),
        Kind::Float(64) => Some(f64::from_bits(bits)),
        Kind::Encoded(encoding) => Some(encoding.to_f64(bits)),
        _ => None,
    }
}

fn half(bits: u64) -> f64 {
    let fraction = (bits & 0x3ff) as f64;
    let magnitude = match (bits >> 10) & 0x1f {
        0 => fraction * 2f64.powi(-24),
        31 if bits & 0x3ff == 0 => f64::INFINITY,
        31 => f64::NAN,
        exponent => (1024.0 + fraction) * 2f64.powi(exponent as i32 - 25),
    };
    if bits & 0x8000 == 0 { magnitude } else { -magnitude }
}

fn to_signed(op: Op, number: f64, width: u32) -> Option<u64> {
    let min = signed(1 << (width.clamp(1, 64) - 1), width);
    // Rust's casts saturate, and convert a NaN to 0.
    let clamped = (number as i64).clamp(min, !min);
    let exact = number.trunc() == clamped as f64 && number < 2f64.powi(width as i32 - 1);
    (op == Op::FToSSat || exact).then_some(clamped as u64)
}

fn to_unsigned(op: Op, number: f64, width: u32) -> Option<u64> {
    let clamped = (number as u64).min(mask(width));
    let exact = number.trunc() == clamped as f64 && number < 2f64.powi(width as i32);
    (op == Op::FToUSat || exact).then_some(clamped)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from_f32(op: Op, x: f32, width: u8) -> Option<u64> {
        fold(op, Kind::Float(32), Kind::Int(width), &[u64::from(x.to_bits())])
            .map(|bits| bits & mask(width.into()))
    }

    #[test]
    fn converts_floats_to_integers() {
        assert_eq!(from_f32(Op::FToS, -1.5, 32), Some(0xffff_ffff));
        assert_eq!(from_f32(Op::FToS, 2_147_483_648.0, 32), None);
        assert_eq!(from_f32(Op::FToS, f32::NAN, 32), None);
        assert_eq!(from_f32(Op::FToS, 9.223_372e18, 64), None);
        assert_eq!(from_f32(Op::FToSSat, 3e9, 32), Some(0x7fff_ffff));
        assert_eq!(from_f32(Op::FToSSat, -3e9, 32), Some(0x8000_0000));
        assert_eq!(from_f32(Op::FToSSat, f32::NAN, 32), Some(0));
        assert_eq!(from_f32(Op::FToSSat, -3e9, 8), Some(0x80));
        assert_eq!(from_f32(Op::FToU, -1.0, 32), None);
        assert_eq!(from_f32(Op::FToU, 4_294_967_040.0, 32), Some(0xffff_ff00));
        assert_eq!(from_f32(Op::FToU, -0.5, 32), Some(0));
        assert_eq!(from_f32(Op::FToUSat, -1.0, 32), Some(0));
        assert_eq!(from_f32(Op::FToUSat, 1e20, 64), Some(u64::MAX));
    }

    #[test]
    fn converts_between_widths() {
        let convert = |op, from, to, bits| fold(op, from, to, &[bits]);
        assert_eq!(convert(Op::SExt, Kind::Int(8), Kind::Int(32), 0x80), Some(0xffff_ffff_ffff_ff80));
        assert_eq!(convert(Op::UToF, Kind::Int(32), Kind::Float(32), 0xffff_ffff), Some(0x4f80_0000));
        assert_eq!(convert(Op::SToF, Kind::Int(32), Kind::Float(32), 0xffff_ffff), Some(0xbf80_0000));
        let widen = |bits| {
            convert(Op::FConvert, Kind::Float(16), Kind::Float(32), bits).map(|b| f32::from_bits(b as u32))
        };
        assert_eq!(widen(0x3c00), Some(1.0));
        assert_eq!(widen(0x8001), Some(-(2f32.powi(-24))));
        assert_eq!(widen(0x7bff), Some(65504.0));
        assert_eq!(widen(0x7e00), None);
        assert_eq!(convert(Op::FConvert, Kind::Float(32), Kind::Float(16), 0), None);
    }

    #[test]
    fn converts_to_other_encodings_if_all_devices_agree() {
        let fp8 = Kind::Encoded(FpEncoding::Float8E4M3);
        let from = |op, x: f32| fold(op, Kind::Float(32), fp8, &[u64::from(x.to_bits())]);
        assert_eq!(from(Op::FConvert, -1.5), Some(0xbc));
        assert_eq!(from(Op::FConvert, 1.0625), None);
        assert_eq!(from(Op::FConvert, 1e9), None);
        assert_eq!(from(Op::FConvertSat, 1e9), Some(0x7e));
        assert_eq!(from(Op::FConvertSat, -450.0), Some(0xfe));
        assert_eq!(from(Op::FConvertSat, f32::NAN), None);
        assert_eq!(fold(Op::SToFSat, Kind::Int(32), fp8, &[0xffff_fff8]), Some(0xd0));
        assert_eq!(fold(Op::FToS, fp8, Kind::Int(8), &[0xd0]).map(|bits| bits as i8), Some(-8));
        let extract = |offset| {
            fold(Op::BitcastExtract, Kind::Int(8), Kind::Encoded(FpEncoding::Float4E2M1), &[0x72, offset])
        };
        assert_eq!((extract(0).map(|x| x & 15), extract(4), extract(5)), (Some(2), Some(7), None));
    }
}
