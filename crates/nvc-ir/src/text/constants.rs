//! Prints and parses scalar constants in the text form.

use super::cursor::{Cursor, Parse, read_integer};
use super::types::{parse_type, write_type};
use crate::entity::Type;
use crate::types::{TypeKind, Types};
use std::fmt::{self, Write};

/// Writes a scalar constant with its type, so that parsing restores the exact bits.
///
/// Integers are written as signed, floats as the shortest decimal that parses to the same bits. Values
/// without such a notation (NaNs, infinities, halves, floats of non-IEEE encodings, bits that do not fit the
/// type) are written as hexadecimal bits.
pub(super) fn write_scalar(out: &mut String, types: &Types, ty: Type, bits: u64) -> fmt::Result {
    let kind = if types.contains(ty) { types.kind(ty) } else { &TypeKind::Void };
    match (kind, bits) {
        (TypeKind::Bool, 0) => return out.write_str("false"),
        (TypeKind::Bool, 1) => return out.write_str("true"),
        (TypeKind::Int(width @ 1..=64), _) if bits & !mask(*width) == 0 => {
            let shift = 64 - u32::from(*width);
            write!(out, "{}", ((bits << shift) as i64) >> shift)?;
        }
        (TypeKind::Float(32), 0..=0xffff_ffff) if f32::from_bits(bits as u32).is_finite() => {
            write!(out, "{:?}", f32::from_bits(bits as u32))?;
        }
        (TypeKind::Float(64), _) if f64::from_bits(bits).is_finite() => {
            write!(out, "{:?}", f64::from_bits(bits))?;
        }
        _ => write!(out, "{bits:#x}")?,
    }
    out.write_char(':')?;
    write_type(out, types, ty)
}

/// Parses `true`, `false`, or a number with its type.
pub(super) fn parse_scalar(cursor: &mut Cursor<'_>, types: &mut Types) -> Parse<(Type, u64)> {
    for (word, bits) in [("false", 0), ("true", 1)] {
        if cursor.eat_word(word) {
            return Ok((Types::BOOL, bits));
        }
    }
    let start = cursor.offset();
    let number = cursor.number("a constant")?;
    cursor.expect(":")?;
    let ty = parse_type(cursor, types)?;
    match read_scalar(number, types.kind(ty)) {
        Ok(bits) => Ok((ty, bits)),
        Err(message) => Err(cursor.error_at(start, message)),
    }
}

/// Converts a number token to the bits of a type.
fn read_scalar(number: &str, kind: &TypeKind) -> Result<u64, String> {
    if number.starts_with("0x") {
        return match read_integer(number).map(u64::try_from) {
            Some(Ok(bits)) => Ok(bits),
            _ => Err(format!("{number} is not a 64-bit number")),
        };
    }
    match *kind {
        TypeKind::Int(width) => {
            let value = read_integer(number).ok_or_else(|| format!("{number} is not a 64-bit integer"))?;
            let limit = 1i128 << width.clamp(1, 64);
            if value >= limit || value < -(limit / 2) {
                return Err(format!("{number} does not fit {width} bits"));
            }
            Ok(value as u64 & mask(width))
        }
        TypeKind::Float(32) => number
            .parse::<f32>()
            .map(|x| u64::from(x.to_bits()))
            .map_err(|_| format!("{number} is not a number")),
        TypeKind::Float(64) => {
            number.parse::<f64>().map(f64::to_bits).map_err(|_| format!("{number} is not a number"))
        }
        _ => {
            Err(format!("a constant of this type is given by its bits, as in `0x3c00:f16`, not as {number}"))
        }
    }
}

/// Returns a mask of the low `width` bits.
fn mask(width: u8) -> u64 {
    match width {
        0..64 => (1 << width) - 1,
        _ => u64::MAX,
    }
}
