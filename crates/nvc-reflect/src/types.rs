//! Types of memory that the host fills or reads.

use serde::{Deserialize, Serialize};

/// A type in memory. Multi-byte values are little-endian.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Type {
    /// A number.
    Scalar {
        /// What it is.
        scalar: Scalar,
    },
    /// 2 to 4 numbers side by side.
    Vector {
        /// What they are.
        scalar: Scalar,
        /// How many.
        components: u8,
    },
    /// A matrix: vectors at a stride.
    Matrix {
        /// What it is made of.
        scalar: Scalar,
        /// Columns.
        columns: u8,
        /// Rows.
        rows: u8,
        /// Whether the vectors are rows; else they are columns.
        row_major: bool,
        /// Bytes from one vector to the next.
        stride: u32,
    },
    /// Elements at a stride.
    Array {
        /// What they are.
        element: Box<Type>,
        /// How many; null for as many as the buffer holds.
        length: Option<Extent>,
        /// Bytes from one to the next.
        stride: u32,
    },
    /// A struct of the document's `structs`.
    Struct {
        /// Its name there.
        name: String,
    },
    /// A 64-bit address of memory (`buffer_reference`, GLSL pointers).
    Address {
        /// The struct that is there, of the document's `structs`; null if it is something else.
        to: Option<String>,
    },
    /// A 64-bit handle of a bindless texture or image.
    Handle,
}

/// A kind of number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum Scalar {
    /// A truth value. In memory it is a 32-bit word, 0 or 1.
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

/// A count: a number, or what a specialization constant makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Extent {
    /// The same in every pipeline.
    Fixed(u32),
    /// Set by the pipeline.
    Specialized {
        /// The specialization constant; null if it is computed of several.
        spec_id: Option<u32>,
        /// The count with the defaults of the specialization constants.
        default: u32,
    },
}

/// A member of a block or struct.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Field {
    /// Its name in the source.
    pub name: String,
    /// Bytes from the beginning of the block or struct.
    pub offset: u32,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: Type,
}

/// A struct type in memory. A struct of the source that lies in blocks of several rules is here once for
/// each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Struct {
    /// Its name, which no other of the document has: that of the source, with a number behind it where
    /// several would have the same.
    pub name: String,
    /// Bytes from its beginning to its end; a runtime array at its end counts nothing.
    pub bytes: u64,
    /// Its members, in the order of the source.
    pub members: Vec<Field>,
}

impl Default for Extent {
    fn default() -> Self {
        Extent::Fixed(1)
    }
}

impl Extent {
    /// The count with the defaults of the specialization constants.
    pub fn default_value(self) -> u32 {
        match self {
            Extent::Fixed(count) | Extent::Specialized { default: count, .. } => count,
        }
    }
}

impl Scalar {
    /// The name in the document.
    pub fn name(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::I8 => "i8",
            Scalar::I16 => "i16",
            Scalar::I32 => "i32",
            Scalar::I64 => "i64",
            Scalar::U8 => "u8",
            Scalar::U16 => "u16",
            Scalar::U32 => "u32",
            Scalar::U64 => "u64",
            Scalar::F16 => "f16",
            Scalar::F32 => "f32",
            Scalar::F64 => "f64",
        }
    }

    /// Bytes in memory.
    pub fn bytes(self) -> u32 {
        match self {
            Scalar::I8 | Scalar::U8 => 1,
            Scalar::I16 | Scalar::U16 | Scalar::F16 => 2,
            Scalar::Bool | Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
            Scalar::I64 | Scalar::U64 | Scalar::F64 => 8,
        }
    }
}

impl Type {
    /// The struct of the document that it is made of or points to.
    pub fn struct_name(&self) -> Option<&str> {
        let mut ty = self;
        while let Type::Array { element, .. } = ty {
            ty = element;
        }
        match ty {
            Type::Struct { name } => Some(name),
            Type::Address { to } => to.as_deref(),
            _ => None,
        }
    }
}
