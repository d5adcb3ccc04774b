//! Parses numeric literals (GLSL §4.1.3 and §4.1.4, GL_EXT_shader_explicit_arithmetic_types).

use crate::ast::Literal;
use nvc_ir::FpEncoding;

/// The error of a malformed number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Malformed {
    pub message: String,
    pub help: Option<String>,
}

/// Integer suffixes: spelling, whether unsigned, width in bits. The case of letters may be mixed, as in other
/// compilers.
const INTEGER_SUFFIXES: &[(&str, bool, u8)] = &[
    ("", false, 32),
    ("u", true, 32),
    ("U", true, 32),
    ("l", false, 64),
    ("L", false, 64),
    ("ul", true, 64),
    ("UL", true, 64),
    ("uL", true, 64),
    ("Ul", true, 64),
    ("s", false, 16),
    ("S", false, 16),
    ("us", true, 16),
    ("US", true, 16),
    ("uS", true, 16),
    ("Us", true, 16),
];

/// Float suffixes: spelling, width in bits.
const FLOAT_SUFFIXES: &[(&str, u8)] = &[
    ("", 32),
    ("f", 32),
    ("F", 32),
    ("lf", 64),
    ("LF", 64),
    ("lF", 64),
    ("Lf", 64),
    ("hf", 16),
    ("HF", 16),
    ("hF", 16),
    ("Hf", 16),
];

/// Suffixes of the microscaling types (GL_EXT_ocp_microscaling_types).
const ENCODED_SUFFIXES: &[(&str, FpEncoding)] = &[
    ("fe2m1", FpEncoding::Float4E2M1),
    ("fe3m2", FpEncoding::Float6E3M2),
    ("fe2m3", FpEncoding::Float6E2M3),
    ("fue8m0", FpEncoding::Float8UnsignedE8M0),
    ("fmxint8", FpEncoding::MxInt8),
];

/// Parses a preprocessing number.
pub(super) fn parse(text: &str) -> Result<Literal, Malformed> {
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    if let Some(rest) = hexadecimal {
        return integer(text, rest, 16);
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let float = match text.as_bytes().get(digits) {
        Some(b'.' | b'e' | b'E' | b'f' | b'F' | b'h' | b'H') => true,
        // `1lf` is a float, but `1l` is an integer.
        Some(b'l' | b'L') => matches!(text.as_bytes().get(digits + 1), Some(b'f' | b'F')),
        _ => false,
    };
    if float {
        return self::float(text);
    }
    match text.strip_prefix('0') {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => integer(text, rest, 8),
        _ => integer(text, text, 10),
    }
}

fn integer(text: &str, rest: &str, radix: u32) -> Result<Literal, Malformed> {
    // A digit that is too large for the base is an invalid digit, not a suffix.
    let digit = |c: char| if radix == 16 { c.is_ascii_hexdigit() } else { c.is_ascii_digit() };
    let (digits, suffix) = rest.split_at(rest.find(|c| !digit(c)).unwrap_or(rest.len()));
    let Some(&(_, unsigned, bits)) = INTEGER_SUFFIXES.iter().find(|row| row.0 == suffix) else {
        return Err(wrong_suffix(text, suffix, "`u`, `l`, `ul`, `s`, `us`"));
    };
    let mut value: u64 = 0;
    if digits.is_empty() {
        return Err(Malformed { message: format!("`{text}` has no digits"), help: None });
    }
    for c in digits.chars() {
        let Some(digit) = c.to_digit(radix) else {
            let message = format!("`{c}` is not an octal digit");
            let help =
                format!("numbers that begin with 0 are octal; write `{}`", digits.trim_start_matches('0'));
            return Err(Malformed { message, help: Some(help) });
        };
        let next = value.checked_mul(u64::from(radix)).and_then(|v| v.checked_add(u64::from(digit)));
        value = next.ok_or_else(|| too_large(text, bits))?;
    }
    if bits < 64 && value >> bits != 0 {
        return Err(too_large(text, bits));
    }
    Ok(Literal::Int { value, unsigned, bits })
}

fn too_large(text: &str, bits: u8) -> Malformed {
    let help = match bits {
        16 => Some("without the suffix `s`, a number has 32 bits".to_owned()),
        32 => Some("64-bit integers have the suffix `l` or `ul`".to_owned()),
        _ => None,
    };
    Malformed { message: format!("`{text}` does not fit in {bits} bits"), help }
}

fn float(text: &str) -> Result<Literal, Malformed> {
    let end = float_digits(text.as_bytes());
    let (number, suffix) = text.split_at(end);
    if let Some(&(_, encoding)) = ENCODED_SUFFIXES.iter().find(|row| row.0 == suffix) {
        let value = number.parse().map_err(|_| malformed_float(text))?;
        return Ok(Literal::Encoded { value, encoding });
    }
    let Some(&(_, bits)) = FLOAT_SUFFIXES.iter().find(|row| row.0 == suffix) else {
        return Err(match number.parse::<f64>() {
            Err(_) => malformed_float(text),
            Ok(_) => wrong_suffix(text, suffix, "`f`, `lf`, `hf`"),
        });
    };
    let value = match bits {
        32 => number.parse::<f32>().ok().map(f64::from),
        64 => number.parse::<f64>().ok(),
        _ => number.parse::<f64>().ok().map(|nearest| to_half(nearest, number)),
    };
    value.map(|value| Literal::Float { value, bits }).ok_or_else(|| malformed_float(text))
}

/// Returns the length of a float without its suffix: digits, point and exponent.
fn float_digits(bytes: &[u8]) -> usize {
    let digits = |from: usize| from + bytes.iter().skip(from).take_while(|b| b.is_ascii_digit()).count();
    let mut at = digits(0);
    if bytes.get(at) == Some(&b'.') {
        at = digits(at + 1);
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        at += 1;
        at += usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
        at = digits(at);
    }
    at
}

fn malformed_float(text: &str) -> Malformed {
    Malformed {
        message: format!("`{text}` is not a number"),
        help: Some("an exponent needs digits, as in `1e9`".to_owned()),
    }
}

fn wrong_suffix(text: &str, suffix: &str, known: &str) -> Malformed {
    let message = if suffix.is_empty() {
        format!("`{text}` is not a number")
    } else {
        format!("`{suffix}` is not a suffix of `{}`", text.strip_suffix(suffix).unwrap_or(text))
    };
    Malformed { message, help: Some(format!("the suffixes are {known}")) }
}

/// Rounds a decimal number to the nearest 16-bit float, ties to even. `nearest` is the nearest 64-bit float.
///
/// Rounding twice gives a wrong result only if the 64-bit float is exactly halfway between two 16-bit floats
/// and the number itself is not. In that case the decimal digits decide.
fn to_half(nearest: f64, digits: &str) -> f64 {
    /// The smallest positive 16-bit float, 2^-24.
    const STEP: f64 = 1.0 / (1 << 24) as f64;
    /// Number of mantissa bits of a 16-bit float.
    const KEPT: i32 = 10;
    /// Halfway between the largest finite value, 65504, and the next step; rounds to infinity.
    const OVERFLOW: f64 = 65520.0;
    if nearest >= OVERFLOW {
        // Numbers below the halfway point round to 65504, even if their nearest 64-bit float is the halfway
        // point.
        return if nearest == OVERFLOW && exact_order(nearest, digits).is_lt() {
            65504.0
        } else {
            f64::INFINITY
        };
    }
    let exponent = ((nearest.to_bits() >> 52) as i32 - 1023).max(-14);
    let step = STEP * f64::powi(2.0, exponent + 24 - KEPT);
    let (low, scaled) = ((nearest / step).floor(), nearest / step);
    let up = match (scaled - low).total_cmp(&0.5) {
        std::cmp::Ordering::Equal => match exact_order(nearest, digits) {
            std::cmp::Ordering::Equal => low % 2.0 != 0.0,
            order => order.is_gt(),
        },
        order => order.is_gt(),
    };
    (if up { low + 1.0 } else { low }) * step
}

/// Compares a decimal number, with all its digits, to its nearest 64-bit float.
fn exact_order(nearest: f64, digits: &str) -> std::cmp::Ordering {
    // A halfway point between 16-bit floats is a multiple of 2^-25, which 25 decimal places represent
    // exactly.
    let exact = significant(&format!("{nearest:.25}"));
    significant(digits).cmp(&exact)
}

/// Returns the decimal exponent of the first digit, and the digits without leading and trailing zeros.
/// Comparing such pairs compares the numbers.
fn significant(text: &str) -> (i64, String) {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all: String = [whole, fraction].concat();
    let digits = all.trim_start_matches('0');
    let zeros = (all.len() - digits.len()) as i64;
    let exponent: i64 = exponent.parse().unwrap_or(0);
    let power = exponent.saturating_add(whole.len() as i64).saturating_sub(zeros);
    (power, digits.trim_end_matches('0').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(value: u64, unsigned: bool, bits: u8) -> Result<Literal, Malformed> {
        Ok(Literal::Int { value, unsigned, bits })
    }

    fn float(value: f64, bits: u8) -> Result<Literal, Malformed> {
        Ok(Literal::Float { value, bits })
    }

    #[test]
    fn integers() {
        assert_eq!(parse("0"), int(0, false, 32));
        assert_eq!(parse("017"), int(15, false, 32));
        assert_eq!(parse("4294967295"), int(u64::from(u32::MAX), false, 32));
        assert_eq!(parse("0xFFFFffffU"), int(u64::from(u32::MAX), true, 32));
        assert_eq!(parse("18446744073709551615ul"), int(u64::MAX, true, 64));
        assert_eq!(parse("0x10L"), int(16, false, 64));
        assert_eq!(parse("1uL"), int(1, true, 64));
        assert_eq!(parse("65535us"), int(65535, true, 16));
        assert_eq!(parse("7S"), int(7, false, 16));
        for wrong in
            ["08", "0x", "0xg", "4294967296", "65536s", "18446744073709551616ul", "1lu", "1x", "0x1p3"]
        {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn floats() {
        assert_eq!(parse("1."), float(1.0, 32));
        assert_eq!(parse(".5f"), float(0.5, 32));
        assert_eq!(parse("1e3"), float(1000.0, 32));
        assert_eq!(parse("1f"), float(1.0, 32));
        assert_eq!(parse("1.5E-1LF"), float(0.15, 64));
        assert_eq!(parse("1.0Lf"), float(1.0, 64));
        assert_eq!(parse("0.1"), float(f64::from(0.1f32), 32));
        assert_eq!(parse("00.5hf"), float(0.5, 16));
        assert_eq!(parse("1e999"), float(f64::INFINITY, 32));
        let encoded = |value, encoding| Ok(Literal::Encoded { value, encoding });
        assert_eq!(parse("0.5fe2m1"), encoded(0.5, FpEncoding::Float4E2M1));
        assert_eq!(parse("2fue8m0"), encoded(2.0, FpEncoding::Float8UnsignedE8M0));
        assert_eq!(parse("1e-1fmxint8"), encoded(0.1, FpEncoding::MxInt8));
        for wrong in ["1e", "1.0q", "1.2.3", "1e+", ".5u", "1.0fl"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn halves_are_rounded_once() {
        let half = |text: &str| match parse(text) {
            Ok(Literal::Float { value, bits: 16 }) => value,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(half("0.1hf"), 0.0999755859375);
        assert_eq!(half("65504.0hf"), 65504.0);
        assert_eq!(half("65519.99hf"), 65504.0);
        assert_eq!(half("65519.9999999999999999hf"), 65504.0, "its nearest 64-bit float is 65520");
        assert_eq!(half("65520.0hf"), f64::INFINITY);
        assert_eq!(half("2049.0hf"), 2048.0, "a tie goes to even");
        assert_eq!(
            half("2049.00000000000000001hf"),
            2050.0,
            "no tie, though its nearest 64-bit float is one"
        );
        assert_eq!(half("2050.99999999999999999hf"), 2050.0, "below the tie");
        assert_eq!(half("5.9604644775390625e-8hf"), 2f64.powi(-24), "the smallest");
        assert_eq!(half("2.98023223876953125e-8hf"), 0.0, "half of it, a tie");
        assert_eq!(half("2.98023223876953126e-8hf"), 2f64.powi(-24));
    }
}
