//! Immediates: constant data of an instruction that is not a value operand. The operation table
//! ([`crate::ops`]) specifies the kind of immediate for each operation.

use crate::coop_vector::ProductSigns;
use crate::entity::{FuncId, Global, Local, Type};
use crate::tensor::{Decode, Reduction};

/// The immediate of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Imm {
    /// No immediate.
    #[default]
    None,
    /// An index, of a component, member, string or opaque instruction; the direction of a quad swap.
    Index(u32),
    /// A module-level resource or variable.
    Global(Global),
    /// A variable in function storage.
    Local(Local),
    /// A function.
    Function(FuncId),
    /// A built-in input.
    Builtin(Builtin),
    /// An access to byte-addressed memory.
    Bytes(BytesAccess),
    /// An atomic operation on byte-addressed memory.
    BytesAtomic(Global, AtomicOp),
    /// An access through a pointer.
    Access(Access),
    /// An atomic operation through a pointer.
    Atomic(AtomicOp, Scope),
    /// A barrier.
    Barrier(Barrier),
    /// An image or texture access.
    Texture(TextureImm),
    /// A shuffle mode.
    Shuffle(ShuffleMode),
    /// A condition-code test.
    Test(Test),
    /// A rounding mode of a conversion.
    Rounding(Rounding),
    /// A type.
    Type(Type),
    /// A subgroup reduction or scan.
    Group(GroupOp, GroupForm),
    /// A scope.
    Scope(Scope),
    /// A reduction and the function that combines two elements.
    Reduce(Reduction, FuncId),
    /// The callbacks of a load that decodes its elements.
    Decode(Decode),
    /// The signedness of a cooperative-vector product.
    Product(ProductSigns),
}

/// Kinds of [`Imm`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum ImmKind {
    None,
    Index,
    Global,
    Local,
    Function,
    Builtin,
    Bytes,
    BytesAtomic,
    Access,
    Atomic,
    Barrier,
    Texture,
    Shuffle,
    Test,
    Rounding,
    Type,
    Group,
    Scope,
    Reduce,
    Decode,
    Product,
}

impl Imm {
    /// Iterates over the functions that the immediate refers to: the callee, or callbacks.
    pub fn functions(self) -> impl Iterator<Item = FuncId> {
        let (first, second) = match self {
            Imm::Function(function) | Imm::Reduce(_, function) => (Some(function), None),
            Imm::Decode(decode) => (Some(decode.function), decode.vector),
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// Iterates over mutable references to the functions that the immediate refers to.
    pub fn functions_mut(&mut self) -> impl Iterator<Item = &mut FuncId> {
        let (first, second) = match self {
            Imm::Function(function) | Imm::Reduce(_, function) => (Some(function), None),
            Imm::Decode(decode) => (Some(&mut decode.function), decode.vector.as_mut()),
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// Returns the kind of the immediate.
    pub fn kind(self) -> ImmKind {
        match self {
            Imm::None => ImmKind::None,
            Imm::Index(_) => ImmKind::Index,
            Imm::Global(_) => ImmKind::Global,
            Imm::Local(_) => ImmKind::Local,
            Imm::Function(_) => ImmKind::Function,
            Imm::Builtin(_) => ImmKind::Builtin,
            Imm::Bytes(_) => ImmKind::Bytes,
            Imm::BytesAtomic(..) => ImmKind::BytesAtomic,
            Imm::Access(_) => ImmKind::Access,
            Imm::Atomic(..) => ImmKind::Atomic,
            Imm::Barrier(_) => ImmKind::Barrier,
            Imm::Texture(_) => ImmKind::Texture,
            Imm::Shuffle(_) => ImmKind::Shuffle,
            Imm::Test(_) => ImmKind::Test,
            Imm::Rounding(_) => ImmKind::Rounding,
            Imm::Type(_) => ImmKind::Type,
            Imm::Group(..) => ImmKind::Group,
            Imm::Scope(_) => ImmKind::Scope,
            Imm::Reduce(..) => ImmKind::Reduce,
            Imm::Decode(_) => ImmKind::Decode,
            Imm::Product(_) => ImmKind::Product,
        }
    }
}

/// Defines an enum without fields whose variants have names in the text form.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$vdoc])* $variant,)* }

        impl $name {
            /// Every variant, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// Returns the name in the text form.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// Returns the variant with a name in the text form.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|v| v.name() == name)
            }
        }
    };
}

named! {
    /// Built-in inputs of an invocation.
    Builtin {
        /// Position in the dispatch; three components.
        GlobalId "global_id",
        /// Position in the work group; three components.
        LocalId "local_id",
        /// Position of the work group; three components.
        GroupId "group_id",
        /// Number of work groups in the dispatch; three components.
        GroupCount "group_count",
        /// Size of the work group; three components.
        GroupSize "group_size",
        /// Linear position in the work group.
        LocalIndex "local_index",
        /// Lane index in NVIDIA's warp of 32 lanes. Phase `built` only.
        WarpLane "warp_lane",
        /// Lane index in the subgroup.
        SubgroupLane "subgroup_lane",
        /// Number of lanes in a subgroup.
        SubgroupSize "subgroup_size",
        /// Index of the subgroup in the work group.
        SubgroupId "subgroup_id",
        /// Number of subgroups in the work group.
        SubgroupCount "subgroup_count",
        /// Index of the hardware warp slot (SPV_NV_shader_sm_builtins).
        WarpId "warp_id",
        /// Index of the streaming multiprocessor (SPV_NV_shader_sm_builtins).
        SmId "sm_id",
        /// Number of warp slots of a streaming multiprocessor (SPV_NV_shader_sm_builtins).
        WarpsPerSm "warps_per_sm",
        /// Number of streaming multiprocessors of the device (SPV_NV_shader_sm_builtins).
        SmCount "sm_count",
        /// Index of the device in its device group.
        DeviceIndex "device_index",
        /// Mask of this lane alone. Lane masks have four 32-bit components: lane n is bit n % 32 of component
        /// n / 32.
        SubgroupEqMask "subgroup_eq_mask",
        /// Mask of this lane and the lanes above it.
        SubgroupGeMask "subgroup_ge_mask",
        /// Mask of the lanes above this one.
        SubgroupGtMask "subgroup_gt_mask",
        /// Mask of this lane and the lanes below it.
        SubgroupLeMask "subgroup_le_mask",
        /// Mask of the lanes below this one.
        SubgroupLtMask "subgroup_lt_mask",
    }
}

impl Builtin {
    /// Returns whether this input is a lane mask relative to the invocation's own lane.
    pub fn is_lane_mask(self) -> bool {
        matches!(
            self,
            Builtin::SubgroupEqMask
                | Builtin::SubgroupGeMask
                | Builtin::SubgroupGtMask
                | Builtin::SubgroupLeMask
                | Builtin::SubgroupLtMask
        )
    }
}

named! {
    /// Atomic operations. All return the old value.
    AtomicOp {
        /// Atomic read, without a write.
        Load "load",
        /// Sum, wrapping.
        Add "add",
        /// Difference, wrapping.
        Sub "sub",
        /// Signed minimum.
        SMin "smin",
        /// Unsigned minimum.
        UMin "umin",
        /// Signed maximum.
        SMax "smax",
        /// Unsigned maximum.
        UMax "umax",
        /// Bitwise and.
        And "and",
        /// Bitwise or.
        Or "or",
        /// Bitwise exclusive or.
        Xor "xor",
        /// Replaces the value with the operand.
        Exchange "exchange",
        /// Replaces the value with the second operand if the value equals the first operand.
        CompareExchange "compare_exchange",
        /// Float sum.
        FAdd "fadd",
        /// Float minimum.
        FMin "fmin",
        /// Float maximum.
        FMax "fmax",
        /// Increment that wraps to 0 after reaching the operand (`IWRAP` in assembly). Phase `built` only.
        IncWrap "inc_wrap",
        /// Decrement that wraps to the operand (`DWRAP` in assembly). Phase `built` only.
        DecWrap "dec_wrap",
        /// Sums of two or four packed halves (`F16X2`, `F16X4` in assembly). Phase `built` only.
        HalfAdd "half_add",
        /// Minima of two or four packed halves. Phase `built` only.
        HalfMin "half_min",
        /// Maxima of two or four packed halves. Phase `built` only.
        HalfMax "half_max",
    }
}

impl AtomicOp {
    /// Returns whether SPIR-V lacks the operation, so that it is lowered to a compare-exchange loop.
    pub fn needs_loop(self) -> bool {
        use AtomicOp::{DecWrap, HalfAdd, HalfMax, HalfMin, IncWrap};
        matches!(self, IncWrap | DecWrap | HalfAdd | HalfMin | HalfMax)
    }
}

named! {
    /// SPIR-V scopes of execution and memory.
    Scope {
        /// The device.
        Device "device",
        /// The work group.
        Workgroup "workgroup",
        /// The subgroup.
        Subgroup "subgroup",
        /// The invocation.
        Invocation "invocation",
    }
}

named! {
    /// How a shuffle computes its source lane (NV_shader_thread_shuffle).
    ShuffleMode {
        /// The lane with the given index in the segment.
        Idx "idx",
        /// The lane `n` below this one, where `n` is the operand.
        Up "up",
        /// The lane `n` above this one, where `n` is the operand.
        Down "down",
        /// The lane whose index is this lane's index xor the operand.
        Xor "xor",
    }
}

named! {
    /// Condition-code tests (NV_gpu_program4 §2.X.4.3, table X.16).
    Test {
        /// Equal to zero.
        Eq "eq",
        /// Not equal to zero.
        Ne "ne",
        /// Less than zero.
        Lt "lt",
        /// Less than or equal to zero.
        Le "le",
        /// Greater than zero.
        Gt "gt",
        /// Greater than or equal to zero.
        Ge "ge",
        /// Unordered (NaN).
        Nan "nan",
        /// Ordered: less than, equal to or greater than zero.
        Leg "leg",
        /// Carry flag set.
        Cf "cf",
        /// Carry flag clear.
        Ncf "ncf",
        /// Overflow flag set.
        Of "of",
        /// Overflow flag clear.
        Nof "nof",
        /// Sign flag set.
        Sf "sf",
        /// Sign flag clear.
        Nsf "nsf",
        /// Above, after an unsigned comparison.
        Ab "ab",
        /// Below or equal, after an unsigned comparison.
        Ble "ble",
    }
}

named! {
    /// Rounding modes of conversions.
    Rounding {
        /// To nearest, ties to even.
        Nearest "nearest",
        /// Toward zero.
        Zero "zero",
        /// Toward positive infinity.
        Up "up",
        /// Toward negative infinity.
        Down "down",
    }
}

named! {
    /// Operators of subgroup reductions and scans.
    GroupOp {
        /// Sum of integers.
        IAdd "iadd",
        /// Sum of floats.
        FAdd "fadd",
        /// Product of integers.
        IMul "imul",
        /// Product of floats.
        FMul "fmul",
        /// Signed minimum.
        SMin "smin",
        /// Unsigned minimum.
        UMin "umin",
        /// Minimum of floats.
        FMin "fmin",
        /// Signed maximum.
        SMax "smax",
        /// Unsigned maximum.
        UMax "umax",
        /// Maximum of floats.
        FMax "fmax",
        /// Bitwise or logical and.
        And "and",
        /// Bitwise or logical or.
        Or "or",
        /// Bitwise or logical exclusive or.
        Xor "xor",
    }
}

named! {
    /// Which lanes contribute to a subgroup reduction or scan.
    GroupForm {
        /// All active lanes.
        Reduce "reduce",
        /// The lanes up to and including this one.
        Inclusive "inclusive",
        /// The lanes below this one.
        Exclusive "exclusive",
        /// The lanes of this lane's cluster; the cluster size is an operand.
        Clustered "clustered",
        /// The lanes of this lane's partition, given as a mask operand (SPV_NV_shader_subgroup_partitioned).
        PartitionedReduce "partitioned_reduce",
        /// The lanes of this lane's partition up to and including this one.
        PartitionedInclusive "partitioned_inclusive",
        /// The lanes of this lane's partition below this one.
        PartitionedExclusive "partitioned_exclusive",
    }
}

/// Memory operands of an access through a pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Access {
    /// Alignment of the address in bytes; 0 for the natural alignment of the type. Required for physical
    /// addresses.
    pub align: u32,
    /// Whether the access is performed as written (SPIR-V `Volatile`).
    pub volatile: bool,
    /// Whether the access is coherent: it reaches memory that all invocations share.
    pub coherent: bool,
}

/// An access to byte-addressed memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BytesAccess {
    /// The buffer, shared memory block or parameter block.
    pub global: Global,
    /// Memory operands of the access.
    pub access: Access,
}

/// Kinds of memory whose accesses a barrier orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MemoryKinds {
    /// Buffers.
    pub buffer: bool,
    /// Shared memory.
    pub workgroup: bool,
    /// Images.
    pub image: bool,
}

/// A control or memory barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Barrier {
    /// Execution scope; `None` for a memory barrier that does not wait.
    pub execution: Option<Scope>,
    /// Memory scope: the invocations to which earlier writes become visible.
    pub memory: Scope,
    /// Kinds of memory whose accesses are ordered.
    pub kinds: MemoryKinds,
}

/// The immediate of an image or texture access. Its first fields are flags for optional operands. The
/// operands after image and coordinate are in the order of these fields; each is present only if its flag is
/// set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TextureImm {
    /// Operand: the depth reference.
    pub dref: bool,
    /// Operand: level of detail (float for samples, integer for fetches and size queries).
    pub lod: bool,
    /// Two operands: derivatives along x and y.
    pub grad: bool,
    /// Operand: a texel offset that is not constant.
    pub offset: bool,
    /// Four constant operands: the offsets of the four gathered texels.
    pub offsets: bool,
    /// Operand: sample index.
    pub sample: bool,
    /// Operand: minimum level of detail.
    pub min_lod: bool,
    /// Constant texel offset.
    pub const_offset: Option<[i8; 3]>,
    /// Component that a gather returns.
    pub component: u8,
    /// Image reads and writes only: whether the access reaches memory that all invocations share.
    pub coherent: bool,
    /// Image reads and writes only: whether the access is performed as written.
    pub volatile: bool,
    /// Whether the result is a struct of a residency code ([`crate::Op::TexResident`]) and the texel.
    pub sparse: bool,
}
