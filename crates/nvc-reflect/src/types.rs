//! Types of memory that the shader shares with the host.

use serde::{Deserialize, Serialize};

/// A type in memory. Multi-byte values are little-endian.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Type {
    /// A scalar.
    Scalar {
        /// The scalar type.
        scalar: Scalar,
    },
    /// A vector of 2 or more scalars.
    Vector {
        /// The component type.
        scalar: Scalar,
        /// Number of components.
        components: u16,
    },
    /// A matrix: an array of row or column vectors.
    Matrix {
        /// The component type.
        scalar: Scalar,
        /// Number of columns.
        columns: u8,
        /// Number of rows.
        rows: u8,
        /// Whether the matrix is row-major; otherwise it is column-major.
        row_major: bool,
        /// Bytes between the starts of consecutive vectors.
        stride: u32,
    },
    /// An array.
    Array {
        /// The element type.
        element: Box<Type>,
        /// Number of elements; null for a runtime array.
        length: Option<Extent>,
        /// Bytes between the starts of consecutive elements.
        stride: u32,
    },
    /// A struct that is listed in the document's `structs`.
    Struct {
        /// Its name.
        name: String,
    },
    /// A 64-bit device address (`buffer_reference`, GLSL pointers).
    Address {
        /// The name of the struct at the address; null if it is another type.
        to: Option<String>,
    },
    /// A 64-bit handle of a bindless texture or image.
    Handle,
}

/// A scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum Scalar {
    /// A boolean. In memory it is a 32-bit word, 0 or 1.
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
    /// A bfloat16 number: the upper half of an `f32`.
    BF16,
    /// An 8-bit float with 4 exponent and 3 mantissa bits.
    E4M3,
    /// An 8-bit float with 5 exponent and 2 mantissa bits.
    E5M2,
    /// An 8-bit power of two.
    UE8M0,
    /// A signed 8-bit integer times 2^-6.
    MXInt8,
}

/// A count that may depend on a specialization constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Extent {
    /// A fixed number.
    Fixed(u32),
    /// Set by specialization.
    Specialized {
        /// The specialization constant; null if the count is computed from several.
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
    /// Name in the source.
    pub name: String,
    /// Offset in bytes from the start of the block or struct.
    pub offset: u32,
    /// Type.
    #[serde(rename = "type")]
    pub ty: Type,
}

/// A struct type in memory. A source struct that is used with several layout rules has one entry for
/// each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Struct {
    /// Name in the source, with a number appended if needed to make it unique in the document.
    pub name: String,
    /// Size in bytes, not counting a runtime array at its end.
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
    /// Returns the count, with the defaults of the specialization constants.
    pub fn default_value(self) -> u32 {
        match self {
            Extent::Fixed(count) | Extent::Specialized { default: count, .. } => count,
        }
    }
}

impl Scalar {
    /// Returns the scalar's name in the document.
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
            Scalar::BF16 => "bf16",
            Scalar::E4M3 => "e4m3",
            Scalar::E5M2 => "e5m2",
            Scalar::UE8M0 => "ue8m0",
            Scalar::MXInt8 => "mxint8",
        }
    }

    /// Returns the size in memory in bytes.
    pub fn bytes(self) -> u32 {
        match self {
            Scalar::I8 | Scalar::U8 | Scalar::E4M3 | Scalar::E5M2 | Scalar::UE8M0 | Scalar::MXInt8 => 1,
            Scalar::I16 | Scalar::U16 | Scalar::F16 | Scalar::BF16 => 2,
            Scalar::Bool | Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
            Scalar::I64 | Scalar::U64 | Scalar::F64 => 8,
        }
    }
}

impl Type {
    /// Returns the name of the struct that the type contains or points to.
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
