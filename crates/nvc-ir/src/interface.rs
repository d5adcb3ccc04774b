//! Describes the host-visible interface of the source: blocks and specialization constants with their names,
//! signedness and matrices, and the required subgroup size. The module's types do not record this information.
//!
//! Front ends fill it in for reflection, except that passes set the subgroup size. No pass depends on it, and the text form
//! omits it.

use crate::entity::{Global, SpecConst};
use crate::fp_encoding::FpEncoding;
use crate::types::Length;
use std::collections::BTreeMap;

/// The source-level description of blocks, specialization constants and the required subgroup size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interface {
    /// Struct types, referenced by index from [`LayoutType`].
    pub structs: Vec<StructLayout>,
    /// The layout of each block. The key is the block's resource or, if it has none, its variable.
    pub blocks: BTreeMap<Global, StructLayout>,
    /// The types of specialization constants. An integer that is not listed is unsigned.
    pub spec_types: BTreeMap<SpecConst, Scalar>,
    /// The subgroup size that the module requires, set by the passes that lower warp operations and cooperative
    /// matrices; `None` if any size works.
    pub subgroup_size: Option<u32>,
}

/// A struct or block in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StructLayout {
    /// Name of the struct or block.
    pub name: String,
    /// Size in bytes, excluding a runtime array at the end.
    pub bytes: u64,
    /// Members, in source order.
    pub members: Vec<Field>,
}

/// A member of a struct or block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name of the member.
    pub name: String,
    /// Offset in bytes from the start of the struct or block.
    pub offset: u32,
    /// Type of the member.
    pub ty: LayoutType,
}

/// The type of data in memory, as the source declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayoutType {
    /// A scalar.
    Scalar(Scalar),
    /// A vector of 2 or more components.
    Vector(Scalar, u16),
    /// A matrix, stored as column or row vectors.
    Matrix {
        /// The component type.
        scalar: Scalar,
        /// The number of columns.
        columns: u8,
        /// The number of rows.
        rows: u8,
        /// Whether the stored vectors are rows.
        row_major: bool,
        /// Distance between consecutive vectors in bytes.
        stride: u32,
    },
    /// An array.
    Array {
        /// The element type.
        element: Box<LayoutType>,
        /// The number of elements; `None` for a runtime array.
        length: Option<Length>,
        /// Distance between consecutive elements in bytes.
        stride: u32,
    },
    /// A struct, by its index in [`Interface::structs`].
    Struct(usize),
    /// A 64-bit address. The index refers to the struct in [`Interface::structs`] that it points to, if
    /// known.
    Address(Option<usize>),
    /// A 64-bit handle of a bindless texture or image.
    Handle,
}

/// A scalar type. A bool occupies 32 bits in memory.
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
    /// A float of a non-IEEE encoding.
    Encoded(FpEncoding),
}
