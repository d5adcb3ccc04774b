//! Conversions between `f64` and IEEE 754 binary16 ("half") in all rounding modes.
//!
//! The crate `half` rounds only to nearest. On CPUs with a conversion instruction, it also rounds an `f64`
//! twice, via `f32`.

use crate::imm::Rounding;

/// Converts a half to `f64`.
pub fn to_f64(bits: u16) -> f64 {
    let fraction = f64::from(bits & 0x3ff);
    let magnitude = match bits >> 10 & 0x1f {
        0 => fraction * 2f64.powi(-24),
        31 if bits & 0x3ff == 0 => f64::INFINITY,
        31 => f64::NAN,
        exponent => (1024.0 + fraction) * 2f64.powi(i32::from(exponent) - 25),
    };
    if bits & 0x8000 == 0 { magnitude } else { -magnitude }
}

/// Rounds a number to a half.
pub fn from_f64(x: f64, rounding: Rounding) -> u16 {
    let sign = if x.is_sign_negative() { 0x8000 } else { 0 };
    let x = x.abs();
    if x.is_nan() {
        return 0x7fff;
    }
    if x.is_infinite() {
        return sign | 0x7c00;
    }
    // The distance between halves at this magnitude is a power of two; below 2^-14 it is 2^-24.
    let exponent = (((x.to_bits() >> 52) & 0x7ff) as i32 - 1023).max(-14);
    let units = x * 2f64.powi(10 - exponent);
    let rounded = match rounding {
        Rounding::Nearest => units.round_ties_even(),
        Rounding::Zero => units.trunc(),
        Rounding::Up if sign == 0 => units.ceil(),
        Rounding::Down if sign != 0 => units.ceil(),
        Rounding::Up | Rounding::Down => units.trunc(),
    };
    if exponent > 15 || (exponent == 15 && rounded >= 2048.0) {
        // Overflow: infinity, unless the rounding mode rounds to the largest finite number.
        let is_finite = match rounding {
            Rounding::Nearest => false,
            Rounding::Zero => true,
            Rounding::Up => sign != 0,
            Rounding::Down => sign == 0,
        };
        return sign | if is_finite { 0x7bff } else { 0x7c00 };
    }
    // The bias is 14 here instead of 15, because the leading 1 of a normal number in `rounded` adds 1 to the exponent. A
    // carry out of the fraction also increments the exponent, as it should.
    let field = (exponent + 14) as u16;
    sign | ((field << 10) + rounded as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_round_trips() {
        for bits in 0..=u16::MAX {
            let x = to_f64(bits);
            if !x.is_nan() {
                for rounding in Rounding::ALL {
                    assert_eq!(from_f64(x, *rounding), bits, "{bits:#06x}");
                }
            }
        }
    }

    #[test]
    fn known_values() {
        assert_eq!(to_f64(0x3e00), 1.5);
        assert_eq!(to_f64(0x8001), -(2f64.powi(-24)));
        assert_eq!(to_f64(0xfc00), f64::NEG_INFINITY);
        assert!(to_f64(0x7e00).is_nan());
    }

    #[test]
    fn between_halves() {
        let near = |x| from_f64(x, Rounding::Nearest);
        assert_eq!(near(65519.0), 0x7bff);
        assert_eq!(near(65520.0), 0x7c00);
        assert_eq!(near(2f64.powi(-25)), 0);
        assert_eq!(near(1.5 * 2f64.powi(-24)), 2);
        assert_eq!(near(1.0 + 2f64.powi(-11)), 0x3c00);
        // Rounded to f32 first, this would become a tie and round down to even.
        assert_eq!(near(1.0 + 2f64.powi(-11) + 2f64.powi(-30)), 0x3c01);
        assert_eq!(from_f64(1e9, Rounding::Zero), 0x7bff);
        assert_eq!(from_f64(1e-30, Rounding::Up), 1);
        assert_eq!(from_f64(-1e-30, Rounding::Up), 0x8000);
        assert_eq!(from_f64(-1e9, Rounding::Down), 0xfc00);
    }
}
