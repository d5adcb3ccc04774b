//! Operations of built-in functions, by family. `lower/builtins` has one file for most families.
//!
//! naga's enums are reused where possible. Atomics and subgroup shuffles have enums of their own, because naga's
//! variants carry operands. An operation has the signedness and width of its arguments; its result type is the type
//! of the call expression.

use naga::{
    BinaryOperator, CollectiveOperation, DerivativeAxis, DerivativeControl, Direction, MathFunction,
    RelationalFunction, SubgroupOperation,
};
use nvc_ir::imm::{Barrier, Scope, ShuffleMode};

/// The operation of a built-in function, by family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Functions that naga also has (componentwise, geometric, matrix, packing), with operands in naga's order.
    /// `Min`, `Max`, `Clamp`, `Mix`, `Step` and `SmoothStep` also accept a mix of scalars and vectors; `Modf` and
    /// `Frexp` write to their second argument.
    Math(MathFunction),
    /// Arithmetic functions that naga lacks.
    Arithmetic(Arithmetic),
    /// `any`, `all`, `isnan`, `isinf`.
    Relational(RelationalFunction),
    /// Componentwise comparison.
    Compare(BinaryOperator),
    /// Bitcast to the result type; the first component is in the low bits.
    Bitcast,
    /// Extracts the bits of each component at an offset and reinterprets them as a narrower float.
    BitcastExtract,
    /// Converts the second argument to an 8-bit float with saturation and writes it to the first.
    SaturatedConvert,
    /// A texture access.
    Texture(TextureAccess),
    /// A derivative.
    Derivative(DerivativeAxis, DerivativeControl),
    /// A texture query.
    TextureQuery(TextureQuery),
    /// Whether a residency code reports all texels as resident.
    Resident,
    /// A storage image access: image, coordinate, sample if multisampled, then the other operands.
    Image(ImageFunction),
    /// An atomic on memory or through a pointer; returns the old value.
    Atomic(AtomicFunction, Semantics),
    /// An atomic counter function.
    Counter(CounterFunction),
    /// A control or memory barrier without arguments.
    Barrier(Barrier),
    /// `controlBarrier`: execution scope, memory scope, storage and semantics, all constant.
    ControlBarrier,
    /// `memoryBarrier`: scope, storage and semantics, all constant.
    MemoryBarrier,
    /// `controlBarrierWait` if true, else `controlBarrierArrive`, with the arguments of `controlBarrier` or none.
    SplitBarrier(bool),
    /// A subgroup function.
    Subgroup(SubgroupFunction),
    /// A function on NVIDIA's 32-lane warp.
    Warp(WarpFunction),
    /// A cooperative matrix function.
    Cooperative(CooperativeFunction),
    /// A cooperative vector function.
    CoopVector(CoopVectorFunction),
    /// A function on tensor layouts or views, identified by its IR opcode.
    Tensor(nvc_ir::Op),
    /// Reads the 64-bit clock of a scope, as an integer or a `uvec2`.
    Clock(Scope),
    /// A function on a ray query, identified by its SPIR-V opcode.
    RayQuery(u32),
    /// A function that becomes one SPIR-V instruction without an equivalent in the IR.
    Opaque(Opaque),
    /// `debugPrintfEXT`: a format string and values.
    DebugPrintf,
    /// `abortEXT`: a string literal, values, or both.
    Abort,
    /// `nonuniformEXT`, which the checker replaces by [`crate::tree::ExprKind::NonUniform`].
    NonUniform,
    /// `expectEXT`: returns the first argument; a hint that it usually equals the second.
    Expect,
    /// `assumeEXT`: a hint that the argument is true.
    Assume,
}

impl Operation {
    /// Returns whether the result depends on nothing but the arguments, so that a call with constant arguments is a constant
    /// (GLSL §4.3.3).
    pub fn depends_on_arguments_only(self) -> bool {
        matches!(
            self,
            Operation::Math(_)
                | Operation::Arithmetic(_)
                | Operation::Relational(_)
                | Operation::Compare(_)
                | Operation::Bitcast
                | Operation::BitcastExtract
                | Operation::SaturatedConvert
                | Operation::Derivative(..)
                | Operation::NonUniform
                | Operation::Expect
        )
    }
}

/// A SPIR-V instruction, identified by its opcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Opaque {
    /// The extended instruction set; `None` for a core instruction.
    pub set: Option<&'static str>,
    /// The opcode, or the instruction number in the extended set.
    pub number: u32,
    /// SPIR-V number of the capability that the instruction requires.
    pub capability: Option<u32>,
    /// SPIR-V extension that the instruction requires.
    pub extension: Option<&'static str>,
}

/// Arithmetic functions that naga lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// `x - y * floor(x / y)`.
    Modulo,
    /// `mix` with bools: the second argument where the third is true, else the first.
    Select,
    /// Componentwise logical not.
    Not,
    /// The smallest of three.
    Min3,
    /// The largest of three.
    Max3,
    /// The middle one of three.
    Mid3,
    /// Sum; the carry is written to the third argument.
    AddCarry,
    /// Difference; the borrow is written to the third argument.
    SubBorrow,
    /// Double-width product: the high half is written to the third argument, the low half to the fourth.
    MulExtended,
    /// Componentwise matrix product.
    MatrixCompMult,
    /// Dot product of integer vectors, whose signedness may differ, with a result wider than the components. A
    /// third argument is added with saturation.
    Dot,
    /// Like `Dot`, on four bytes packed in each 32-bit integer.
    DotPacked,
}

/// A texture access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextureAccess {
    /// Sample, fetch or gather.
    pub mode: TextureMode,
    /// Whether the last component of the coordinate divides the others.
    pub projective: bool,
    /// The roles of the arguments after the texture, in order; optional ones last.
    pub operands: &'static [TextureOperand],
}

/// Kinds of texture access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextureMode {
    /// Filtered sample.
    Sample,
    /// Fetch of one texel by integer coordinates.
    Fetch,
    /// Gather of one component of four texels.
    Gather,
}

/// The role of an argument of a texture function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextureOperand {
    /// Coordinates with the layer. For a shadow sampler without [`TextureOperand::Compare`] they include the depth
    /// reference: in the third component if dimensions and layer need at most two, else in the fourth. If the
    /// access is projective, the last component is the divisor.
    Coordinate,
    /// The depth reference.
    Compare,
    /// Bias of the level of detail.
    Bias,
    /// Level of detail: an integer for fetches, else a float.
    Level,
    /// Partial derivative of the coordinate in x.
    GradientX,
    /// Partial derivative of the coordinate in y.
    GradientY,
    /// Texel offset.
    Offset,
    /// Four texel offsets.
    Offsets,
    /// The component to gather: a constant.
    Component,
    /// Sample of a multisampled texture.
    Sample,
    /// Minimum level of detail.
    MinLod,
    /// Variable that receives the texel of a sparse access. The function returns the residency code.
    Texel,
}

/// Texture queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextureQuery {
    /// Size and layer count; an optional argument selects the level.
    Size,
    /// Level of detail of a sample at a coordinate: clamped in the first component, unclamped in the second.
    Lod,
    /// Number of levels.
    Levels,
    /// Number of samples.
    Samples,
}

/// Storage image functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImageFunction {
    /// Reads a texel.
    Load,
    /// Writes a texel.
    Store,
    /// Reads a texel of the level in the last argument.
    LoadLevel,
    /// Writes a texel of a level; the level precedes the texel among the arguments.
    StoreLevel,
    /// Reads a texel into the last argument; returns the residency code.
    SparseLoad,
    /// Like `SparseLoad`, for a level; the level precedes the last argument.
    SparseLoadLevel,
    /// Size and layer count.
    Size,
    /// Number of samples.
    Samples,
    /// An atomic on a texel; returns the old value.
    Atomic(AtomicFunction, Semantics),
}

/// Atomic functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomicFunction {
    /// Load.
    Load,
    /// Store; no result.
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
    /// Exchange.
    Exchange,
    /// Stores the second operand if memory equals the first.
    CompareExchange,
    /// Increment; a result of at least the operand becomes zero (GL_NV_shader_buffer_store).
    IncrementWrap,
    /// Decrement; an old value of zero, or above the operand, becomes the operand minus one.
    DecrementWrap,
}

/// The source of an atomic's memory semantics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Semantics {
    /// Relaxed, with device scope.
    Relaxed,
    /// Constant trailing arguments: scope, storage, semantics; for a compare-exchange also storage and semantics of a
    /// failed comparison (GL_KHR_memory_scope_semantics).
    Explicit,
}

/// Atomic counter functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CounterFunction {
    /// Adds one and returns the old value.
    Increment,
    /// Subtracts one and returns the new value.
    Decrement,
    /// An atomic that returns the old value.
    Atomic(AtomicFunction),
}

/// Subgroup functions.
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
    /// The mask of the lanes whose value is true, as a `uvec4`.
    Ballot,
    /// Like `Ballot`, as a 64-bit integer (GL_ARB_shader_ballot).
    Ballot64,
    /// The bit of the current lane in a ballot.
    InverseBallot,
    /// The bit of a lane in a ballot, by lane index.
    BallotBitExtract,
    /// The number of bits set in a ballot: in all lanes, or as an inclusive or exclusive scan.
    BallotBitCount(CollectiveOperation),
    /// The first lane in a ballot.
    BallotFindLsb,
    /// The last lane in a ballot.
    BallotFindMsb,
    /// The value of the lane with a given index, which is uniform.
    Broadcast,
    /// The value of the first active lane.
    BroadcastFirst,
    /// The value of a lane selected by index, distance or xor mask.
    Shuffle(ShuffleMode),
    /// The value of the lane at a distance, rotating within the subgroup, or within clusters of a constant size if
    /// there is a third argument.
    Rotate,
    /// A reduction or scan.
    Arithmetic(SubgroupOperation, SubgroupForm),
    /// The value of a lane of the quad, by index.
    QuadBroadcast,
    /// The value of a neighbour in the quad.
    QuadSwap(Direction),
    /// Whether all lanes' values in the quad are true.
    QuadAll,
    /// Whether any lane's value in the quad is true.
    QuadAny,
    /// The value of a lane of the quad; a constant `uvec4` has a source index for each lane (GL_AMD_shader_ballot).
    Swizzle,
    /// The value of the lane, among 32, whose index results from the current index and three masks: and, or,
    /// exclusive or.
    SwizzleMasked,
    /// The second argument in the lane with the given index, else the first.
    Write,
    /// The number of bits that are set in a mask below the bit of the current lane.
    CountBelow,
    /// The ballot of the lanes with the same value (GL_NV_shader_subgroup_partitioned).
    Partition,
}

/// The lanes of a reduction or scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SubgroupForm {
    /// All active lanes.
    All(CollectiveOperation),
    /// The lanes of the cluster, whose constant size is the second argument.
    Clustered,
    /// The lanes of the ballot in the second argument.
    Partitioned(CollectiveOperation),
}

/// Functions on NVIDIA's 32-lane warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WarpFunction {
    /// The value of a lane in a segment: value, index, width. Whether the lane is in the segment is written to an
    /// optional fourth argument (GL_NV_shader_thread_shuffle).
    Shuffle(ShuffleMode),
    /// Whether any lane's value is true (GL_NV_gpu_shader5).
    Any,
    /// Whether all lanes' values are true.
    All,
    /// Whether all lanes' values are equal.
    AllEqual,
    /// The mask of the lanes whose value is true (GL_NV_shader_thread_group).
    Ballot,
    /// The mask of the active lanes.
    Active,
}

/// Cooperative matrix functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CooperativeFunction {
    /// Load: matrix, array in memory, element index, stride, layout. The layout is a constant integer, or a bool that
    /// is true for column-major.
    Load,
    /// Store, with the same arguments.
    Store,
    /// `a * b + c`; an optional constant fourth argument has option bits.
    MulAdd,
    /// Load through a tensor layout: matrix, array in memory, element index, layout; then optionally a view, a function
    /// that decodes elements and, after that function, one that decodes vectors.
    LoadTensor,
    /// Store through a tensor layout: matrix, array in memory, element index, layout, optionally a view.
    StoreTensor,
    /// Reduction: result, matrix, constant mask, function.
    Reduce,
    /// Call of a function for each element: result, matrix, function, further arguments.
    PerElement,
    /// Transpose: result, matrix.
    Transpose,
    /// Row and column of an element that belongs to the invocation: matrix, element index.
    Coordinate,
}

/// Cooperative vector functions. Arrays in memory are followed by offsets in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CoopVectorFunction {
    /// Load: vector, array, offset.
    Load,
    /// Store: vector, array, offset.
    Store,
    /// Matrix-vector product: result, input, its interpretation; matrix, offset, interpretation; rows, columns, layout,
    /// whether the matrix in memory is transposed, stride.
    MatMul,
    /// Matrix-vector product plus bias: as `MatMul`, with bias, offset and interpretation after those of the matrix.
    MatMulAdd,
    /// Accumulation of an outer product: two vectors, array, offset, stride, layout, interpretation.
    OuterProduct,
    /// Accumulation of the components: vector, array, offset.
    ReduceSum,
}
