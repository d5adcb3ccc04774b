//! Immediates: what an instruction carries beside its operands. Each operation's row in
//! [`crate::ops`] says which kind it takes.

use crate::entity::{FuncId, Global, Local, Type};

/// The immediate of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Imm {
    /// None.
    #[default]
    None,
    /// A component or member number.
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
    /// An atomic on byte-addressed memory.
    BytesAtomic(Global, AtomicOp),
    /// An access through a pointer.
    Access(Access),
    /// An atomic through a pointer.
    Atomic(AtomicOp, Scope),
    /// A barrier.
    Barrier(Barrier),
    /// An image or texture access.
    Texture(TextureImm),
    /// A shuffle's mode.
    Shuffle(ShuffleMode),
    /// A condition-code test.
    Test(Test),
    /// A rounding mode of a conversion.
    Rounding(Rounding),
    /// A type.
    Type(Type),
    /// A subgroup's reduction or scan.
    Group(GroupOp, GroupForm),
    /// Who takes part.
    Scope(Scope),
}

/// Which kind of [`Imm`] an operation takes.
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
}

impl Imm {
    /// Its kind.
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
        }
    }
}

/// A plain enum with a name per variant, for the text form.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$vdoc])* $variant,)* }

        impl $name {
            /// Every variant, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The name in the text form.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// The variant with this name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|v| v.name() == name)
            }
        }
    };
}

named! {
    /// Built-in inputs of an invocation.
    Builtin {
        /// Position in the dispatch; vector of 3.
        GlobalId "global_id",
        /// Position in the work group; vector of 3.
        LocalId "local_id",
        /// Position of the work group; vector of 3.
        GroupId "group_id",
        /// Work groups in the dispatch; vector of 3.
        GroupCount "group_count",
        /// Size of the work group; vector of 3.
        GroupSize "group_size",
        /// Linear position in the work group.
        LocalIndex "local_index",
        /// Lane in NVIDIA's warp of 32. Phase `built` only.
        WarpLane "warp_lane",
        /// Lane in the subgroup.
        SubgroupLane "subgroup_lane",
        /// Lanes in a subgroup.
        SubgroupSize "subgroup_size",
        /// Subgroup in the work group.
        SubgroupId "subgroup_id",
        /// Subgroups in the work group.
        SubgroupCount "subgroup_count",
        /// Hardware warp slot (SPV_NV_shader_sm_builtins).
        WarpId "warp_id",
        /// Hardware multiprocessor number (SPV_NV_shader_sm_builtins).
        SmId "sm_id",
        /// Warp slots of a multiprocessor (SPV_NV_shader_sm_builtins).
        WarpsPerSm "warps_per_sm",
        /// Multiprocessors of the device (SPV_NV_shader_sm_builtins).
        SmCount "sm_count",
    }
}

named! {
    /// What an atomic does with memory and its operand; all yield the old value.
    AtomicOp {
        /// Only reads.
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
        /// Replaces.
        Exchange "exchange",
        /// Replaces where memory equals the first operand; the second is what it becomes.
        CompareExchange "compare_exchange",
        /// Float sum.
        FAdd "fadd",
        /// Float minimum.
        FMin "fmin",
        /// Float maximum.
        FMax "fmax",
        /// Increment that wraps to 0 at the operand (NV `IWRAP`). Phase `built` only.
        IncWrap "inc_wrap",
        /// Decrement that wraps to the operand (NV `DWRAP`). Phase `built` only.
        DecWrap "dec_wrap",
        /// Sums of the two halves of a word (NV `F16X2`). Phase `built` only.
        HalfAdd "half_add",
        /// Minima of the two halves of a word. Phase `built` only.
        HalfMin "half_min",
        /// Maxima of the two halves of a word. Phase `built` only.
        HalfMax "half_max",
    }
}

impl AtomicOp {
    /// Whether SPIR-V lacks it, so that a compare-exchange loop takes its place.
    pub fn needs_loop(self) -> bool {
        use AtomicOp::{DecWrap, HalfAdd, HalfMax, HalfMin, IncWrap};
        matches!(self, IncWrap | DecWrap | HalfAdd | HalfMin | HalfMax)
    }
}

named! {
    /// Who takes part, as SPIR-V scopes.
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
    /// How a shuffle finds its source lane (NV_shader_thread_shuffle).
    ShuffleMode {
        /// Lane by index within the segment.
        Idx "idx",
        /// Lane below by a distance.
        Up "up",
        /// Lane above by a distance.
        Down "down",
        /// Lane whose number differs in the mask's bits.
        Xor "xor",
    }
}

named! {
    /// Condition-code tests (NV_gpu_program4 2.X.4.3.1).
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
        /// Not a number.
        Nan "nan",
        /// A number.
        Leg "leg",
        /// Carry.
        Cf "cf",
        /// No carry.
        Ncf "ncf",
        /// Overflow.
        Of "of",
        /// No overflow.
        Nof "nof",
        /// Sign.
        Sf "sf",
        /// No sign.
        Nsf "nsf",
        /// Unsigned above.
        Ab "ab",
        /// Unsigned below or equal.
        Ble "ble",
    }
}

named! {
    /// Rounding of a conversion.
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
    /// What a subgroup's reduction or scan computes.
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
    /// Over which lanes a subgroup's reduction or scan goes.
    GroupForm {
        /// All active ones.
        Reduce "reduce",
        /// Those up to the own.
        Inclusive "inclusive",
        /// Those below the own.
        Exclusive "exclusive",
        /// Those of the own cluster; its size is an operand.
        Clustered "clustered",
        /// Those of the own part; its mask is an operand (SPV_NV_shader_subgroup_partitioned).
        PartitionedReduce "partitioned_reduce",
        /// Those of the own part up to the own.
        PartitionedInclusive "partitioned_inclusive",
        /// Those of the own part below the own.
        PartitionedExclusive "partitioned_exclusive",
    }
}

/// How an access through a pointer behaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Access {
    /// Bytes that the address is a multiple of; 0 where the type says it. Physical addresses need
    /// it.
    pub align: u32,
    /// The access is performed as written.
    pub volatile: bool,
    /// Goes to a level of memory that all invocations share.
    pub coherent: bool,
}

/// An access to byte-addressed memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BytesAccess {
    /// The buffer, or block of shared memory or parameters.
    pub global: Global,
    /// How.
    pub access: Access,
}

/// Memory kinds that a barrier orders.
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
    /// Who waits for whom; `None` for a memory barrier that does not wait.
    pub execution: Option<Scope>,
    /// Who sees the writes before it.
    pub memory: Scope,
    /// Which writes.
    pub kinds: MemoryKinds,
}

/// Immediate part of an image or texture access. The operands behind image and coordinate come in
/// the order of the fields below, each only where its flag is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TextureImm {
    /// Operand: the depth reference.
    pub dref: bool,
    /// Operand: level of detail (float for samples, integer for fetches and size queries).
    pub lod: bool,
    /// Two operands: derivatives by x and y.
    pub grad: bool,
    /// Operand: a texel offset that is not constant.
    pub offset: bool,
    /// Four constant operands: offsets of the four gathered texels.
    pub offsets: bool,
    /// Operand: sample number.
    pub sample: bool,
    /// Operand: lower clamp of the level of detail.
    pub min_lod: bool,
    /// Constant texel offset.
    pub const_offset: Option<[i8; 3]>,
    /// Component that a gather collects.
    pub component: u8,
    /// For reads and writes of images: how the access behaves.
    pub coherent: bool,
    /// For reads and writes of images: performed as written.
    pub volatile: bool,
    /// The result is a struct of a residency code ([`crate::Op::TexResident`]) and the texel.
    pub sparse: bool,
}
