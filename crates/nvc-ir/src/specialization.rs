//! What a caller decides of specialization constants and of the size of the work group before a
//! program is compiled.
//!
//! The values take the place of the program's defaults. A front end asks for them where it declares a
//! constant, because its layouts of memory follow from defaults; what is asked for and fits no
//! constant is found afterwards, when all constants are known.

use crate::half;
use crate::imm::Rounding;
use crate::types::TypeKind;
use std::str::FromStr;

/// Which constant is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpecKey {
    /// The one with this id.
    Id(u32),
    /// The one with this name in the source.
    Name(String),
}

/// A value for one constant, written `ID=VALUE` or `NAME=VALUE`. What the text means depends on the
/// constant's type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecValue {
    /// Which constant.
    pub key: SpecKey,
    /// Its value as text.
    pub text: String,
}

/// Everything that is decided before a program is compiled; nothing by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Specialization {
    /// Values that replace defaults; of two for one constant the later counts.
    pub values: Vec<SpecValue>,
    /// Whether the constants become ordinary ones, which the API cannot change.
    pub freeze: bool,
    /// The size of a work group that the program leaves open.
    pub local_size: Option<[u32; 3]>,
    /// Ids of the constants that hold such a size, in place of 65533 to 65535.
    pub local_size_ids: Option<[u32; 3]>,
}

impl SpecValue {
    /// Whether this value is for the constant.
    pub fn is_for(&self, id: u32, name: &str) -> bool {
        match &self.key {
            SpecKey::Id(wanted) => *wanted == id,
            SpecKey::Name(wanted) => wanted == name,
        }
    }

    /// The bits of the value in a scalar type.
    ///
    /// # Errors
    /// If the type cannot hold it; the text says what it holds.
    pub fn bits(&self, kind: &TypeKind) -> Result<u64, &'static str> {
        bits(&self.text, kind)
    }
}

impl Specialization {
    /// Whether nothing is decided.
    pub fn is_empty(&self) -> bool {
        *self == Specialization::default()
    }

    /// The bits that a constant of a scalar type has in place of its default; `None` where none are
    /// given, or none that fit.
    pub fn default_of(&self, id: u32, name: &str, kind: &TypeKind) -> Option<u64> {
        self.values.iter().rev().find(|value| value.is_for(id, name))?.bits(kind).ok()
    }
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
            // No name starts with a digit, so this is a number that is too large.
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

/// Not of the form `ID=VALUE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidSpecValue;

impl std::fmt::Display for InvalidSpecValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("write ID=VALUE or NAME=VALUE, such as 3=64 or SCALE=1.5")
    }
}

impl std::error::Error for InvalidSpecValue {}

/// The bits of a text as a value of a scalar type.
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
        _ => Err("only scalars are specialized"),
    }
}

const A_FLOAT: &str = "a float is a number such as 1.5";

/// An integer of a width, signed or not: the IR's have no sign.
fn integer(text: &str, width: u32) -> Result<u64, &'static str> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let value = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    // `+` is no digit, though the parser takes it.
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
    fn the_last_value_counts() {
        let values = ["3=7", "N=8", "4=x"].map(|text| text.parse().expect("a value"));
        let decided = Specialization { values: values.to_vec(), ..Specialization::default() };
        let int = TypeKind::Int(32);
        assert_eq!(decided.default_of(3, "M", &int), Some(7));
        assert_eq!(decided.default_of(3, "N", &int), Some(8));
        assert_eq!(decided.default_of(4, "", &int), None);
        assert_eq!(decided.default_of(5, "", &int), None);
    }
}
