//! Tensor layouts and views (SPV_NV_tensor_addressing), reductions and decoding callbacks of cooperative
//! matrices (SPV_NV_cooperative_matrix2).
//!
//! A *tensor layout* maps coordinates of a tensor of up to five dimensions to elements or blocks in memory. A
//! *tensor view* reorders and clips the elements of a matrix before the layout maps them. Both are values
//! without a memory representation. Operations return a copy with one property changed.

use crate::entity::FuncId;
use crate::imm::Access;
use crate::types::Length;

/// Maximum number of dimensions of a tensor.
pub const MAX_TENSOR_DIMENSIONS: u32 = 5;

/// The type of a tensor layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TensorLayoutType {
    /// The number of dimensions, 1 to [`MAX_TENSOR_DIMENSIONS`].
    pub dimensions: Length,
    /// The value of the [`ClampMode`], which determines the effect of accesses outside the tensor.
    pub clamp: Length,
}

/// The type of a tensor view.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorViewType {
    /// The number of dimensions, 1 to [`MAX_TENSOR_DIMENSIONS`].
    pub dimensions: Length,
    /// Whether the view has its own dimensions: 0, 1 or a boolean specialization constant. Otherwise it has
    /// the dimensions of the layout's slice.
    pub has_dimensions: Length,
    /// For each dimension of the view, outermost first, the dimension of the slice that it reads.
    pub permutation: Vec<Length>,
}

/// Determines the effect of accesses outside a tensor. Stores discard the element in all modes but
/// [`ClampMode::Undefined`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClampMode {
    /// The access is undefined.
    Undefined,
    /// Loads return the layout's clamp value.
    Constant,
    /// Coordinates are clamped to the tensor.
    ClampToEdge,
    /// Coordinates wrap around.
    Repeat,
    /// Coordinates wrap around, mirrored in every other repetition.
    RepeatMirrored,
}

impl ClampMode {
    /// All modes, indexed by their SPIR-V value.
    pub const ALL: [ClampMode; 5] = [
        ClampMode::Undefined,
        ClampMode::Constant,
        ClampMode::ClampToEdge,
        ClampMode::Repeat,
        ClampMode::RepeatMirrored,
    ];

    /// Returns the mode with a SPIR-V value.
    pub fn from_number(number: u32) -> Option<ClampMode> {
        ClampMode::ALL.get(number as usize).copied()
    }
}

/// The elements of a matrix that a reduction combines with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// The elements of each row.
    Row,
    /// The elements of each column.
    Column,
    /// All elements.
    RowAndColumn,
    /// The elements of each 2-by-2 square.
    Square,
}

impl Reduction {
    /// All reductions.
    pub const ALL: [Reduction; 4] =
        [Reduction::Row, Reduction::Column, Reduction::RowAndColumn, Reduction::Square];

    /// Returns SPIR-V's `Cooperative Matrix Reduce` mask.
    pub fn mask(self) -> u32 {
        match self {
            Reduction::Row => 1,
            Reduction::Column => 2,
            Reduction::RowAndColumn => 3,
            Reduction::Square => 4,
        }
    }

    /// Returns the reduction with a mask.
    pub fn from_mask(mask: u32) -> Option<Reduction> {
        Reduction::ALL.into_iter().find(|reduction| reduction.mask() == mask)
    }

    /// Returns the name in the text form.
    pub fn name(self) -> &'static str {
        match self {
            Reduction::Row => "row",
            Reduction::Column => "column",
            Reduction::RowAndColumn => "all",
            Reduction::Square => "square",
        }
    }
}

/// The immediate of a cooperative matrix load that decodes its elements with callbacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decode {
    /// Memory operands.
    pub access: Access,
    /// Decodes one element. The parameters are the address of the element's block, the coordinates of the
    /// block, and the coordinates of the element in the block.
    pub function: FuncId,
    /// Decodes several consecutive elements of the innermost dimension
    /// (SPV_NV_cooperative_matrix_decode_vector). The parameters are those of `function`; the result is a
    /// vector.
    pub vector: Option<FuncId>,
}
