//! The source's description of blocks and constants that the host accesses: names, signedness and matrices,
//! which the module's own types do not record.
//!
//! Front ends fill it in, reflection reads it. No pass depends on it, and the text form omits it.

use crate::entity::{Global, SpecConst};
use crate::fp_encoding::FpEncoding;
use crate::types::Length;
use std::collections::BTreeMap;

/// The description.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interface {
    /// Struct types, which other types refer to by index.
    pub structs: Vec<StructLayout>,
    /// The layout of each block, by its resource or, if it has none, its variable.
    pub blocks: BTreeMap<Global, StructLayout>,
    /// The types of specialization constants; an integer that is not listed is unsigned.
    pub spec_types: BTreeMap<SpecConst, Scalar>,
    /// The subgroup size that an operation of the source requires.
    pub subgroup_size: Option<u32>,
}

/// A struct or block in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StructLayout {
    /// Its name.
    pub name: String,
    /// Its size in bytes, without a runtime array at the end.
    pub bytes: u64,
    /// Its members, in source order.
    pub members: Vec<Field>,
}

/// A member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its offset in bytes.
    pub offset: u32,
    /// Its type.
    pub ty: LayoutType,
}

/// A type in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayoutType {
    /// A number.
    Scalar(Scalar),
    /// A vector of 2 or more components.
    Vector(Scalar, u16),
    /// A matrix: column or row vectors at a stride.
    Matrix {
        /// The component type.
        scalar: Scalar,
        /// The number of columns.
        columns: u8,
        /// The number of rows.
        rows: u8,
        /// Whether the vectors are rows.
        row_major: bool,
        /// Bytes from one vector to the next.
        stride: u32,
    },
    /// An array; without a length, a runtime array.
    Array {
        /// The element type.
        element: Box<LayoutType>,
        /// The number of elements.
        length: Option<Length>,
        /// Bytes from one element to the next.
        stride: u32,
    },
    /// A struct, by its index in [`Interface::structs`].
    Struct(usize),
    /// A 64-bit address; with an index, of that struct.
    Address(Option<usize>),
    /// A 64-bit handle of a bindless texture or image.
    Handle,
}

/// A scalar type. A bool is a 32-bit word in memory.
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
    /// A float of another encoding.
    Encoded(FpEncoding),
}
