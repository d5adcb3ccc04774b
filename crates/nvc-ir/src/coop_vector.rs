//! Cooperative vectors (SPV_NV_cooperative_vector): vectors of any length, each held by one invocation, and
//! their products with matrices in memory.
//!
//! Component types and layouts are numbered as in Vulkan and GLSL. They are operands rather than immediates,
//! because specialization constants may set them.

use crate::entity::Type;
use crate::fp_encoding::FpEncoding;
use crate::types::{TypeKind, Types};

/// Signedness of the integer vectors in a matrix-vector product. Integer types of the IR have no sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ProductSigns {
    /// Whether the components of the input are signed.
    pub input: bool,
    /// Whether the components of the result are signed.
    pub result: bool,
}

/// How the elements of a matrix or vector are interpreted (`VkComponentTypeKHR`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComponentType {
    /// `VkComponentTypeKHR` value, which SPIR-V and GLSL share.
    pub number: u32,
    /// The part of the GLSL constant's name between `gl_ComponentType` and `NV`.
    pub name: &'static str,
    /// Element type in the IR.
    pub ty: Type,
    /// Whether integers are signed.
    pub signed: bool,
    /// Whether each 32-bit component of an input vector packs four 8-bit elements, the first in the lowest
    /// byte.
    pub packed: bool,
}

impl ComponentType {
    /// All component types.
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

    /// Returns the component type with a `VkComponentTypeKHR` value.
    pub fn from_number(number: u32) -> Option<&'static ComponentType> {
        const ALL: &[ComponentType] = &ComponentType::ALL;
        ALL.iter().find(|component| component.number == number)
    }

    /// Returns the size of an element in bytes.
    pub fn bytes(&self, types: &Types) -> u32 {
        u32::from(types.scalar_bits(self.ty).unwrap_or(0) / 8)
    }

    /// Returns how many elements each component of an input vector contains.
    pub fn per_component(&self) -> u32 {
        if self.packed { 4 } else { 1 }
    }

    /// Returns whether the elements are integers.
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
    /// An implementation-defined layout for inference (matrix-vector products).
    InferencingOptimal,
    /// An implementation-defined layout for training (products and outer-product accumulation).
    TrainingOptimal,
}

impl MatrixLayout {
    /// All layouts, indexed by their value in SPIR-V and GLSL.
    pub const ALL: [MatrixLayout; 4] = [
        MatrixLayout::RowMajor,
        MatrixLayout::ColumnMajor,
        MatrixLayout::InferencingOptimal,
        MatrixLayout::TrainingOptimal,
    ];

    /// Returns the layout with a value in SPIR-V and GLSL.
    pub fn from_number(number: u32) -> Option<MatrixLayout> {
        MatrixLayout::ALL.get(number as usize).copied()
    }

    /// Returns whether the layout is implementation-defined. Strides are then ignored.
    pub fn is_optimal(self) -> bool {
        matches!(self, MatrixLayout::InferencingOptimal | MatrixLayout::TrainingOptimal)
    }
}
