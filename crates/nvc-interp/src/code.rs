//! The compact form that the machine runs: functions as blocks of steps over columns.
//!
//! It has no vectors or aggregates: each of their scalars has a column, and construction and extraction
//! only rename columns.

use crate::column::{Column, Slot};
use crate::kernels::{Kernel, Kind};
use crate::layout::Leaf;
use nvc_exec::Format;
use nvc_ir::coop_vector::ComponentType;
use nvc_ir::imm::{AtomicOp, Barrier, Builtin, Imm, TextureImm};
use nvc_ir::tensor::{ClampMode, Reduction};
use nvc_ir::types::ImageType;
use nvc_ir::{DerivativeGroup, Inst, Op, ResourceClass};

/// A program ready to run.
pub(crate) struct Program {
    /// The initial values of all columns: constants, otherwise zeros.
    pub columns: Vec<Column>,
    /// The functions, indexed by id.
    pub functions: Vec<Code>,
    /// The entry function.
    pub entry: usize,
    /// Workgroup size.
    pub group_size: [u32; 3],
    /// The derivative group, which determines the mapping of lanes to invocations.
    pub derivatives: Option<DerivativeGroup>,
    /// Bytes of each shared variable.
    pub shared: Vec<u32>,
    /// Bytes of private memory per lane.
    pub lane_bytes: u32,
    /// The buffer of each region.
    pub regions: Vec<Region>,
    /// The regions of the elements of each array of buffers.
    pub tables: Vec<Vec<u64>>,
}

/// A buffer that the program refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    pub class: ResourceClass,
    pub index: u32,
}

/// The region number of an element that does not exist.
pub(crate) const NO_REGION: u64 = u64::MAX;

/// A function.
pub(crate) struct Code {
    /// The blocks in structured order: a construct's body, its continue block, its merge block.
    pub blocks: Vec<Body>,
}

/// A block.
pub(crate) struct Body {
    pub steps: Vec<Step>,
    /// The instruction of each step.
    pub insts: Vec<Inst>,
    pub end: End,
}

/// A branch edge: target and block arguments.
pub(crate) struct Edge {
    pub block: u32,
    /// Target and source columns, in an order in which no source is overwritten before its use.
    pub moves: Vec<(Slot, Slot)>,
}

/// A terminator.
pub(crate) enum End {
    Jump(Edge),
    Branch { cond: Slot, then: Edge, otherwise: Edge },
    Switch { selector: Slot, cases: Vec<(u64, Edge)>, default: Edge },
    Return(Vec<Slot>),
    Unreachable,
}

/// A step of a block.
pub(crate) enum Step {
    /// Computes a column.
    Compute {
        kernel: Kernel,
        dst: Slot,
        args: [Slot; 4],
    },
    /// Reinterprets bits as scalars of other widths, or packs and unpacks them.
    Repack(Box<Repack>),
    /// A built-in input.
    Builtin {
        builtin: Builtin,
        dst: Box<[Slot]>,
    },
    /// Selects the region of an element of an array of buffers.
    Element {
        dst: Slot,
        table: Slot,
        index: Slot,
    },
    /// A load, store or atomic.
    Memory(Box<MemoryStep>),
    /// The length of a buffer in bytes or elements.
    Length {
        dst: Slot,
        region: Slot,
        before: u32,
        stride: u32,
        bits: u8,
    },
    /// An image or texture access.
    Image(Box<ImageStep>),
    /// An operation across the lanes of a warp.
    Warp(Box<WarpStep>),
    /// An operation on cooperative matrices that moves elements between invocations.
    Coop(Box<CoopStep>),
    /// A load or store of a cooperative matrix.
    Matrix(Box<MatrixStep>),
    /// A load or store of a cooperative matrix through a tensor layout.
    Tensor(Box<TensorStep>),
    /// A product of a matrix in memory and a cooperative vector, or an accumulation of an outer product.
    CoopVector(Box<CoopVectorStep>),
    /// A call for each element of a cooperative matrix.
    PerElement(Box<PerElementStep>),
    /// Row and column of an element that the invocation holds.
    Coordinate {
        spread: Spread,
        number: Slot,
        dst: [Slot; 2],
    },
    /// The number of steps executed so far: in one column, or in two as low and high word.
    Clock(Box<[Slot]>),
    /// A debug printf.
    /// Ends the run with a message.
    Abort(String),
    Print(Box<PrintStep>),
    /// A barrier.
    Barrier(Barrier),
    /// A call.
    Call {
        function: usize,
        moves: Vec<(Slot, Slot)>,
        results: Box<[Slot]>,
    },
    /// Check: `y` must not be 0, nor -1 (`all`) if `x` is the signed minimum `min`.
    Divisor {
        x: Slot,
        y: Slot,
        min: Option<u64>,
        all: u64,
    },
    /// Check: a shift amount must be less than the width.
    Amount {
        amount: Slot,
        width: u8,
    },
    /// Check: an index must be less than a bound.
    Index {
        index: Slot,
        bits: u8,
        bound: u32,
    },
    /// Check: all lanes of the warp are active.
    Converged,
    /// Check: an undefined value is stored.
    Undefined,
    /// Records whether a floating-point result is exact, if enabled.
    Exact(Box<ExactStep>),
    /// Shows an instruction to the tracer.
    Trace(Box<TraceStep>),
}

/// An operation on floats whose exactness is recorded.
pub(crate) struct ExactStep {
    pub op: Op,
    pub from: Kind,
    pub to: Kind,
    pub args: Box<[Slot]>,
    pub dst: Slot,
}

/// Concatenates the bits of scalars and splits them into other scalars.
pub(crate) struct Repack {
    pub from: Vec<(Slot, u8)>,
    pub to: Vec<(Slot, u8)>,
    /// Conversion of the parts.
    pub parts: Parts,
}

/// The conversion of a [`Repack`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parts {
    /// None: bits stay as they are.
    Bits,
    /// From 32-bit floats to channels of a format.
    Pack(Format),
    /// From channels of a format to 32-bit floats.
    Unpack(Format),
}

/// The kind of memory of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arena {
    /// Buffers; the region column holds a region number.
    Buffer,
    /// Shared variables; the region column holds the variable's index.
    Shared,
    /// Private variables of a lane; the region column holds start and size.
    Lane,
    /// Device addresses.
    Physical,
    /// A texel; the region column holds the descriptor.
    Texel,
}

/// A load, store or atomic.
pub(crate) struct MemoryStep {
    pub arena: Arena,
    pub region: Slot,
    pub offset: Slot,
    pub access: MemoryAccess,
    /// The accessed scalars.
    pub leaves: Box<[Leaf]>,
    /// Their columns: results of loads and atomics, values of stores.
    pub slots: Box<[Slot]>,
    /// Bytes of the whole access.
    pub bytes: u32,
    /// Declared alignment.
    pub align: u32,
    /// Coherent, volatile or atomic.
    pub shared: bool,
}

/// The operation of an access.
pub(crate) enum MemoryAccess {
    Load,
    Store,
    Atomic { op: AtomicOp, operands: [Option<Box<[Slot]>>; 2] },
}

/// An image or texture access.
pub(crate) struct ImageStep {
    pub op: Op,
    pub image: ImageType,
    /// The descriptor.
    pub descriptor: Slot,
    pub coord: Box<[Slot]>,
    pub imm: TextureImm,
    pub dref: Option<Slot>,
    pub lod: Option<Slot>,
    pub grad: Option<[Box<[Slot]>; 2]>,
    pub offset: Option<Box<[Slot]>>,
    pub offsets: Option<[Box<[Slot]>; 4]>,
    pub sample: Option<Slot>,
    pub min_lod: Option<Slot>,
    /// The texel to write.
    pub data: Box<[Slot]>,
    pub dst: Box<[Slot]>,
}

/// An operation across lanes.
pub(crate) struct WarpStep {
    pub op: Op,
    pub imm: Imm,
    /// The kind of the first operand's scalars.
    pub kind: Kind,
    pub args: Box<[Box<[Slot]>]>,
    pub dst: Box<[Slot]>,
}

/// How the elements of a cooperative matrix are divided between invocations.
#[derive(Clone, Copy)]
pub(crate) struct Spread {
    pub rows: usize,
    pub columns: usize,
    /// Whether the invocations of the work group hold it, not those of a subgroup.
    pub workgroup: bool,
}

/// An operation on cooperative matrices that moves elements between invocations.
pub(crate) enum CoopStep {
    /// `left * right + sum`; `saturates` says whether integer sums do.
    Product { left: CoopOperand, right: CoopOperand, sum: CoopOperand, saturates: bool, dst: CoopOperand },
    /// A transpose.
    Transpose { from: CoopOperand, dst: CoopOperand },
    /// A reduction by a function of two elements.
    Reduce { reduction: Reduction, from: CoopOperand, combine: Callback, dst: CoopOperand },
}

impl CoopStep {
    /// The result.
    pub fn dst(&self) -> &CoopOperand {
        match self {
            CoopStep::Product { dst, .. }
            | CoopStep::Transpose { dst, .. }
            | CoopStep::Reduce { dst, .. } => dst,
        }
    }
}

/// A matrix of a [`CoopStep`].
pub(crate) struct CoopOperand {
    pub slots: Box<[Slot]>,
    pub spread: Spread,
    pub kind: Kind,
    /// Whether integers are signed.
    pub signed: bool,
}

/// A function that is called with values that the machine computes.
pub(crate) struct Callback {
    pub function: usize,
    /// The columns of its parameters.
    pub params: Box<[Slot]>,
    /// The columns of its result.
    pub results: Box<[Slot]>,
}

/// A load or store of a cooperative matrix.
pub(crate) struct MatrixStep {
    pub spread: Spread,
    /// One for each element that an invocation holds.
    pub accesses: Vec<MemoryStep>,
    /// The offset of the accesses.
    pub offset: Slot,
    /// The offset of the first element.
    pub start: Slot,
    /// The stride, in units of so many bytes.
    pub stride: Slot,
    pub unit: u64,
    /// Whether the stride is that between columns.
    pub by_columns: Slot,
    /// Bytes of an element.
    pub size: u64,
}

/// An operation on a cooperative vector and a matrix in memory.
pub(crate) enum CoopVectorStep {
    /// A product.
    Product {
        input: VectorOperand,
        /// How the components of the input are interpreted.
        interpretation: &'static ComponentType,
        kind: Kind,
        matrix: MatrixOperand,
        bias: Option<MatrixOperand>,
        dst: VectorOperand,
    },
    /// An outer product that is added to a matrix. The elements are the products in `addend`.
    OuterProduct { left: VectorOperand, right: VectorOperand, matrix: MatrixOperand, addend: Slot },
}

/// A cooperative vector.
pub(crate) struct VectorOperand {
    pub slots: Box<[Slot]>,
    pub kind: Kind,
    /// Whether integers are signed.
    pub signed: bool,
}

/// A matrix in memory, or a vector as one column.
pub(crate) struct MatrixOperand {
    pub interpretation: &'static ComponentType,
    pub kind: Kind,
    pub rows: usize,
    pub columns: usize,
    /// Whether columns, not rows, are contiguous.
    pub by_columns: bool,
    /// Whether memory holds the transpose.
    pub transposed: bool,
    /// Bytes between rows or columns; `None` where they are dense.
    pub stride: Option<Slot>,
    /// Bytes of an element.
    pub size: u64,
    /// The offset of the first element.
    pub start: Slot,
    /// The offset of the accesses.
    pub offset: Slot,
    /// The column of an element that is loaded.
    pub element: Slot,
    /// The accesses to the first element, to the first one of another row or column, and to others: they differ in
    /// alignment.
    pub accesses: Box<[MemoryStep; 3]>,
}

/// A load or store of a cooperative matrix through a tensor layout.
pub(crate) struct TensorStep {
    pub spread: Spread,
    /// One for each element that an invocation holds; none if a function decodes them.
    pub accesses: Vec<MemoryStep>,
    /// The offset of the accesses.
    pub offset: Slot,
    /// The offset of the tensor.
    pub start: Slot,
    /// Bytes of an element, or of a block that is decoded.
    pub size: u64,
    pub layout: LayoutOperand,
    pub view: Option<ViewOperand>,
    /// The elements before a load, and after it; none for a store.
    pub old: Box<[Slot]>,
    pub dst: Box<[Slot]>,
    /// The bits of an element.
    pub mask: u64,
    pub decode: Option<DecodeOperand>,
}

/// A tensor layout.
pub(crate) struct LayoutOperand {
    pub dimensions: usize,
    pub clamp: ClampMode,
    pub slots: Box<[Slot]>,
}

/// A tensor view.
pub(crate) struct ViewOperand {
    pub has_dimensions: bool,
    pub permutation: Vec<usize>,
    pub slots: Box<[Slot]>,
}

/// The function that decodes the elements of a load, and where the tensor is.
pub(crate) struct DecodeOperand {
    pub callback: Callback,
    pub arena: Arena,
    pub region: Slot,
}

/// A call for each element of a cooperative matrix.
pub(crate) struct PerElementStep {
    pub spread: Spread,
    pub callback: Callback,
    pub elements: Box<[Slot]>,
    /// Further operands; of matrices, the element that belongs to the call is passed.
    pub others: Vec<(Box<[Slot]>, bool)>,
    pub dst: Box<[Slot]>,
}

/// A debug printf.
pub(crate) struct PrintStep {
    pub format: String,
    /// The scalars of all operands.
    pub args: Vec<(Slot, Kind)>,
}

/// An instruction to show to the tracer.
pub(crate) struct TraceStep {
    pub text: String,
    pub operands: Vec<Shown>,
    pub result: Option<Shown>,
}

/// A value to show to the tracer.
pub(crate) struct Shown {
    pub name: String,
    pub slots: Vec<(Slot, Kind)>,
}

/// A texture descriptor: the class is in bits 32 and up of its column, the unit below.
pub(crate) const TEXTURES: u64 = 1 << 32;
/// An image descriptor; see [`TEXTURES`].
pub(crate) const IMAGES: u64 = 2 << 32;

/// The lowest bit of a descriptor's separate sampler: the sampler's unit plus 1, or 0 for none.
pub(crate) const SAMPLER_SHIFT: u32 = 40;

/// The format of an access through an image type.
pub(crate) fn view(image: ImageType, own: Format) -> Format {
    own.view(image.format)
}
