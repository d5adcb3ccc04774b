//! Compares the conversions with an independent model: the sorted list of all numbers of an encoding, computed from the
//! definitions of the formats, and a search for the nearest number. A *code* is the bits that encode a number.

use super::{FpEncoding, Overflow};
use FpEncoding::{
    BFloat16, Float4E2M1, Float6E2M3, Float6E3M2, Float8E4M3, Float8E5M2, Float8UnsignedE8M0, MxInt8,
};

/// Decodes a code by the definitions of the formats.
fn model(encoding: FpEncoding, code: u32) -> f64 {
    // exponent bits, mantissa bits, bias
    let (exponents, mantissas, bias) = match encoding {
        BFloat16 => return f64::from(f32::from_bits(code << 16)),
        MxInt8 => return f64::from(code as u8 as i8) / 64.0,
        Float8UnsignedE8M0 if code == 255 => return f64::NAN,
        Float8UnsignedE8M0 => return 2f64.powi(code as i32 - 127),
        Float8E4M3 => (4, 3, 7),
        Float8E5M2 => (5, 2, 15),
        Float6E2M3 => (2, 3, 1),
        Float6E3M2 => (3, 2, 3),
        Float4E2M1 => (2, 1, 1),
    };
    let sign = if code >> (exponents + mantissas) & 1 == 1 { -1.0 } else { 1.0 };
    let (e, m) = (code >> mantissas & ((1 << exponents) - 1), code & ((1 << mantissas) - 1));
    let significand = f64::from(m) / f64::from(1 << mantissas);
    if encoding == Float8E5M2 && e == 31 {
        return if m == 0 { sign * f64::INFINITY } else { f64::NAN };
    }
    if encoding == Float8E4M3 && e == 15 && m == 7 {
        return f64::NAN;
    }
    sign * match e {
        0 => significand * 2f64.powi(1 - bias),
        _ => (1.0 + significand) * 2f64.powi(e as i32 - bias),
    }
}

fn codes(encoding: FpEncoding) -> u32 {
    1 << encoding.bits()
}

#[test]
fn every_code_decodes() {
    for encoding in FpEncoding::ALL {
        for code in 0..codes(encoding) {
            let (actual, expected) = (encoding.to_f64(u64::from(code)), model(encoding, code));
            let same = actual.to_bits() == expected.to_bits() || (actual.is_nan() && expected.is_nan());
            assert!(same, "{encoding:?} {code:#x}: {actual} instead of {expected}");
        }
    }
}

#[test]
fn every_number_round_trips() {
    for encoding in FpEncoding::ALL {
        for code in 0..u64::from(codes(encoding)) {
            let number = encoding.to_f64(code);
            if number.is_finite() {
                for overflow in [Overflow::Special, Overflow::Saturate] {
                    assert_eq!(encoding.from_f64(number, overflow), code, "{encoding:?} {number}");
                }
            }
        }
    }
}

/// The finite numbers from 0 up, in increasing order, with their codes.
fn positive(encoding: FpEncoding) -> Vec<(f64, u64)> {
    let all = (0..codes(encoding)).map(|code| (model(encoding, code), u64::from(code)));
    let mut all: Vec<_> = all.filter(|(x, _)| x.is_finite() && x.is_sign_positive()).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all
}

/// Negates a code: sets the sign bit, or computes the two's complement for `MxInt8`.
fn negated(encoding: FpEncoding, code: u64) -> u64 {
    match encoding {
        MxInt8 => code.wrapping_neg() & 0xff,
        _ => code | 1 << (encoding.bits() - 1),
    }
}

#[test]
fn neighbours_and_midpoints_round_to_nearest_even() {
    for encoding in FpEncoding::ALL {
        let numbers = positive(encoding);
        assert!(numbers.len() >= 8);
        for pair in numbers.windows(2) {
            let [(low, code), (high, next)] = pair else { panic!("a pair") };
            let middle = (low + high) / 2.0;
            // The numbers of this encoding are powers of two, without mantissa bits, so no neighbour is even: ties round up.
            let even = if encoding == Float8UnsignedE8M0 || next % 2 == 0 { *next } else { *code };
            // bfloat16 conversions round to binary32 first, so the test values must be binary32 neighbours of
            // the midpoint.
            let (below, above) = match encoding {
                BFloat16 => {
                    let middle = middle as f32;
                    (f64::from(middle.next_down()), f64::from(middle.next_up()))
                }
                _ => (middle.next_down(), middle.next_up()),
            };
            for (x, expected) in [(below, *code), (middle, even), (above, *next)] {
                for overflow in [Overflow::Special, Overflow::Saturate] {
                    assert_eq!(encoding.from_f64(x, overflow), expected, "{encoding:?} {x}");
                    if encoding != Float8UnsignedE8M0 {
                        assert_eq!(encoding.from_f64(-x, overflow), negated(encoding, expected), "-{x}");
                    }
                }
            }
        }
    }
}

#[test]
fn beyond_the_largest_number() {
    // Columns: the first number that rounds out of range, its code without saturation, its code with
    // saturation.
    for (encoding, first, special, saturated) in [
        (BFloat16, 2f64.powi(128) - 2f64.powi(119), 0x7f80, 0x7f7f),
        (Float8E4M3, 464f64.next_up(), 0x7f, 0x7e),
        (Float8E5M2, 61440.0, 0x7c, 0x7b),
        (Float6E2M3, 7.75, 0x1f, 0x1f),
        (Float6E3M2, 30.0, 0x1f, 0x1f),
        (Float4E2M1, 7.0, 0x7, 0x7),
        (Float8UnsignedE8M0, 1.5 * 2f64.powi(127), 0xff, 0xfe),
        (MxInt8, 1.9921875, 0x7f, 0x7f),
    ] {
        for x in [first, first * 2.0, 1e300, f64::INFINITY] {
            assert_eq!(encoding.from_f64(x, Overflow::Special), special, "{encoding:?} {x}");
            assert_eq!(encoding.from_f64(x, Overflow::Saturate), saturated, "{encoding:?} {x}");
        }
        let below =
            if encoding == BFloat16 { f64::from((first as f32).next_down()) } else { first.next_down() };
        assert!(encoding.to_f64(encoding.from_f64(below, Overflow::Special)).is_finite(), "{encoding:?}");
    }
    assert_eq!(MxInt8.from_f64(-1e9, Overflow::Special), 0x80);
    assert_eq!(Float8E4M3.from_f64(f64::NEG_INFINITY, Overflow::Special), 0xff);
    assert_eq!(Float8E4M3.from_f64(f64::NEG_INFINITY, Overflow::Saturate), 0xfe);
    assert_eq!(Float8E5M2.from_f64(-1e9, Overflow::Special), 0xfc);
}

#[test]
fn nans_zeros_and_tiny_numbers() {
    for encoding in FpEncoding::ALL {
        let nan = encoding.from_f64(f64::NAN, Overflow::Saturate);
        let has_nan = !matches!(encoding, Float6E2M3 | Float6E3M2 | Float4E2M1 | MxInt8);
        assert_eq!(encoding.to_f64(nan).is_nan(), has_nan, "{encoding:?}");
    }
    assert_eq!(BFloat16.from_f64(-0.0, Overflow::Special), 0x8000);
    assert_eq!(Float8E4M3.from_f64(5e-324, Overflow::Special), 0);
    assert_eq!(Float8E4M3.from_f64(2f64.powi(-10), Overflow::Special), 0);
    assert_eq!(Float8E4M3.from_f64(1.5 * 2f64.powi(-10), Overflow::Special), 1);
    assert_eq!(Float8UnsignedE8M0.from_f64(0.0, Overflow::Special), 0);
    assert_eq!(Float8UnsignedE8M0.from_f64(-1.0, Overflow::Special), 0xff);
}

#[test]
fn bfloat16_rounds_through_binary32() {
    // Slightly above a tie of bfloat16, but exactly a tie after rounding to binary32; the even neighbour is
    // below.
    let x = 1.0 + 2f64.powi(-8) + 2f64.powi(-40);
    assert_eq!(BFloat16.from_f64(x, Overflow::Special), 0x3f80);
    assert_eq!(BFloat16.from_f64(1.0 + 2f64.powi(-8) + 2f64.powi(-23), Overflow::Special), 0x3f81);
}

#[test]
fn names_and_numbers_are_distinct() {
    for (i, a) in FpEncoding::ALL.into_iter().enumerate() {
        assert_eq!(FpEncoding::from_name(a.name()), Some(a));
        for b in FpEncoding::ALL.into_iter().skip(i + 1) {
            assert!(a.name() != b.name() && a.info().number != b.info().number);
        }
    }
}
