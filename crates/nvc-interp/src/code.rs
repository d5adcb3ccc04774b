//! The bytecode that the interpreter executes: functions as blocks of steps that operate on columns.
//!
//! A *column* ([`crate::column`]) is a register with one scalar per lane. There are no vectors or aggregates:
//! each of their scalars has its own column, and constructing or extracting parts only renames columns.

use crate::column::{Column, Slot};
use crate::cost;
use crate::kernels::{Kernel, Kind};
use crate::layout::Leaf;
use nvc_exec::Format;
use nvc_ir::coop_vector::ComponentType;
use nvc_ir::imm::{AtomicOp, Barrier, Builtin, Imm, TextureImm};
use nvc_ir::tensor::{ClampMode, Reduction};
use nvc_ir::types::ImageType;
use nvc_ir::{DerivativeGroup, Inst, Op, ResourceClass};

/// A decoded program.
pub(crate) struct Program {
    /// The initial values of all columns: constants, otherwise zeros.
    pub columns: Vec<Column>,
    /// Functions, indexed by function id.
    pub functions: Vec<Code>,
    /// Index of the entry function.
    pub entry: usize,
    /// Work group size.
    pub group_size: [u32; 3],
    /// Derivative group, which determines the mapping of lanes to invocations; `None` without derivatives.
    pub derivatives: Option<DerivativeGroup>,
    /// Size of each shared variable in bytes.
    pub shared: Vec<u32>,
    /// Size of a lane's private memory in bytes.
    pub lane_bytes: u32,
    /// The buffers that the program refers to, indexed by region number.
    pub regions: Vec<Region>,
    /// For each array of buffers, the region numbers of its elements.
    pub tables: Vec<Vec<u64>>,
}

impl Program {
    /// Returns the cost of entering a function.
    pub fn call_cost(&self, function: usize) -> u64 {
        self.functions.get(function).map_or(0, |code| cost::call(code.blocks.len()))
    }
}

/// A buffer that the program refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    pub class: ResourceClass,
    pub index: u32,
}

/// The region number of an element that does not exist.
pub(crate) const NO_REGION: u64 = u64::MAX;

/// A decoded function.
pub(crate) struct Code {
    /// Blocks in structured order: the body of a construct, its continue block, then its merge block.
    pub blocks: Vec<Body>,
}

/// A decoded block.
pub(crate) struct Body {
    pub steps: Vec<Step>,
    /// The IR instruction of each step.
    pub insts: Vec<Inst>,
    /// For each step, the cost of it, of all following steps and of the end; then the cost of the end.
    pub costs: Vec<u64>,
    pub end: End,
}

/// A branch edge: the target block and the moves for its parameters.
pub(crate) struct Edge {
    pub block: u32,
    /// Pairs of target and source column, ordered so that no source is overwritten before it is read.
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

/// A step: one instruction of the bytecode.
pub(crate) enum Step {
    /// Computes a column from up to four columns.
    Compute { kernel: Kernel, dst: Slot, args: [Slot; 4] },
    /// Reinterprets bits as scalars of other widths, or packs or unpacks them.
    Repack(Box<Repack>),
    /// Reads a built-in input.
    Builtin { builtin: Builtin, dst: Box<[Slot]> },
    /// Selects the region of an element of an array of buffers.
    Element { dst: Slot, table: Slot, index: Slot },
    /// A load, store or atomic.
    Memory(Box<MemoryStep>),
    /// Computes the length of a buffer, or of the array at its end: (size - `before`) / `stride`.
    Length { dst: Slot, region: Slot, before: u32, stride: u32, bits: u8 },
    /// An image or texture access.
    Image(Box<ImageStep>),
    /// An operation across the lanes of a warp.
    Warp(Box<WarpStep>),
    /// An operation that exchanges elements of cooperative matrices between invocations.
    Coop(Box<CoopStep>),
    /// A load or store of a cooperative matrix.
    Matrix(Box<MatrixStep>),
    /// A load or store of a cooperative matrix through a tensor layout.
    Tensor(Box<TensorStep>),
    /// A product of a matrix in memory and a cooperative vector, or the accumulation of an outer product.
    CoopVector(Box<CoopVectorStep>),
    /// A call for each element of a cooperative matrix.
    PerElement(Box<PerElementStep>),
    /// Computes the row and column of an element that the invocation holds.
    Coordinate { spread: Spread, number: Slot, dst: [Slot; 2] },
    /// Reads the number of steps counted so far, which includes the rest of the block, into one column, or into two
    /// as low and high word.
    Clock(Box<[Slot]>),
    /// Ends the run with a message.
    Abort(String),
    /// A debug printf.
    Print(Box<PrintStep>),
    /// A barrier.
    Barrier(Barrier),
    /// A call.
    Call { function: usize, moves: Vec<(Slot, Slot)>, results: Box<[Slot]> },
    /// Check: `y` must not be 0, and must not be -1 (`all`) if `x` is the minimum signed value (`min`).
    Divisor { x: Slot, y: Slot, min: Option<u64>, all: u64 },
    /// Check: a shift amount must be less than the width.
    Amount { amount: Slot, width: u8 },
    /// Check: an index must be less than a bound.
    Index { index: Slot, bits: u8, bound: u32 },
    /// Check: all lanes of the warp must be active.
    Converged,
    /// Check: reports that the next step stores an undefined value.
    Undefined,
    /// Records whether a floating-point result is exact, if this is enabled.
    Exact(Box<ExactStep>),
    /// Passes an instruction to the tracer.
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

/// Concatenates the bits of scalars and splits the result into other scalars. The numbers are widths in bits.
pub(crate) struct Repack {
    pub from: Vec<(Slot, u8)>,
    pub to: Vec<(Slot, u8)>,
    /// How the parts are converted.
    pub parts: Parts,
}

/// The conversion of a [`Repack`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parts {
    /// No conversion: bits stay as they are.
    Bits,
    /// Conversion from 32-bit floats to the channels of a format.
    Pack(Format),
    /// Conversion from the channels of a format to 32-bit floats.
    Unpack(Format),
}

/// Kinds of memory, and the contents of the region column of an access to each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arena {
    /// Buffers; the region column contains a region number.
    Buffer,
    /// Shared variables; the region column contains the index of the variable.
    Shared,
    /// Private variables of a lane; the region column contains start and size.
    Lane,
    /// Memory at device addresses. The offset column contains the address; the region column is not used.
    Physical,
    /// A texel; the region column contains the descriptor.
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
    /// The columns of the scalars: results of a load or atomic, values of a store.
    pub slots: Box<[Slot]>,
    /// Size of the whole access in bytes, including gaps.
    pub bytes: u32,
    /// Declared alignment.
    pub align: u32,
    /// Whether the access is coherent, volatile or atomic.
    pub coherent: bool,
}

/// What a memory access does.
pub(crate) enum MemoryAccess {
    Load,
    Store,
    Atomic { op: AtomicOp, operands: [Option<Box<[Slot]>>; 2] },
}

/// An image or texture access.
pub(crate) struct ImageStep {
    pub op: Op,
    pub image: ImageType,
    /// Column with the descriptor.
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
    /// The texel to write, for image writes.
    pub data: Box<[Slot]>,
    pub dst: Box<[Slot]>,
}

/// An operation across the lanes of a warp.
pub(crate) struct WarpStep {
    pub op: Op,
    pub imm: Imm,
    /// Scalar kind of the first operand.
    pub kind: Kind,
    pub args: Box<[Box<[Slot]>]>,
    pub dst: Box<[Slot]>,
}

/// How the elements of a cooperative matrix are distributed over invocations.
#[derive(Clone, Copy)]
pub(crate) struct Spread {
    pub rows: usize,
    pub columns: usize,
    /// Whether the invocations of the work group hold the matrix, rather than those of a subgroup.
    pub workgroup: bool,
}

/// An operation that exchanges elements of cooperative matrices between invocations.
pub(crate) enum CoopStep {
    /// `left * right + sum`. `saturates` applies to sums of integers.
    Product { left: CoopOperand, right: CoopOperand, sum: CoopOperand, saturates: bool, dst: CoopOperand },
    /// A transpose.
    Transpose { from: CoopOperand, dst: CoopOperand },
    /// A reduction with a function of two elements.
    Reduce { reduction: Reduction, from: CoopOperand, combine: Callback, dst: CoopOperand },
}

impl CoopStep {
    /// Returns the result matrix.
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
    /// Whether integer elements are signed.
    pub signed: bool,
}

/// A function that the interpreter calls with computed arguments.
pub(crate) struct Callback {
    pub function: usize,
    /// Columns of the parameters.
    pub params: Box<[Slot]>,
    /// Columns of the result.
    pub results: Box<[Slot]>,
}

/// A load or store of a cooperative matrix.
pub(crate) struct MatrixStep {
    pub spread: Spread,
    /// One access for each element that an invocation holds.
    pub accesses: Vec<MemoryStep>,
    /// Column that the accesses use as their offset.
    pub offset: Slot,
    /// Column with the byte offset of the first element.
    pub start: Slot,
    /// Column with the stride between rows or columns, in units of `unit` bytes.
    pub stride: Slot,
    pub unit: u64,
    /// Column with a bool: whether the stride is between columns rather than rows.
    pub by_columns: Slot,
    /// Size of an element in bytes.
    pub size: u64,
}

/// An operation on cooperative vectors and a matrix in memory.
pub(crate) enum CoopVectorStep {
    /// A matrix-vector product.
    Product {
        input: VectorOperand,
        /// How the components of the input are interpreted.
        interpretation: &'static ComponentType,
        kind: Kind,
        matrix: MatrixOperand,
        bias: Option<MatrixOperand>,
        dst: VectorOperand,
    },
    /// Adds an outer product to a matrix in memory. The column `addend` contains the product of the current
    /// element.
    OuterProduct { left: VectorOperand, right: VectorOperand, matrix: MatrixOperand, addend: Slot },
}

/// A cooperative vector in registers.
pub(crate) struct VectorOperand {
    pub slots: Box<[Slot]>,
    pub kind: Kind,
    /// Whether integer components are signed.
    pub signed: bool,
}

/// A matrix in memory. A vector is a matrix of one column.
pub(crate) struct MatrixOperand {
    pub interpretation: &'static ComponentType,
    pub kind: Kind,
    pub rows: usize,
    pub columns: usize,
    /// Whether columns rather than rows are contiguous.
    pub by_columns: bool,
    /// Whether the matrix in memory is the transpose.
    pub transposed: bool,
    /// Column with the stride between rows or columns in bytes; `None` if they are dense.
    pub stride: Option<Slot>,
    /// Size of an element in bytes.
    pub size: u64,
    /// Column with the byte offset of the first element.
    pub start: Slot,
    /// Column that the accesses use as their offset.
    pub offset: Slot,
    /// Column for the element that an access loads.
    pub element: Slot,
    /// Accesses to the very first element, to the first element of any other row or column, and to all other
    /// elements. They differ only in alignment.
    pub accesses: Box<[MemoryStep; 3]>,
}

/// A load or store of a cooperative matrix through a tensor layout.
pub(crate) struct TensorStep {
    pub spread: Spread,
    /// One access for each element that an invocation holds; empty if a function decodes the elements.
    pub accesses: Vec<MemoryStep>,
    /// Column that the accesses use as their offset.
    pub offset: Slot,
    /// Column with the byte offset of the tensor.
    pub start: Slot,
    /// Size in bytes of an element, or of a block that is decoded.
    pub size: u64,
    pub layout: LayoutOperand,
    pub view: Option<ViewOperand>,
    /// The elements before a load. `dst` are the elements after it; both are empty for a store.
    pub old: Box<[Slot]>,
    pub dst: Box<[Slot]>,
    /// Mask of the bits of an element.
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

/// The callback that decodes the elements of a load, and the memory that contains the tensor.
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
    /// Further operands. The bool is set for matrices, of which the call gets the corresponding element.
    pub others: Vec<(Box<[Slot]>, bool)>,
    pub dst: Box<[Slot]>,
}

/// A debug printf.
pub(crate) struct PrintStep {
    pub format: String,
    /// The scalars of all operands.
    pub args: Vec<(Slot, Kind)>,
}

/// An instruction that is passed to the tracer.
pub(crate) struct TraceStep {
    pub text: String,
    pub operands: Vec<Shown>,
    pub result: Option<Shown>,
}

/// A value that is passed to the tracer.
pub(crate) struct Shown {
    pub name: String,
    pub slots: Vec<(Slot, Kind)>,
}

/// Tag of texture descriptors, in bits 32 to 39 of a descriptor's column. The lower bits contain the unit.
pub(crate) const TEXTURES: u64 = 1 << 32;
/// Tag of image descriptors; see [`TEXTURES`].
pub(crate) const IMAGES: u64 = 2 << 32;

/// Lowest bit of the separate sampler in a texture descriptor: the unit of the sampler plus 1, or 0 for none.
pub(crate) const SAMPLER_SHIFT: u32 = 40;

/// Returns the format that an access through an image type uses for an image whose own format is `own`.
pub(crate) fn view(image: ImageType, own: Format) -> Format {
    own.view(image.format)
}
