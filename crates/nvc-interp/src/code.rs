//! The compact form that runs: functions as blocks of steps over columns.
//!
//! Decoding makes it once. Vectors and aggregates are gone: each of their scalars has its column,
//! and taking them apart or putting them together names columns and costs nothing.

use crate::column::{Column, Slot};
use crate::kernels::{Kernel, Kind};
use crate::layout::Leaf;
use nvc_exec::Format;
use nvc_ir::imm::{AtomicOp, Barrier, Builtin, Imm, TextureImm};
use nvc_ir::types::ImageType;
use nvc_ir::{DerivativeGroup, Inst, Op, ResourceClass};

/// A program ready to run.
pub(crate) struct Program {
    /// What every column holds before the first step: constants, and zeros.
    pub columns: Vec<Column>,
    /// The functions, by their ids.
    pub functions: Vec<Code>,
    /// The function that a dispatch runs.
    pub entry: usize,
    /// Size of a work group.
    pub group_size: [u32; 3],
    /// How lanes stand for invocations, where differences are taken among them.
    pub derivatives: Option<DerivativeGroup>,
    /// Bytes of each shared variable.
    pub shared: Vec<u32>,
    /// Bytes of variables that each lane has for its own.
    pub lane_bytes: u32,
    /// Buffers by region number.
    pub regions: Vec<Region>,
    /// For arrays of buffers: the region of each element.
    pub tables: Vec<Vec<u64>>,
}

/// A buffer that the program names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    pub class: ResourceClass,
    pub index: u32,
}

/// The region of nothing.
pub(crate) const NO_REGION: u64 = u64::MAX;

/// A function.
pub(crate) struct Code {
    /// In structured order: a construct's body, then its continue block, then its merge block.
    pub blocks: Vec<Body>,
}

/// A block.
pub(crate) struct Body {
    pub steps: Vec<Step>,
    /// The instruction behind each step.
    pub insts: Vec<Inst>,
    pub end: End,
}

/// A branch: where to, and what the parameters become.
pub(crate) struct Edge {
    pub block: u32,
    /// Target and source columns, in an order in which no source is overwritten.
    pub moves: Vec<(Slot, Slot)>,
}

/// How a block ends.
pub(crate) enum End {
    Jump(Edge),
    Branch { cond: Slot, then: Edge, otherwise: Edge },
    Switch { selector: Slot, cases: Vec<(u64, Edge)>, default: Edge },
    Return(Vec<Slot>),
    Unreachable,
}

/// What a block does.
pub(crate) enum Step {
    /// Computes a column.
    Compute { kernel: Kernel, dst: Slot, args: [Slot; 4] },
    /// Cuts bits anew.
    Repack(Box<Repack>),
    /// A built-in input.
    Builtin { builtin: Builtin, dst: Box<[Slot]> },
    /// The region of an element of an array of buffers.
    Element { dst: Slot, table: Slot, index: Slot },
    /// A load, store or atomic.
    Memory(Box<MemoryStep>),
    /// Bytes, or elements, of a buffer.
    Length { dst: Slot, region: Slot, before: u32, stride: u32 },
    /// An image or texture access.
    Image(Box<ImageStep>),
    /// An operation across the lanes of a warp.
    Warp(Box<WarpStep>),
    /// A product of matrices.
    Coop(Box<CoopStep>),
    /// The number of steps so far, of all or of the group's warps: in one column or two.
    Clock(Box<[Slot]>),
    /// A message.
    Print(Box<PrintStep>),
    /// A barrier.
    Barrier(Barrier),
    /// A call.
    Call { function: usize, moves: Vec<(Slot, Slot)>, results: Box<[Slot]> },
    /// With checks: a division whose divisor must not be zero; `least` is what must not be divided
    /// by -1.
    Divisor { x: Slot, y: Slot, least: Option<u64>, all: u64 },
    /// With checks: a shift whose amount must be below the width.
    Amount { amount: Slot, width: u8 },
    /// With checks: an index that must be below a bound.
    Index { index: Slot, bits: u8, bound: u32 },
    /// With checks: a value that nothing defines is stored.
    Undefined,
    /// If asked for: whether a result that was computed is exact.
    Exact(Box<ExactStep>),
    /// Shows the tracer the instruction.
    Trace(Box<TraceStep>),
}

/// A result of an operation on floats.
pub(crate) struct ExactStep {
    pub op: Op,
    pub from: Kind,
    pub to: Kind,
    pub args: Box<[Slot]>,
    pub dst: Slot,
}

/// Scalars read as bits and cut into others.
pub(crate) struct Repack {
    pub from: Vec<(Slot, u8)>,
    pub to: Vec<(Slot, u8)>,
    /// What happens on the way.
    pub parts: Parts,
}

/// What happens to the parts of a [`Repack`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parts {
    /// Nothing: bits stay bits.
    Bits,
    /// 32-bit floats become channels of a format.
    Pack(Format),
    /// Channels of a format become 32-bit floats.
    Unpack(Format),
}

/// Which kind of memory an access goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arena {
    /// Buffers; the region column holds a region number.
    Buffer,
    /// Shared variables; the region column holds their number.
    Shared,
    /// A lane's own variables; the region column holds start and size.
    Lane,
    /// Addresses.
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
    /// The scalars in memory.
    pub leaves: Box<[Leaf]>,
    /// Their columns: results of loads and atomics, operands of stores.
    pub slots: Box<[Slot]>,
    /// Bytes of the whole access.
    pub bytes: u32,
    /// Alignment that the access promises.
    pub align: u32,
    /// Not for one invocation alone: coherent, volatile or atomic.
    pub shared: bool,
}

/// What an access does.
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
    /// What is written.
    pub data: Box<[Slot]>,
    pub dst: Box<[Slot]>,
}

/// An operation across lanes.
pub(crate) struct WarpStep {
    pub op: Op,
    pub imm: Imm,
    /// Kind of the first operand's scalars.
    pub kind: Kind,
    pub args: Box<[Box<[Slot]>]>,
    pub dst: Box<[Slot]>,
}

/// The product of two cooperative matrices plus a third; all lanes hold them together.
pub(crate) struct CoopStep {
    /// Rows of the first and columns of the second, and what they have in common.
    pub rows: usize,
    pub columns: usize,
    pub common: usize,
    pub left: CoopOperand,
    pub right: CoopOperand,
    pub sum: CoopOperand,
    /// Sums of integers are clamped to what their type holds.
    pub saturates: bool,
    pub dst: Box<[Slot]>,
}

/// A matrix of a [`CoopStep`].
pub(crate) struct CoopOperand {
    pub slots: Box<[Slot]>,
    pub kind: Kind,
    /// Integers have signs.
    pub signed: bool,
}

/// A message.
pub(crate) struct PrintStep {
    pub format: String,
    /// Scalars of the operands, one after the other.
    pub args: Vec<(Slot, Kind)>,
}

/// What the tracer is shown of an instruction.
pub(crate) struct TraceStep {
    pub text: String,
    pub operands: Vec<Shown>,
    pub result: Option<Shown>,
}

/// A value to show.
pub(crate) struct Shown {
    pub name: String,
    pub slots: Vec<(Slot, Kind)>,
}

/// The class of a descriptor: bits 32 and up of its column; the unit is below.
pub(crate) const TEXTURES: u64 = 1 << 32;
/// See [`TEXTURES`].
pub(crate) const IMAGES: u64 = 2 << 32;

/// Where the unit of a sampler apart from its image stands, plus one.
pub(crate) const SAMPLER_SHIFT: u32 = 40;

/// The format that an access through an image type sees.
pub(crate) fn view(image: ImageType, own: Format) -> Format {
    own.view(image.format)
}
