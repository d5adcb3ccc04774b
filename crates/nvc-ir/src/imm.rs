//! Immediates: static data of an instruction besides its operands. Each operation's row in
//! [`crate::ops`] gives the kind.

use crate::coop_vector::ProductSigns;
use crate::entity::{FuncId, Global, Local, Type};
use crate::tensor::{Decode, Reduction};

/// The immediate of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Imm {
    /// None.
    #[default]
    None,
    /// A component or member index.
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
    /// A load of elements that a function decodes.
    Decode(Decode),
    /// The signs of a product of a cooperative vector.
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
    /// The functions that it refers to: the callee, or callbacks.
    pub fn functions(self) -> impl Iterator<Item = FuncId> {
        let (first, second) = match self {
            Imm::Function(function) | Imm::Reduce(_, function) => (Some(function), None),
            Imm::Decode(decode) => (Some(decode.function), decode.vector),
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The functions that it refers to, mutably.
    pub fn functions_mut(&mut self) -> impl Iterator<Item = &mut FuncId> {
        let (first, second) = match self {
            Imm::Function(function) | Imm::Reduce(_, function) => (Some(function), None),
            Imm::Decode(decode) => (Some(&mut decode.function), decode.vector.as_mut()),
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }

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
            Imm::Reduce(..) => ImmKind::Reduce,
            Imm::Decode(_) => ImmKind::Decode,
            Imm::Product(_) => ImmKind::Product,
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
        /// Index of the device in its device group.
        DeviceIndex "device_index",
        /// The lane's own bit; vector of 4, like every lane mask: bit n % 32 of word n / 32 is lane n.
        SubgroupEqMask "subgroup_eq_mask",
        /// The lanes from this one on.
        SubgroupGeMask "subgroup_ge_mask",
        /// The lanes after this one.
        SubgroupGtMask "subgroup_gt_mask",
        /// The lanes up to this one.
        SubgroupLeMask "subgroup_le_mask",
        /// The lanes before this one.
        SubgroupLtMask "subgroup_lt_mask",
    }
}

impl Builtin {
    /// Whether this is a set of lanes, relative to the invocation's lane.
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
    /// Atomic operations; all yield the old value.
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
        /// Replaces the value with the second operand if it equals the first.
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
        /// Sums of two packed halves (NV `F16X2`). Phase `built` only.
        HalfAdd "half_add",
        /// Minima of two packed halves. Phase `built` only.
        HalfMin "half_min",
        /// Maxima of two packed halves. Phase `built` only.
        HalfMax "half_max",
    }
}

impl AtomicOp {
    /// Whether SPIR-V lacks the operation, so that it becomes a compare-exchange loop.
    pub fn needs_loop(self) -> bool {
        use AtomicOp::{DecWrap, HalfAdd, HalfMax, HalfMin, IncWrap};
        matches!(self, IncWrap | DecWrap | HalfAdd | HalfMin | HalfMax)
    }
}

named! {
    /// SPIR-V scopes.
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
        /// The lane by index within the segment.
        Idx "idx",
        /// The lane a distance below.
        Up "up",
        /// The lane a distance above.
        Down "down",
        /// The lane whose index is this lane's xor the mask.
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
    /// Rounding mode of a conversion.
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
    /// Operator of a subgroup reduction or scan.
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
        /// The lanes of this cluster; its size is an operand.
        Clustered "clustered",
        /// The lanes of this partition; its mask is an operand (SPV_NV_shader_subgroup_partitioned).
        PartitionedReduce "partitioned_reduce",
        /// The lanes of this partition up to and including this one.
        PartitionedInclusive "partitioned_inclusive",
        /// The lanes of this partition below this one.
        PartitionedExclusive "partitioned_exclusive",
    }
}

/// Memory operands of an access through a pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Access {
    /// Alignment of the address in bytes; 0 for that of the type. Required for physical
    /// addresses.
    pub align: u32,
    /// The access is performed as written (SPIR-V `Volatile`).
    pub volatile: bool,
    /// Goes to a memory level that all invocations share.
    pub coherent: bool,
}

/// An access to byte-addressed memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BytesAccess {
    /// The buffer, or block of shared memory or parameters.
    pub global: Global,
    /// Its memory operands.
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
    /// Execution scope; `None` for a memory barrier that does not wait.
    pub execution: Option<Scope>,
    /// Memory scope: where earlier writes become visible.
    pub memory: Scope,
    /// Which memory it orders.
    pub kinds: MemoryKinds,
}

/// Immediate part of an image or texture access. The operands after image and coordinate are in
/// the order of the fields below, each present only if its flag is set.
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
    /// Four constant operands: offsets of the four gathered texels.
    pub offsets: bool,
    /// Operand: sample number.
    pub sample: bool,
    /// Operand: minimum level of detail.
    pub min_lod: bool,
    /// Constant texel offset.
    pub const_offset: Option<[i8; 3]>,
    /// Component that a gather returns.
    pub component: u8,
    /// For image reads and writes: goes to a memory level that all invocations share.
    pub coherent: bool,
    /// For image reads and writes: performed as written.
    pub volatile: bool,
    /// The result is a struct of a residency code ([`crate::Op::TexResident`]) and the texel.
    pub sparse: bool,
}
