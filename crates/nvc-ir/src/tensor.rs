//! Tensor layouts and views (SPV_NV_tensor_addressing), and how cooperative matrices use them and functions
//! (SPV_NV_cooperative_matrix2).
//!
//! A *tensor layout* maps coordinates of a tensor of up to five dimensions to elements or blocks in memory; a *tensor
//! view* reorders and clips the elements of a matrix before they are mapped. Both are values without memory
//! representation: an operation changes one part of a copy.

use crate::entity::FuncId;
use crate::imm::Access;
use crate::types::Length;

/// The most dimensions of a tensor.
pub const MAX_TENSOR_DIMENSIONS: u32 = 5;

/// The type of a tensor layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TensorLayoutType {
    /// The number of dimensions, 1 to [`MAX_TENSOR_DIMENSIONS`].
    pub dimensions: Length,
    /// What accesses outside of the tensor do: a [`ClampMode`] by its number.
    pub clamp: Length,
}

/// The type of a tensor view.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorViewType {
    /// The number of dimensions, 1 to [`MAX_TENSOR_DIMENSIONS`].
    pub dimensions: Length,
    /// Whether the view has dimensions of its own: 0, 1 or a boolean specialization constant. Otherwise it has those
    /// of the layout's span.
    pub has_dimensions: Length,
    /// For each dimension of the view, outermost first, the dimension of the slice that it reads.
    pub permutation: Vec<Length>,
}

/// What an access outside of a tensor does. Stores drop the element in all modes but [`ClampMode::Undefined`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClampMode {
    /// It is undefined.
    Undefined,
    /// Loads yield the layout's clamp value.
    Constant,
    /// Coordinates are clamped.
    ClampToEdge,
    /// Coordinates are repeated.
    Repeat,
    /// Coordinates are repeated, every other time mirrored.
    RepeatMirrored,
}

impl ClampMode {
    /// All, indexed by their numbers in SPIR-V.
    pub const ALL: [ClampMode; 5] = [
        ClampMode::Undefined,
        ClampMode::Constant,
        ClampMode::ClampToEdge,
        ClampMode::Repeat,
        ClampMode::RepeatMirrored,
    ];

    /// The mode with a number.
    pub fn from_number(number: u32) -> Option<ClampMode> {
        ClampMode::ALL.get(number as usize).copied()
    }
}

/// The elements of a matrix that a reduction combines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// Those of each row.
    Row,
    /// Those of each column.
    Column,
    /// All.
    RowAndColumn,
    /// Those of each square of two by two.
    Square,
}

impl Reduction {
    /// All.
    pub const ALL: [Reduction; 4] =
        [Reduction::Row, Reduction::Column, Reduction::RowAndColumn, Reduction::Square];

    /// The `Cooperative Matrix Reduce` mask of SPIR-V.
    pub fn mask(self) -> u32 {
        match self {
            Reduction::Row => 1,
            Reduction::Column => 2,
            Reduction::RowAndColumn => 3,
            Reduction::Square => 4,
        }
    }

    /// The reduction with a mask.
    pub fn from_mask(mask: u32) -> Option<Reduction> {
        Reduction::ALL.into_iter().find(|reduction| reduction.mask() == mask)
    }

    /// The name in the text form.
    pub fn name(self) -> &'static str {
        match self {
            Reduction::Row => "row",
            Reduction::Column => "column",
            Reduction::RowAndColumn => "all",
            Reduction::Square => "square",
        }
    }
}

/// The immediate of a load whose elements a function decodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decode {
    /// Memory operands.
    pub access: Access,
    /// Decodes one element: its parameters are the block's address, the block's coordinates and those in the block.
    pub function: FuncId,
    /// Decodes several consecutive elements of the innermost dimension (SPV_NV_cooperative_matrix_decode_vector): it
    /// has the same parameters and returns a vector.
    pub vector: Option<FuncId>,
}
