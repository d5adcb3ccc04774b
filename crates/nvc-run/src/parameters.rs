//! Encodes numbers as parameter values.

use nvc::reflect::{Scalar, Struct, Type};
use nvc_ir::half;
use nvc_ir::imm::Rounding;

/// A number for a parameter, to be converted to the parameter's type.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Number {
    /// A boolean.
    Bool(bool),
    /// An integer.
    Integer(i128),
    /// A float.
    Float(f64),
}

macro_rules! number {
    ($variant:ident: $($ty:ty),*) => {
        $(impl From<$ty> for Number {
            fn from(value: $ty) -> Self {
                Number::$variant(value.into())
            }
        })*
    };
}

number!(Bool: bool);
number!(Integer: i8, i16, i32, i64, u8, u16, u32, u64);
number!(Float: f32, f64);

/// The scalars of a type with their offsets, in declaration order; matrices column by column. `None` for types
/// without a fixed size, or with more than [`MAX_SCALARS`] scalars.
pub(crate) fn scalars(ty: &Type, structs: &[Struct]) -> Option<Vec<(u64, Scalar)>> {
    let mut out = Vec::new();
    collect(ty, structs, 0, &mut out)?;
    Some(out)
}

/// The size of a type in bytes, without and with trailing padding.
pub(crate) fn size(ty: &Type, structs: &[Struct]) -> (u64, u64) {
    let ends = scalars(ty, structs).unwrap_or_default().into_iter();
    let used = ends.map(|(at, scalar)| at + u64::from(scalar.bytes())).max().unwrap_or(0);
    let padded = match ty {
        Type::Array { length, stride, .. } => {
            u64::from(length.map_or(0, |length| length.default_value())) * u64::from(*stride)
        }
        Type::Matrix { columns, rows, row_major, stride, .. } => {
            u64::from(if *row_major { *rows } else { *columns }) * u64::from(*stride)
        }
        Type::Struct { name } => {
            structs.iter().find(|known| known.name == *name).map_or(0, |found| found.bytes)
        }
        _ => 0,
    };
    (used, padded.max(used))
}

/// Maximum number of scalars of a parameter. The largest parameter block has fewer.
const MAX_SCALARS: usize = 1 << 16;

fn collect(ty: &Type, structs: &[Struct], at: u64, out: &mut Vec<(u64, Scalar)>) -> Option<()> {
    if out.len() > MAX_SCALARS {
        return None;
    }
    let step = |scalar: Scalar| u64::from(scalar.bytes());
    match ty {
        Type::Scalar { scalar } => out.push((at, *scalar)),
        Type::Vector { scalar, components } => {
            out.extend((0..u64::from(*components)).map(|i| (at + i * step(*scalar), *scalar)));
        }
        Type::Matrix { scalar, columns, rows, row_major, stride } => {
            for (column, row) in
                (0..u64::from(*columns)).flat_map(|c| (0..u64::from(*rows)).map(move |r| (c, r)))
            {
                let (vector, component) = if *row_major { (row, column) } else { (column, row) };
                out.push((at + vector * u64::from(*stride) + component * step(*scalar), *scalar));
            }
        }
        Type::Array { element, length, stride } => {
            for index in 0..u64::from((*length)?.default_value()) {
                collect(element, structs, at + index * u64::from(*stride), out)?;
            }
        }
        Type::Struct { name } => {
            let found = structs.iter().find(|known| known.name == *name)?;
            for field in &found.members {
                collect(&field.ty, structs, at + u64::from(field.offset), out)?;
            }
        }
        Type::Address { .. } | Type::Handle => out.push((at, Scalar::U64)),
        _ => return None,
    }
    Some(())
}

/// Encodes a number as a scalar type. The error is a message that says why the number does not fit.
pub(crate) fn encode(number: Number, scalar: Scalar) -> Result<Vec<u8>, String> {
    let float = match number {
        Number::Bool(value) => f64::from(u8::from(value)),
        Number::Integer(value) => value as f64,
        Number::Float(value) => value,
    };
    let out_of_range = || format!("{number} is not a value of type {}", scalar.name());
    let integer = || match number {
        Number::Bool(value) => Ok(i128::from(value)),
        Number::Integer(value) => Ok(value),
        Number::Float(_) => Err(out_of_range()),
    };
    macro_rules! fit {
        ($ty:ty) => {
            <$ty>::try_from(integer()?).map_err(|_| out_of_range())?.to_le_bytes().to_vec()
        };
    }
    Ok(match scalar {
        Scalar::Bool => u32::from(float != 0.0).to_le_bytes().to_vec(),
        Scalar::I8 => fit!(i8),
        Scalar::I16 => fit!(i16),
        Scalar::I32 => fit!(i32),
        Scalar::I64 => fit!(i64),
        Scalar::U8 => fit!(u8),
        Scalar::U16 => fit!(u16),
        Scalar::U32 => fit!(u32),
        Scalar::U64 => fit!(u64),
        Scalar::F16 => half::from_f64(float, Rounding::Nearest).to_le_bytes().to_vec(),
        Scalar::F32 => (float as f32).to_le_bytes().to_vec(),
        Scalar::F64 => float.to_le_bytes().to_vec(),
        other => return Err(format!("values of type {} must be given as bytes", other.name())),
    })
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Number::Bool(value) => write!(f, "{value}"),
            Number::Integer(value) => write!(f, "{value}"),
            Number::Float(value) => write!(f, "{value:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_converted_or_refused() {
        assert_eq!(encode(1.into(), Scalar::F32), Ok(1f32.to_le_bytes().to_vec()));
        assert_eq!(encode((-1i8).into(), Scalar::I16), Ok(vec![255, 255]));
        assert_eq!(encode(true.into(), Scalar::Bool), Ok(vec![1, 0, 0, 0]));
        assert_eq!(encode(0.5.into(), Scalar::F16), Ok(vec![0, 0x38]));
        assert_eq!(encode(u64::MAX.into(), Scalar::U64), Ok(vec![255; 8]));
        for (number, scalar) in
            [(1.5.into(), Scalar::U32), ((-1).into(), Scalar::U32), (256.into(), Scalar::U8)]
        {
            let error = encode(number, scalar).expect_err("it does not fit");
            assert_eq!(error, format!("{number} is not a value of type {}", scalar.name()));
        }
        assert!(encode(1.into(), Scalar::BF16).is_err());
    }

    #[test]
    fn matrices_are_listed_by_columns() {
        let matrix =
            |row_major| Type::Matrix { scalar: Scalar::F32, columns: 2, rows: 3, row_major, stride: 16 };
        let offsets = |ty| scalars(&ty, &[]).map(|all| all.into_iter().map(|(at, _)| at).collect::<Vec<_>>());
        assert_eq!(offsets(matrix(false)), Some(vec![0, 4, 8, 16, 20, 24]));
        assert_eq!(offsets(matrix(true)), Some(vec![0, 16, 32, 4, 20, 36]));
    }
}
