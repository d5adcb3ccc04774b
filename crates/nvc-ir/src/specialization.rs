//! Compile-time values for specialization constants and the work group size.
//!
//! They replace the program's defaults. A front end looks each value up where it declares the constant,
//! because memory layouts can depend on it. Values that match no constant are reported at the end, when all
//! constants are known.

use crate::fp_encoding::Overflow;
use crate::half;
use crate::imm::Rounding;
use crate::types::TypeKind;
use std::str::FromStr;

/// Identifies a specialization constant.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpecKey {
    /// The `SpecId`.
    Id(u32),
    /// The name in the source.
    Name(String),
}

/// A value for one constant, written `ID=VALUE` or `NAME=VALUE`. How the value is parsed depends on the
/// constant's type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecValue {
    /// Which constant the value is for.
    pub key: SpecKey,
    /// The value as text.
    pub text: String,
}

/// All values that the caller fixes at compile time. The default fixes none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Specialization {
    /// Values that replace defaults. If there are several for a constant, the last one applies.
    pub values: Vec<SpecValue>,
    /// Whether all specialization constants become ordinary constants, so that the API cannot set them.
    pub freeze: bool,
    /// The work group size, for programs that do not fix it.
    pub local_size: Option<[u32; 3]>,
    /// The ids of the specialization constants for a work group size that neither the program nor
    /// `local_size` fixes; by default, 65533 to 65535.
    pub local_size_ids: Option<[u32; 3]>,
}

impl SpecValue {
    /// Returns whether this value is for the constant that has the given id and name.
    pub fn is_for(&self, id: u32, name: &str) -> bool {
        match &self.key {
            SpecKey::Id(wanted) => *wanted == id,
            SpecKey::Name(wanted) => wanted == name,
        }
    }
}

impl Specialization {
    /// Returns whether nothing is fixed.
    pub fn is_empty(&self) -> bool {
        *self == Specialization::default()
    }
}

/// Parses a value as a scalar type and returns its bits.
///
/// # Errors
/// If the type does not allow the value. The message states which values are allowed.
pub fn value_bits(value: &SpecValue, kind: &TypeKind) -> Result<u64, &'static str> {
    bits(&value.text, kind)
}

/// Returns the bits that replace the default of a constant; `None` if there is no value for the constant or
/// its type does not allow it.
pub fn default_bits(specialization: &Specialization, id: u32, name: &str, kind: &TypeKind) -> Option<u64> {
    let value = specialization.values.iter().rev().find(|value| value.is_for(id, name))?;
    value_bits(value, kind).ok()
}

impl FromStr for SpecValue {
    type Err = InvalidSpecValue;
    fn from_str(s: &str) -> Result<Self, InvalidSpecValue> {
        let (key, text) = s.split_once('=').ok_or(InvalidSpecValue)?;
        if key.is_empty() || text.is_empty() {
            return Err(InvalidSpecValue);
        }
        let key = match key.parse() {
            Ok(id) => SpecKey::Id(id),
            // Names do not start with a digit, so this is an id out of range.
            Err(_) if key.starts_with(|c: char| c.is_ascii_digit()) => return Err(InvalidSpecValue),
            Err(_) => SpecKey::Name(key.to_owned()),
        };
        Ok(SpecValue { key, text: text.to_owned() })
    }
}

impl std::fmt::Display for SpecKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SpecKey::Id(id) => write!(f, "{id}"),
            SpecKey::Name(name) => f.write_str(name),
        }
    }
}

/// The error for an argument that does not match `ID=VALUE` or `NAME=VALUE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidSpecValue;

impl std::fmt::Display for InvalidSpecValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("write ID=VALUE or NAME=VALUE, such as 3=64 or SCALE=1.5")
    }
}

impl std::error::Error for InvalidSpecValue {}

/// Parses text as a value of a scalar type and returns its bits.
fn bits(text: &str, kind: &TypeKind) -> Result<u64, &'static str> {
    match *kind {
        TypeKind::Bool => match text {
            "true" | "1" => Ok(1),
            "false" | "0" => Ok(0),
            _ => Err("a bool is true or false"),
        },
        TypeKind::Int(width) => integer(text, u32::from(width)),
        TypeKind::Float(16) => {
            text.parse().map(|x| half::from_f64(x, Rounding::Nearest).into()).map_err(|_| A_FLOAT)
        }
        TypeKind::Float(32) => text.parse().map(|x: f32| x.to_bits().into()).map_err(|_| A_FLOAT),
        TypeKind::Float(_) => text.parse().map(|x: f64| x.to_bits()).map_err(|_| A_FLOAT),
        TypeKind::EncodedFloat(encoding) => {
            text.parse().map(|x| encoding.from_f64(x, Overflow::Special)).map_err(|_| A_FLOAT)
        }
        _ => Err("only scalars are specialized"),
    }
}

const A_FLOAT: &str = "a float is a number such as 1.5";

/// Parses an integer of a given width. Both signed and unsigned values are accepted, because integers in the
/// IR have no sign.
fn integer(text: &str, width: u32) -> Result<u64, &'static str> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let value = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    // The standard parser accepts a leading `+`, which is not allowed here.
    let value = value.ok().filter(|_| !digits.contains('+')).ok_or(match width {
        8 => "an integer of 8 bits is a number of that size, such as 12 or 0x1f",
        16 => "an integer of 16 bits is a number of that size, such as 12 or 0x1f",
        32 => "an integer of 32 bits is a number of that size, such as 12 or 0x1f",
        _ => "an integer of 64 bits is a number of that size, such as 12 or 0x1f",
    })?;
    let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
    let most = if negative { mask / 2 + 1 } else { mask };
    if value > most {
        return Err("the number is out of range");
    }
    Ok(if negative { value.wrapping_neg() & mask } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fp_encoding::FpEncoding;

    #[test]
    fn values_by_type() {
        assert_eq!(bits("true", &TypeKind::Bool), Ok(1));
        assert!(bits("2", &TypeKind::Bool).is_err());
        assert_eq!(bits("0xffffffff", &TypeKind::Int(32)), Ok(0xffff_ffff));
        assert_eq!(bits("-1", &TypeKind::Int(32)), Ok(0xffff_ffff));
        assert_eq!(bits("-128", &TypeKind::Int(8)), Ok(0x80));
        assert_eq!(bits("-9223372036854775808", &TypeKind::Int(64)), Ok(1 << 63));
        for (text, width) in [("256", 8), ("-129", 8), ("4294967296", 32), ("1.5", 32), ("", 32), ("+1", 64)]
        {
            assert!(bits(text, &TypeKind::Int(width)).is_err(), "{text}");
        }
        assert_eq!(bits("1.5", &TypeKind::Float(32)), Ok(0x3fc0_0000));
        assert_eq!(bits("1", &TypeKind::Float(64)), Ok(1f64.to_bits()));
        assert_eq!(bits("-2", &TypeKind::Float(16)), Ok(0xc000));
        assert_eq!(bits("-1.5", &TypeKind::EncodedFloat(FpEncoding::BFloat16)), Ok(0xbfc0));
        assert!(bits("x", &TypeKind::Float(32)).is_err());
        assert!(bits("1", &TypeKind::Sampler).is_err());
    }

    #[test]
    fn assignments() {
        let value = |text: &str| text.parse::<SpecValue>();
        assert_eq!(value("3=7"), Ok(SpecValue { key: SpecKey::Id(3), text: "7".into() }));
        assert_eq!(value("N=a=b"), Ok(SpecValue { key: SpecKey::Name("N".into()), text: "a=b".into() }));
        for wrong in ["", "3", "=7", "3=", "4294967296=1"] {
            assert_eq!(value(wrong), Err(InvalidSpecValue), "{wrong}");
        }
    }

    #[test]
    fn the_last_value_applies() {
        let values = ["3=7", "N=8", "4=x"].map(|text| text.parse().expect("a value"));
        let specialization = Specialization { values: values.to_vec(), ..Specialization::default() };
        let int = TypeKind::Int(32);
        assert_eq!(default_bits(&specialization, 3, "M", &int), Some(7));
        assert_eq!(default_bits(&specialization, 3, "N", &int), Some(8));
        assert_eq!(default_bits(&specialization, 4, "", &int), None);
        assert_eq!(default_bits(&specialization, 5, "", &int), None);
    }
}
