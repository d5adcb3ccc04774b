//! How the source describes what the host fills, reads or sets: names, signs, matrices, which the
//! module's own types do not keep.
//!
//! Front ends write it and reflection reads it. No pass depends on it, and the text form leaves it out.

use crate::entity::{Global, SpecConst};
use crate::types::Length;
use std::collections::BTreeMap;

/// The description.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interface {
    /// Struct types; others refer to them by number.
    pub structs: Vec<StructLayout>,
    /// What lies in a block, by the resource of the source's view, or by its variable if it has none.
    pub blocks: BTreeMap<Global, StructLayout>,
    /// Types of specialization constants; an integer that is not here is unsigned.
    pub spec_types: BTreeMap<SpecConst, Scalar>,
    /// Subgroup size that the meaning of an operation of the source needs.
    pub subgroup_size: Option<u32>,
}

/// A struct or block in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StructLayout {
    /// Its name.
    pub name: String,
    /// Bytes from its beginning to its end; a runtime array at its end counts nothing.
    pub bytes: u64,
    /// Its members, in the order of the source.
    pub members: Vec<Field>,
}

/// A member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Bytes from the beginning.
    pub offset: u32,
    /// Its type.
    pub ty: LayoutType,
}

/// A type in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayoutType {
    /// A number.
    Scalar(Scalar),
    /// 2 to 4 numbers.
    Vector(Scalar, u8),
    /// Vectors at a stride.
    Matrix {
        /// What it is made of.
        scalar: Scalar,
        /// Columns.
        columns: u8,
        /// Rows.
        rows: u8,
        /// Whether the vectors are rows.
        row_major: bool,
        /// Bytes from one to the next.
        stride: u32,
    },
    /// Elements at a stride; as many as the buffer holds without a length.
    Array {
        /// What they are.
        element: Box<LayoutType>,
        /// How many.
        length: Option<Length>,
        /// Bytes from one to the next.
        stride: u32,
    },
    /// A struct, by its number in [`Interface::structs`].
    Struct(usize),
    /// A 64-bit address, of a struct if a number is given.
    Address(Option<usize>),
    /// A 64-bit handle of a bindless texture or image.
    Handle,
}

/// A kind of number. A truth value is a 32-bit word in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Scalar {
    Bool,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F16,
    F32,
    F64,
}
