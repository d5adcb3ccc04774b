//! Cooperative vectors (SPV_NV_cooperative_vector): vectors of any length, which one invocation holds, and their products
//! with matrices in memory.
//!
//! The numbers of component types and layouts are those of Vulkan and GLSL. They are operands, not immediates, since
//! specialization constants may give them.

use crate::entity::Type;
use crate::fp_encoding::FpEncoding;
use crate::types::{Length, TypeKind, Types};

/// The type of a cooperative vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CoopVectorType {
    /// Component type: an integer or float, not of a microscaling format.
    pub component: Type,
    /// Number of components, at least 1.
    pub length: Length,
}

/// The signs of the vectors of a product, whose types have none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ProductSigns {
    /// The components of the input are signed integers.
    pub input: bool,
    /// The components of the result are signed integers.
    pub result: bool,
}

/// How the elements of a matrix or vector are interpreted (`VkComponentTypeKHR`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComponentType {
    /// Its number in SPIR-V and in GLSL.
    pub number: u32,
    /// The name after `gl_ComponentType` and before `NV` in GLSL.
    pub name: &'static str,
    /// Its type in the IR.
    pub ty: Type,
    /// Whether integers are signed.
    pub signed: bool,
    /// Whether the components of a vector of 32-bit integers hold several elements each, the first one lowest.
    pub packed: bool,
}

impl ComponentType {
    /// All.
    pub const ALL: [ComponentType; 15] = {
        const fn row(number: u32, name: &'static str, ty: Type, signed: bool) -> ComponentType {
            ComponentType { number, name, ty, signed, packed: false }
        }
        const fn packed(number: u32, name: &'static str, signed: bool) -> ComponentType {
            ComponentType { number, name, ty: Types::I8, signed, packed: true }
        }
        [
            row(0, "Float16", Types::F16, false),
            row(1, "Float32", Types::F32, false),
            row(2, "Float64", Types::F64, false),
            row(3, "SignedInt8", Types::I8, true),
            row(4, "SignedInt16", Types::I16, true),
            row(5, "SignedInt32", Types::I32, true),
            row(6, "SignedInt64", Types::I64, true),
            row(7, "UnsignedInt8", Types::I8, false),
            row(8, "UnsignedInt16", Types::I16, false),
            row(9, "UnsignedInt32", Types::I32, false),
            row(10, "UnsignedInt64", Types::I64, false),
            packed(1_000_491_000, "SignedInt8Packed", true),
            packed(1_000_491_001, "UnsignedInt8Packed", false),
            row(1_000_491_002, "FloatE4M3", Types::encoded_float(FpEncoding::Float8E4M3), false),
            row(1_000_491_003, "FloatE5M2", Types::encoded_float(FpEncoding::Float8E5M2), false),
        ]
    };

    /// The component type with a number.
    pub fn from_number(number: u32) -> Option<&'static ComponentType> {
        const ALL: &[ComponentType] = &ComponentType::ALL;
        ALL.iter().find(|component| component.number == number)
    }

    /// Bytes of an element.
    pub fn bytes(&self, types: &Types) -> u32 {
        u32::from(types.scalar_bits(self.ty).unwrap_or(0) / 8)
    }

    /// How many elements one component of an input vector holds.
    pub fn per_component(&self) -> u32 {
        if self.packed { 4 } else { 1 }
    }

    /// Whether the elements are integers.
    pub fn is_int(&self, types: &Types) -> bool {
        matches!(types.kind(self.ty), TypeKind::Int(_))
    }
}

/// The layout of a matrix in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatrixLayout {
    /// Rows are contiguous.
    RowMajor,
    /// Columns are contiguous.
    ColumnMajor,
    /// A layout of the implementation for products.
    InferencingOptimal,
    /// A layout of the implementation for products and accumulations.
    TrainingOptimal,
}

impl MatrixLayout {
    /// All, indexed by their numbers in SPIR-V and GLSL.
    pub const ALL: [MatrixLayout; 4] = [
        MatrixLayout::RowMajor,
        MatrixLayout::ColumnMajor,
        MatrixLayout::InferencingOptimal,
        MatrixLayout::TrainingOptimal,
    ];

    /// The layout with a number.
    pub fn from_number(number: u32) -> Option<MatrixLayout> {
        MatrixLayout::ALL.get(number as usize).copied()
    }

    /// Whether the implementation chooses the layout; strides are ignored then.
    pub fn is_optimal(self) -> bool {
        matches!(self, MatrixLayout::InferencingOptimal | MatrixLayout::TrainingOptimal)
    }
}
