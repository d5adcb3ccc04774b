//! Representation of the scalars of IR values as SMT-LIB terms.

use crate::solver::Term;
use anyhow::{Result, bail};
use nvc_ir::types::Length;
use nvc_ir::{Space, Type, TypeKind, Types};

/// The SMT-LIB sort of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// An integer with its width, a bool (one bit), or an address (64 bits).
    Bits(u32),
    /// An IEEE float with its width.
    Float(u32),
}

impl Sort {
    /// Width in bits.
    pub fn width(self) -> u32 {
        match self {
            Sort::Bits(width) | Sort::Float(width) => width,
        }
    }
}

/// Widths of exponent and significand (with its hidden bit) of an IEEE float.
pub fn float_format(width: u32) -> [u32; 2] {
    match width {
        16 => [5, 11],
        32 => [8, 24],
        _ => [11, 53],
    }
}

/// A scalar component of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// A bit vector.
    Bits {
        /// The bits.
        term: Term,
        /// Number of bits.
        width: u32,
    },
    /// A float. SMT-LIB has a single NaN; the bits of the NaN that an arithmetic operation returns are unspecified.
    Real {
        /// The number, a term of the floating-point theory.
        number: Term,
        /// The bits if they are exact, as in operands, constants, and results of moves, `fneg` and `fabs`.
        bits: Option<Term>,
        /// Whether the sign bit is known to be clear, even if the number is a NaN.
        positive: bool,
        /// Width in bits.
        width: u32,
    },
}

impl Lane {
    /// Sort of the scalar.
    pub fn sort(self) -> Sort {
        match self {
            Lane::Bits { width, .. } => Sort::Bits(width),
            Lane::Real { width, .. } => Sort::Float(width),
        }
    }
}

/// Returns the sorts of the scalars in a type. Vectors, structs and arrays of at most 16 elements are flattened; a physical
/// pointer is its 64-bit address. Other types are an error.
pub fn sorts(types: &Types, ty: Type) -> Result<Vec<Sort>> {
    Ok(match types.kind(ty) {
        TypeKind::Bool => vec![Sort::Bits(1)],
        TypeKind::Int(width) => vec![Sort::Bits((*width).into())],
        TypeKind::Float(width) => vec![Sort::Float((*width).into())],
        TypeKind::Vector(scalar, count) => sorts(types, *scalar)?.repeat((*count).into()),
        TypeKind::Array { element, length: Length::Fixed(count), .. } if *count <= 16 => {
            sorts(types, *element)?.repeat(*count as usize)
        }
        TypeKind::Struct { members, .. } => {
            let parts: Result<Vec<_>> = members.iter().map(|member| sorts(types, member.ty)).collect();
            parts?.concat()
        }
        TypeKind::Pointer(Space::PhysicalStorageBuffer, _) => vec![Sort::Bits(64)],
        kind => bail!("no terms for values of type {kind:?}"),
    })
}

/// Returns the index of the first scalar of a component, element or member in the flattened value, and the type of that part.
pub fn part(types: &Types, ty: Type, index: u32) -> Result<(usize, Type)> {
    let index = index as usize;
    Ok(match types.kind(ty) {
        TypeKind::Vector(element, _) | TypeKind::Array { element, .. } => {
            (index * sorts(types, *element)?.len(), *element)
        }
        TypeKind::Struct { members, .. } => {
            let mut at = 0;
            for member in members.iter().take(index) {
                at += sorts(types, member.ty)?.len();
            }
            match members.get(index) {
                Some(member) => (at, member.ty),
                None => bail!("no member {index}"),
            }
        }
        kind => bail!("no parts of type {kind:?}"),
    })
}
