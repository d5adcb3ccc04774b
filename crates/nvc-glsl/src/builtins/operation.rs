//! What built-in functions mean, by family: lowering has one file for each variant of [`Operation`].
//!
//! Where naga has a word for it, it is naga's. naga's words for atomics and gathers carry operands,
//! so those are enums of their own here. Signs and widths are those of the arguments, the result is
//! of the expression's type.

use naga::{
    BinaryOperator, CollectiveOperation, DerivativeAxis, DerivativeControl, Direction, MathFunction,
    RelationalFunction, SubgroupOperation,
};
use nvc_ir::imm::{Barrier, Scope, ShuffleMode};

/// What a built-in function means, by family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Component-wise, geometric, matrix and packing functions that naga has, with operands in its
    /// order. `Min`, `Max`, `Clamp`, `Mix`, `Step`, `SmoothStep`, `Ldexp` take scalars beside
    /// vectors; `Modf` and `Frexp` write their second argument; `Dot` takes integers too.
    Math(MathFunction),
    /// Those that naga lacks.
    Arithmetic(Arithmetic),
    /// `any`, `all`, `isnan`, `isinf`.
    Relational(RelationalFunction),
    /// Comparison component by component.
    Compare(BinaryOperator),
    /// The bits of the argument as the result's type; of several components, the first is lowest.
    Bitcast,
    /// Reads a texture.
    Texture(TextureAccess),
    /// A difference among four invocations.
    Derivative(DerivativeAxis, DerivativeControl),
    /// Asks something of a texture.
    TextureQuery(TextureQuery),
    /// Accesses a storage image: image, coordinate, the sample of a multisampled one, the rest.
    Image(ImageFunction),
    /// An atomic on memory or behind a pointer; yields the old value.
    Atomic(AtomicFunction, Semantics),
    /// An atomic counter.
    Counter(CounterFunction),
    /// A barrier of control, memory or both, and nothing to compute.
    Barrier(Barrier),
    /// `controlBarrier`: scope of execution, scope, storage and semantics of memory are constants.
    ControlBarrier,
    /// `memoryBarrier`: scope, storage and semantics are constants.
    MemoryBarrier,
    /// Among the lanes of the API's subgroup.
    Subgroup(SubgroupFunction),
    /// Among the 32 lanes of NVIDIA's warp.
    Warp(WarpFunction),
    /// A cooperative matrix.
    Cooperative(CooperativeFunction),
    /// The clock of a scope: 64 bits, as an integer or two words.
    Clock(Scope),
    /// `debugPrintfEXT`: a format and values of any types.
    DebugPrintf,
    /// The value, which may differ among invocations: checking makes
    /// [`crate::tree::ExprKind::NonUniform`] of it.
    NonUniform,
    /// The first argument, which is mostly equal to the second.
    Expect,
    /// The argument holds.
    Assume,
}

/// Arithmetic that naga has no word for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// `x - y * floor(x / y)`.
    Modulo,
    /// The second argument where the third, of bools, is true, else the first.
    Select,
    /// Logical not, component by component.
    Not,
    /// Sum; the third argument becomes the carry.
    AddCarry,
    /// Difference; the third argument becomes the borrow.
    SubBorrow,
    /// Product of twice the width: the third argument becomes the upper half, the fourth the lower.
    MulExtended,
    /// Product component by component.
    MatrixCompMult,
    /// Dot product of vectors of integers, which may differ in sign; wider than the components.
    /// With a third argument that is added with saturation.
    Dot,
    /// The same on four bytes in a word each.
    DotPacked,
}

/// How a texture is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextureAccess {
    /// Which way.
    pub mode: TextureMode,
    /// The last component of the coordinate divides the others.
    pub projective: bool,
    /// What the arguments behind the texture are, in order; optional ones last.
    pub operands: &'static [TextureOperand],
}

/// Ways to read a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextureMode {
    /// Filtered.
    Sample,
    /// One texel by integer coordinates.
    Fetch,
    /// One component of four texels.
    Gather,
}

/// An argument of a texture function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextureOperand {
    /// Coordinates with the layer. For a shadow sampler without [`TextureOperand::Compare`], the
    /// reference follows in them: the third component where dimensions and layer take two or less,
    /// else the fourth; the last one where projective is the divisor.
    Coordinate,
    /// The depth reference.
    Compare,
    /// Bias of the level of detail.
    Bias,
    /// Level of detail: a float for samples, an integer for fetches.
    Level,
    /// Derivative of the coordinate by x.
    GradientX,
    /// Derivative of the coordinate by y.
    GradientY,
    /// Texel offset.
    Offset,
    /// Four texel offsets.
    Offsets,
    /// Which component is gathered: a constant.
    Component,
    /// Sample of a multisampled texture.
    Sample,
}

/// What is asked of a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextureQuery {
    /// Size with the layers; of a level where there is an argument.
    Size,
    /// Level of detail that a sample at a coordinate would take: after and before clamping.
    Lod,
    /// Number of levels.
    Levels,
    /// Number of samples.
    Samples,
}

/// What is done with an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImageFunction {
    /// Reads a texel.
    Load,
    /// Writes a texel.
    Store,
    /// Size with the layers.
    Size,
    /// Number of samples.
    Samples,
    /// An atomic on a texel; yields the old value.
    Atomic(AtomicFunction, Semantics),
}

/// What an atomic does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomicFunction {
    /// Only reads.
    Load,
    /// Only writes; no result.
    Store,
    /// Sum.
    Add,
    /// Difference.
    Subtract,
    /// Minimum.
    Min,
    /// Maximum.
    Max,
    /// Bitwise and.
    And,
    /// Bitwise or.
    InclusiveOr,
    /// Bitwise exclusive or.
    ExclusiveOr,
    /// Replaces.
    Exchange,
    /// Replaces where memory equals the first operand; the second is what it becomes.
    CompareExchange,
    /// Increments; becomes zero where the operand is reached (NV_shader_buffer_store).
    IncrementWrap,
    /// Decrements; becomes the operand less one from zero, or from above it.
    DecrementWrap,
}

/// Where the memory semantics of an atomic come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Semantics {
    /// Relaxed, among the device.
    Relaxed,
    /// The last arguments, constants: scope, storage, semantics; storage and semantics once more for
    /// a compare-exchange that is not equal (KHR_memory_scope_semantics).
    Given,
}

/// What is done with an atomic counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CounterFunction {
    /// Adds one; yields the old value.
    Increment,
    /// Subtracts one; yields the new value.
    Decrement,
    /// Yields the old value.
    Atomic(AtomicFunction),
}

/// What the lanes of a subgroup do together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SubgroupFunction {
    /// Whether this is the first active lane.
    Elect,
    /// Whether any lane's value is true.
    Any,
    /// Whether all lanes' values are true.
    All,
    /// Whether all lanes' values are equal.
    AllEqual,
    /// A bit for each lane whose value is true: four words.
    Ballot,
    /// The same in 64 bits (ARB_shader_ballot).
    Ballot64,
    /// The own lane's bit of a ballot.
    InverseBallot,
    /// The bit of a lane by number.
    BallotBitExtract,
    /// Bits of all lanes, up to the own, or below it.
    BallotBitCount(CollectiveOperation),
    /// First lane of a ballot.
    BallotFindLsb,
    /// Last lane of a ballot.
    BallotFindMsb,
    /// The value of a lane by its number, which is the same for all lanes.
    Broadcast,
    /// The value of the first active lane.
    BroadcastFirst,
    /// The value of a lane by number, distance or mask.
    Shuffle(ShuffleMode),
    /// The value of the lane a distance above, around the subgroup, or around the cluster of a
    /// constant size where there is a third argument.
    Rotate,
    /// A reduction or scan.
    Arithmetic(SubgroupOperation, SubgroupForm),
    /// The value of a lane of the quad by its number.
    QuadBroadcast,
    /// The value of the neighbour in the quad.
    QuadSwap(Direction),
    /// A ballot of the lanes with the same value (NV_shader_subgroup_partitioned).
    Partition,
}

/// Over which lanes a reduction or scan goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SubgroupForm {
    /// All active ones.
    All(CollectiveOperation),
    /// Those of the own cluster, whose size is the second argument, a constant.
    Clustered,
    /// Those of the ballot that is the second argument.
    Partitioned(CollectiveOperation),
}

/// What the lanes of NVIDIA's warp do together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WarpFunction {
    /// The value of a lane in a segment: value, index, width. A fourth argument becomes whether the
    /// lane lies in the segment (NV_shader_thread_shuffle).
    Shuffle(ShuffleMode),
    /// Whether any lane's value is true (NV_gpu_shader5).
    Any,
    /// Whether all lanes' values are true.
    All,
    /// Whether all lanes' values are equal.
    AllEqual,
    /// A bit for each lane whose value is true (NV_shader_thread_group).
    Ballot,
    /// A bit for each active lane.
    Active,
}

/// What is done with a cooperative matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CooperativeFunction {
    /// Matrix, array in memory, element, stride, layout: a constant number, or whether columns are
    /// contiguous.
    Load,
    /// The same to memory.
    Store,
    /// `a * b + c`; a fourth argument, a constant, has bits of options.
    MulAdd,
}
