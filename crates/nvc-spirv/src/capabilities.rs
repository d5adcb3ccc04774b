//! The table of SPIR-V capabilities, with the construct, minimum version and extension of each.
//!
//! The back end records a [`Requirement`] wherever it emits a construct that needs a capability.
//! [`Requirements`] collects the capabilities, and the extensions that are not core in the target
//! environment.

use crate::disassemble::capability_name;
use nvc_diag::{Code, Diagnostic, Span};
use nvc_ir::{Environment, TargetEnv};
use spirv::Capability;
use std::borrow::Cow;

/// Major and minor version of SPIR-V.
pub(crate) type Version = (u8, u8);

/// An extension. It is declared unless it is core in the target's SPIR-V version.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extension {
    /// Name of the extension.
    pub name: &'static str,
    /// SPIR-V version in which the extension became core; `None` if it never did.
    pub core: Option<Version>,
}

const fn core_since(name: &'static str, core: Version) -> Option<Extension> {
    Some(Extension { name, core: Some(core) })
}

const fn never_core(name: &'static str) -> Option<Extension> {
    Some(Extension { name, core: None })
}

const CORE: Option<Extension> = None;
const STORAGE_8: Option<Extension> = core_since("SPV_KHR_8bit_storage", (1, 5));
const STORAGE_16: Option<Extension> = core_since("SPV_KHR_16bit_storage", (1, 3));
const INDEXING: Option<Extension> = core_since("SPV_EXT_descriptor_indexing", (1, 5));
const PHYSICAL: Option<Extension> = core_since("SPV_KHR_physical_storage_buffer", (1, 5));
const PARTITIONED: Option<Extension> = never_core("SPV_NV_shader_subgroup_partitioned");
const SM_BUILTINS: Option<Extension> = never_core("SPV_NV_shader_sm_builtins");
const FLOAT_ADD: Option<Extension> = never_core("SPV_EXT_shader_atomic_float_add");
const FLOAT16_ADD: Option<Extension> = never_core("SPV_EXT_shader_atomic_float16_add");
const FLOAT_MIN_MAX: Option<Extension> = never_core("SPV_EXT_shader_atomic_float_min_max");
const SHADER_BALLOT: Option<Extension> = never_core("SPV_KHR_shader_ballot");
const SUBGROUP_VOTE: Option<Extension> = never_core("SPV_KHR_subgroup_vote");
const ROTATE: Option<Extension> = never_core("SPV_KHR_subgroup_rotate");
const COOPERATIVE_NV: Option<Extension> = never_core("SPV_NV_cooperative_matrix");
const COOPERATIVE_KHR: Option<Extension> = never_core("SPV_KHR_cooperative_matrix");
const MATRIX_2: Option<Extension> = never_core("SPV_NV_cooperative_matrix2");
const TENSORS: Option<Extension> = never_core("SPV_NV_tensor_addressing");
const DECODE_VECTOR: Option<Extension> = never_core("SPV_NV_cooperative_matrix_decode_vector");
const COOPERATIVE_VECTOR: Option<Extension> = never_core("SPV_NV_cooperative_vector");
const REPLICATED: Option<Extension> = never_core("SPV_EXT_replicated_composites");
const DOT: Option<Extension> = core_since("SPV_KHR_integer_dot_product", (1, 6));
const FMA: Option<Extension> = never_core("SPV_KHR_fma");
const MEMORY_MODEL: Option<Extension> = core_since("SPV_KHR_vulkan_memory_model", (1, 5));
const INTEL_SUBGROUPS: Option<Extension> = never_core("SPV_INTEL_subgroups");
const CLOCK: Option<Extension> = never_core("SPV_KHR_shader_clock");
const IMAGE_64: Option<Extension> = never_core("SPV_EXT_shader_image_int64");
const DERIVATIVES: Option<Extension> = never_core("SPV_NV_compute_shader_derivatives");
const QUAD_CONTROL: Option<Extension> = never_core("SPV_KHR_quad_control");
const RAY_QUERY: Option<Extension> = never_core("SPV_KHR_ray_query");
const POSITION_FETCH: Option<Extension> = never_core("SPV_KHR_ray_tracing_position_fetch");
const SPLIT_BARRIER: Option<Extension> = never_core("SPV_EXT_split_barrier");
const UNTYPED_POINTERS: Option<Extension> = never_core("SPV_KHR_untyped_pointers");
const LARGE_BUFFERS: Option<Extension> = never_core("SPV_EXT_shader_64bit_indexing");
const DESCRIPTOR_HEAP: Option<Extension> = never_core("SPV_EXT_descriptor_heap");
const BFLOAT16: Option<Extension> = never_core("SPV_KHR_bfloat16");
const FLOAT8: Option<Extension> = never_core("SPV_EXT_float8");
const LONG_VECTOR: Option<Extension> = never_core("SPV_EXT_long_vector");
const MICROSCALING: Option<Extension> = never_core("SPV_EXT_ocp_microscaling_types");
const IMAGE_LEVEL: Option<Extension> = never_core("SPV_AMD_shader_image_load_store_lod");
const GATHER_LEVEL: Option<Extension> = never_core("SPV_AMD_texture_gather_bias_lod");
const DEVICE_GROUP: Option<Extension> = core_since("SPV_KHR_device_group", (1, 3));
const WORKGROUP_LAYOUT: Option<Extension> = never_core("SPV_KHR_workgroup_memory_explicit_layout");

/// Provides conversions, reductions and per-element calls of cooperative matrices, like NVIDIA's
/// SPV_NV_cooperative_matrix2.
const MATRIX_MAINTENANCE: Extension =
    Extension { name: "SPV_EXT_cooperative_matrix_maintenance1", core: None };

/// Provides the storage class `StorageBuffer`.
pub(crate) const STORAGE_BUFFER_CLASS: Extension =
    Extension { name: "SPV_KHR_storage_buffer_storage_class", core: Some((1, 3)) };

/// Provides derivative groups, like NVIDIA's SPV_NV_compute_shader_derivatives.
pub(crate) const KHR_DERIVATIVES: Extension =
    Extension { name: "SPV_KHR_compute_shader_derivatives", core: None };

/// Provides non-semantic instruction sets, such as `NonSemantic.DebugPrintf`.
pub(crate) const NON_SEMANTIC: Extension =
    Extension { name: "SPV_KHR_non_semantic_info", core: Some((1, 6)) };

/// Provides the execution mode `SubgroupUniformControlFlowKHR`.
pub(crate) const UNIFORM_CONTROL_FLOW: Extension =
    Extension { name: "SPV_KHR_subgroup_uniform_control_flow", core: None };

/// Provides the execution mode `MaximallyReconvergesKHR`.
pub(crate) const MAXIMAL_RECONVERGENCE: Extension =
    Extension { name: "SPV_KHR_maximal_reconvergence", core: None };

/// A row of the capability table.
#[derive(Debug)]
pub(crate) struct CapabilityInfo {
    number: u32,
    name: &'static str,
    /// Whether `name` is SPIR-V's name of the capability. Otherwise it is the name in the [`spirv`] crate,
    /// which can differ.
    is_original: bool,
    /// First SPIR-V version that has the capability, possibly through the extension; `None` if Vulkan does
    /// not support it.
    since: Option<Version>,
    extension: Option<Extension>,
    /// The construct that requires the capability: a plural noun phrase, which becomes the subject of a
    /// diagnostic.
    construct: &'static str,
}

macro_rules! capability_table {
    ($($name:ident $(= $number:literal,)? $since:expr, $extension:expr, $construct:literal;)*) => {
        /// A capability that emission may require, named as in SPIR-V. The table lists the number of each
        /// capability that the [`spirv`] crate does not have.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(clippy::upper_case_acronyms, reason = "named as in SPIR-V")]
        pub(crate) enum Requirement { $($name,)* }

        impl Requirement {
            /// All capabilities, in table order.
            const ALL: &'static [Requirement] = &[$(Requirement::$name,)*];
        }

        const TABLE: &[CapabilityInfo] = &[$(CapabilityInfo {
            number: capability_table!(@ $name $($number)?),
            name: stringify!($name),
            is_original: capability_table!(! $($number)?),
            since: $since,
            extension: $extension,
            construct: $construct,
        },)*];
    };
    (@ $name:ident) => { Capability::$name as u32 };
    (@ $name:ident $number:literal) => { $number };
    (!) => { false };
    (! $number:literal) => { true };
}

const V1_0: Option<Version> = Some((1, 0));
const V1_3: Option<Version> = Some((1, 3));
const V1_4: Option<Version> = Some((1, 4));
const NEVER: Option<Version> = None;

capability_table! {
    Shader V1_0, CORE, "shaders";

    Int8 V1_0, CORE, "8-bit integers";
    Int16 V1_0, CORE, "16-bit integers";
    Int64 V1_0, CORE, "64-bit integers";
    Float16 V1_0, CORE, "16-bit floats";
    Float64 V1_0, CORE, "64-bit floats";
    FMAKHR V1_0, FMA, "fused multiplications and additions";
    BFloat16TypeKHR V1_0, BFLOAT16, "bfloat16 numbers";
    BFloat16DotProductKHR V1_0, BFLOAT16, "dot products of bfloat16 vectors";
    BFloat16CooperativeMatrixKHR V1_3, BFLOAT16, "cooperative matrices of bfloat16";
    Float8EXT V1_0, FLOAT8, "8-bit floats";
    Float8CooperativeMatrixEXT V1_3, FLOAT8, "cooperative matrices of 8-bit floats";
    Float6EXT = 4228, V1_0, MICROSCALING, "6-bit floats";
    Float4EXT = 4229, V1_0, MICROSCALING, "4-bit floats";
    Float8UnsignedE8M0EXT = 4230, V1_0, MICROSCALING, "8-bit powers of two";
    MXInt8EXT = 4231, V1_0, MICROSCALING, "8-bit fixed-point numbers";
    BitcastExtractEXT = 4232, V1_0, MICROSCALING, "bit field extractions to other types";

    LongVectorEXT V1_0, LONG_VECTOR, "vectors of more than 4 components";

    StorageBuffer8BitAccess V1_0, STORAGE_8, "8-bit accesses to storage buffers";
    UniformAndStorageBuffer8BitAccess V1_0, STORAGE_8, "8-bit accesses to uniform buffers";
    StoragePushConstant8 V1_0, STORAGE_8, "8-bit accesses to push constants";
    StorageBuffer16BitAccess V1_0, STORAGE_16, "16-bit accesses to storage buffers";
    UniformAndStorageBuffer16BitAccess V1_0, STORAGE_16, "16-bit accesses to uniform buffers";
    StoragePushConstant16 V1_0, STORAGE_16, "16-bit accesses to push constants";
    WorkgroupMemoryExplicitLayoutKHR V1_4, WORKGROUP_LAYOUT, "shared-memory accesses of several widths";
    WorkgroupMemoryExplicitLayout8BitAccessKHR V1_4, WORKGROUP_LAYOUT, "8-bit accesses to shared memory";
    WorkgroupMemoryExplicitLayout16BitAccessKHR V1_4, WORKGROUP_LAYOUT, "16-bit accesses to shared memory";
    PhysicalStorageBufferAddresses V1_0, PHYSICAL, "64-bit addresses";

    DotProduct V1_0, DOT, "integer dot products";
    DotProductInputAll V1_0, DOT, "integer dot products of these vector types";
    DotProductInput4x8Bit V1_0, DOT, "dot products of vectors of four bytes";
    DotProductInput4x8BitPacked V1_0, DOT, "dot products of packed bytes";

    Int64Atomics V1_0, CORE, "64-bit atomics";
    AtomicFloat16AddEXT V1_0, FLOAT16_ADD, "atomic additions of 16-bit floats";
    AtomicFloat32AddEXT V1_0, FLOAT_ADD, "atomic additions of 32-bit floats";
    AtomicFloat64AddEXT V1_0, FLOAT_ADD, "atomic additions of 64-bit floats";
    AtomicFloat16MinMaxEXT V1_0, FLOAT_MIN_MAX, "atomic minima and maxima of 16-bit floats";
    AtomicFloat32MinMaxEXT V1_0, FLOAT_MIN_MAX, "atomic minima and maxima of 32-bit floats";
    AtomicFloat64MinMaxEXT V1_0, FLOAT_MIN_MAX, "atomic minima and maxima of 64-bit floats";

    GroupNonUniform V1_3, CORE, "subgroup operations";
    GroupNonUniformVote V1_3, CORE, "subgroup votes";
    GroupNonUniformBallot V1_3, CORE, "subgroup ballots";
    SubgroupBallotKHR V1_0, SHADER_BALLOT, "subgroup ballots";
    SubgroupVoteKHR V1_0, SUBGROUP_VOTE, "subgroup votes";
    SubgroupShuffleINTEL V1_0, INTEL_SUBGROUPS, "Intel's subgroup shuffles";
    GroupNonUniformShuffle V1_3, CORE, "subgroup shuffles";
    GroupNonUniformShuffleRelative V1_3, CORE, "relative subgroup shuffles";
    GroupNonUniformArithmetic V1_3, CORE, "subgroup reductions";
    GroupNonUniformClustered V1_3, CORE, "clustered subgroup reductions";
    GroupNonUniformQuad V1_3, CORE, "quad operations";
    GroupNonUniformRotateKHR V1_3, ROTATE, "subgroup rotations";
    QuadControlKHR V1_3, QUAD_CONTROL, "votes of quads";
    GroupNonUniformPartitionedEXT V1_3, PARTITIONED, "subgroup partitions";
    ShaderSMBuiltinsNV V1_0, SM_BUILTINS, "multiprocessor and warp built-ins";

    CooperativeMatrixNV V1_3, COOPERATIVE_NV, "cooperative matrices";
    CooperativeMatrixKHR V1_3, COOPERATIVE_KHR, "cooperative matrices";
    CooperativeMatrixReductionsNV V1_3, MATRIX_2, "reductions of cooperative matrices";
    CooperativeMatrixConversionsNV V1_3, MATRIX_2, "conversions of cooperative matrices to another use";
    CooperativeMatrixPerElementOperationsNV V1_3, MATRIX_2, "per-element functions on cooperative matrices";
    CooperativeMatrixTensorAddressingNV V1_3, MATRIX_2, "loads and stores through tensor layouts";
    CooperativeMatrixBlockLoadsNV V1_3, MATRIX_2, "decoded loads of cooperative matrices";
    CooperativeMatrixDecodeVectorNV = 5447, V1_3, DECODE_VECTOR, "loads of cooperative matrices that decode vectors";
    TensorAddressingNV V1_3, TENSORS, "tensor layouts";
    CooperativeMatrixConversionsEXT = 5429, V1_3, Some(MATRIX_MAINTENANCE), "conversions of cooperative matrices to another use";
    CooperativeMatrixReductionsEXT = 5430, V1_3, Some(MATRIX_MAINTENANCE), "reductions of cooperative matrices";
    CooperativeMatrixPerElementOperationsEXT = 5432, V1_3, Some(MATRIX_MAINTENANCE), "per-element functions on cooperative matrices";
    CooperativeMatrixGetCoordinateEXT = 5438, V1_3, Some(MATRIX_MAINTENANCE), "coordinates of the elements of cooperative matrices";
    CooperativeVectorNV V1_3, COOPERATIVE_VECTOR, "cooperative vectors";
    CooperativeVectorTrainingNV V1_3, COOPERATIVE_VECTOR, "accumulations of cooperative vectors";
    ReplicatedCompositesEXT V1_0, REPLICATED, "replicated vectors of specialized length";
    VulkanMemoryModel V1_3, MEMORY_MODEL, "cooperative matrices and vectors";
    ComputeDerivativeGroupQuadsKHR V1_0, DERIVATIVES, "derivatives in 2x2 groups";
    ComputeDerivativeGroupLinearKHR V1_0, DERIVATIVES, "derivatives in linear groups of four";
    DerivativeControl V1_0, CORE, "fine and coarse derivatives";
    ShaderClockKHR V1_0, CLOCK, "clocks";

    UniformBufferArrayDynamicIndexing V1_0, CORE, "dynamically indexed arrays of uniform buffers";
    StorageBufferArrayDynamicIndexing V1_0, CORE, "dynamically indexed arrays of storage buffers";
    SampledImageArrayDynamicIndexing V1_0, CORE, "dynamically indexed arrays of textures";
    StorageImageArrayDynamicIndexing V1_0, CORE, "dynamically indexed arrays of images";
    UniformTexelBufferArrayDynamicIndexing V1_0, INDEXING, "dynamically indexed arrays of uniform texel buffers";
    StorageTexelBufferArrayDynamicIndexing V1_0, INDEXING, "dynamically indexed arrays of storage texel buffers";
    RuntimeDescriptorArray V1_0, INDEXING, "bindless handles and unbounded arrays of descriptors";
    ShaderNonUniform V1_0, INDEXING, "non-uniform resource indices";
    UniformBufferArrayNonUniformIndexing V1_0, INDEXING, "non-uniformly indexed uniform buffers";
    StorageBufferArrayNonUniformIndexing V1_0, INDEXING, "non-uniformly indexed storage buffers";
    SampledImageArrayNonUniformIndexing V1_0, INDEXING, "non-uniformly indexed textures";
    StorageImageArrayNonUniformIndexing V1_0, INDEXING, "non-uniformly indexed images";
    UniformTexelBufferArrayNonUniformIndexing V1_0, INDEXING, "non-uniformly indexed uniform texel buffers";
    StorageTexelBufferArrayNonUniformIndexing V1_0, INDEXING, "non-uniformly indexed storage texel buffers";

    Shader64BitIndexingEXT V1_0, LARGE_BUFFERS, "64-bit indices of buffers";
    UntypedPointersKHR V1_4, UNTYPED_POINTERS, "descriptor heaps";
    DescriptorHeapEXT V1_4, DESCRIPTOR_HEAP, "descriptor heaps";

    RayQueryKHR V1_0, RAY_QUERY, "ray queries";
    RayQueryPositionFetchKHR V1_0, POSITION_FETCH, "vertex positions of ray queries";
    SplitBarrierINTEL V1_0, SPLIT_BARRIER, "split barriers";

    Sampled1D V1_0, CORE, "one-dimensional textures";
    Image1D V1_0, CORE, "one-dimensional images";
    SampledBuffer V1_0, CORE, "buffer textures";
    ImageBuffer V1_0, CORE, "buffer images";
    SampledRect NEVER, CORE, "rectangle textures";
    ImageRect NEVER, CORE, "rectangle images";
    SampledCubeArray V1_0, CORE, "cube-map-array textures";
    ImageCubeArray V1_0, CORE, "cube-map-array images";
    StorageImageMultisample V1_0, CORE, "multisampled images";
    ImageMSArray V1_0, CORE, "multisampled array images";
    StorageImageExtendedFormats V1_0, CORE, "images of this format";
    Int64ImageEXT V1_0, IMAGE_64, "images with 64-bit texels";
    StorageImageReadWithoutFormat V1_0, CORE, "reads of images without a format";
    StorageImageWriteWithoutFormat V1_0, CORE, "writes to images without a format";
    ImageQuery V1_0, CORE, "size queries";
    ImageGatherExtended V1_0, CORE, "gathers with offsets";
    MinLod V1_0, CORE, "minimum level-of-detail clamps";
    ImageReadWriteLodAMD V1_0, IMAGE_LEVEL, "accesses to levels of images";
    ImageGatherBiasLodAMD V1_0, GATHER_LEVEL, "gathers from a level of detail";
    DeviceGroup V1_0, DEVICE_GROUP, "the index of the device";
    SparseResidency V1_0, CORE, "residency codes of sparse textures";
}

/// Returns the names of all capabilities that an emitted module may declare, in table order.
pub fn capability_names() -> Vec<String> {
    let rows = TABLE.iter().filter(|row| row.since.is_some());
    rows.map(CapabilityInfo::name).collect()
}

/// Returns the name of a capability, or the number if the capability is unknown.
pub(crate) fn name_of(number: u32) -> String {
    match TABLE.iter().find(|row| row.number == number) {
        Some(row) => row.name(),
        None => Capability::from_u32(number).map_or_else(|| number.to_string(), capability_name),
    }
}

/// Returns the names of all extensions that an emitted module may declare, in table order and without
/// duplicates.
pub fn extension_names() -> Vec<&'static str> {
    let without_capability =
        [STORAGE_BUFFER_CLASS, NON_SEMANTIC, UNIFORM_CONTROL_FLOW, MAXIMAL_RECONVERGENCE, KHR_DERIVATIVES];
    let mut names: Vec<&'static str> = Vec::new();
    for extension in TABLE.iter().filter_map(|row| row.extension).chain(without_capability) {
        if !names.contains(&extension.name) {
            names.push(extension.name);
        }
    }
    names
}

impl Requirement {
    fn info(self) -> &'static CapabilityInfo {
        &TABLE[self as usize]
    }
}

/// The capabilities and extensions of a module, in the order in which emission required them.
#[derive(Debug)]
pub(crate) struct Requirements {
    env: Environment,
    /// Extensions that must not be used, even if they are core.
    denied: Vec<String>,
    /// Extensions that may be used although the program does not require them.
    allowed: Vec<String>,
    requirements: Vec<Requirement>,
    /// Capabilities that are not in the table. Opaque constructs require them by number.
    numbers: Vec<u32>,
    extensions: Vec<Cow<'static, str>>,
}

impl Requirements {
    /// Creates a list that contains only `Shader`.
    pub fn new(env: Environment, denied: &[String]) -> Self {
        Requirements {
            env,
            denied: denied.to_vec(),
            allowed: Vec::new(),
            requirements: vec![Requirement::Shader],
            numbers: Vec::new(),
            extensions: Vec::new(),
        }
    }

    /// Allows extensions that the program does not require.
    pub fn allow(mut self, extensions: &[String]) -> Self {
        self.allowed = extensions.to_vec();
        self
    }

    /// Adds a capability and its extension. The first time that a capability is required, returns a
    /// diagnostic if the target environment does not support it or its extension is denied.
    pub fn require(&mut self, requirement: Requirement, at: Option<Span>) -> Option<Diagnostic> {
        if self.requirements.contains(&requirement) {
            return None;
        }
        self.requirements.push(requirement);
        let info = requirement.info();
        if let Some(extension) = info.extension
            && self.denies(extension)
        {
            return Some(denied(info.construct, extension.name, at));
        }
        if info.since.is_some_and(|version| version <= self.env.spirv_version()) {
            if let Some(extension) = info.extension {
                self.extension(extension);
            }
            return None;
        }
        Some(info.unavailable(self.env, at))
    }

    /// Adds a capability with a different extension from that in the table.
    pub fn require_through(&mut self, requirement: Requirement, extension: Extension) {
        if !self.requirements.contains(&requirement) {
            self.requirements.push(requirement);
        }
        self.extension(extension);
    }

    /// Adds a capability by number. If it is in the table, this is the same as [`require`](Self::require).
    pub fn require_number(&mut self, number: u32, at: Option<Span>) -> Option<Diagnostic> {
        if let Some(requirement) = Requirement::ALL.iter().find(|row| row.info().number == number) {
            return self.require(*requirement, at);
        }
        if !self.numbers.contains(&number) {
            self.numbers.push(number);
        }
        None
    }

    /// Adds an extension by name. Returns a diagnostic if the extension is denied; `construct` is the plural
    /// noun phrase for what needs it.
    pub fn extension_name(&mut self, name: &str, construct: &str, at: Option<Span>) -> Option<Diagnostic> {
        if self.extensions.iter().any(|known| known == name) {
            return None;
        }
        self.extensions.push(Cow::Owned(name.to_owned()));
        self.denied.iter().any(|denied| denied == name).then(|| denied(construct, name, at))
    }

    /// Returns whether any of the capabilities was required.
    pub fn has_any(&self, requirements: &[Requirement]) -> bool {
        requirements.iter().any(|requirement| self.requirements.contains(requirement))
    }

    /// Returns whether a construct may be emitted that the program does not require: its extension is allowed
    /// and not denied.
    pub fn allows(&self, requirement: Requirement) -> bool {
        let allowed = |extension: Extension| {
            self.allowed.iter().any(|name| name == extension.name) && !self.denies(extension)
        };
        requirement.info().extension.is_some_and(allowed)
    }

    /// Returns whether an extension must not be used.
    fn denies(&self, extension: Extension) -> bool {
        self.denied.iter().any(|name| name == extension.name)
    }

    /// Adds an extension unless it is core in the target's SPIR-V version.
    pub fn extension(&mut self, extension: Extension) {
        let core = extension.core.is_some_and(|version| version <= self.env.spirv_version());
        if !core && !self.extensions.iter().any(|known| *known == extension.name) {
            self.extensions.push(Cow::Borrowed(extension.name));
        }
    }

    /// Returns the names of the capabilities to declare, `Shader` first.
    pub fn capability_names(&self) -> impl Iterator<Item = String> {
        let rows = self.requirements.iter().map(|requirement| requirement.info().name());
        rows.chain(self.numbers.iter().map(|&number| name_of(number)))
    }

    /// Returns the numbers of the capabilities to declare, `Shader` first.
    pub fn capabilities(&self) -> impl Iterator<Item = u32> {
        let rows = self.requirements.iter().map(|requirement| requirement.info().number);
        rows.chain(self.numbers.iter().copied())
    }

    /// Returns the extensions to declare.
    pub fn extensions(&self) -> &[Cow<'static, str>] {
        &self.extensions
    }
}

/// Returns the diagnostic for a construct whose extension is denied.
fn denied(construct: &str, name: &str, at: Option<Span>) -> Diagnostic {
    Diagnostic::new(Code::N0601, at, format!("{construct} are not available without {name}"))
        .note("nvc has no replacement for them here")
        .help(format!("compile without `--deny-extension {name}`"))
}

impl CapabilityInfo {
    /// Returns SPIR-V's name of the capability.
    fn name(&self) -> String {
        match Capability::from_u32(self.number) {
            Some(capability) if !self.is_original => capability_name(capability),
            _ => self.name.to_owned(),
        }
    }

    fn unavailable(&self, env: Environment, at: Option<Span>) -> Diagnostic {
        let name = self.name();
        let Some(since) = self.since else {
            return Diagnostic::new(Code::N0701, at, format!("{} do not exist in Vulkan", self.construct))
                .note(format!("no version of Vulkan supports the SPIR-V capability {name}"));
        };
        let message = format!("{} are not available in {env}", self.construct);
        let (major, minor) = since;
        let note = format!("they require SPIR-V {major}.{minor} and the capability {name}");
        let diagnostic = Diagnostic::new(Code::N0601, at, message).note(note);
        if !env.has_own_spirv_version() && since <= env.vulkan().spirv_version() {
            return diagnostic.help(format!("compile with `--target-spv spv{major}.{minor}` or later"));
        }
        match TargetEnv::ALL.iter().find(|env| env.spirv_version() >= since) {
            Some(lowest) => {
                diagnostic.help(format!("compile with `--target-env {}` or later", lowest.name()))
            }
            None => diagnostic,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capabilities_with_a_version_are_available_in_some_environment() {
        for row in TABLE {
            let available =
                TargetEnv::ALL.iter().any(|env| row.since.is_some_and(|v| v <= env.spirv_version()));
            assert_eq!(available, row.since.is_some(), "{}", row.name);
        }
    }

    #[test]
    fn core_extensions_are_not_declared() {
        let mut old = Requirements::new(TargetEnv::Vulkan1_1.into(), &[]);
        assert_eq!(old.require(Requirement::StorageBuffer8BitAccess, None), None);
        assert_eq!(old.require(Requirement::StorageBuffer16BitAccess, None), None);
        assert_eq!(old.extensions(), ["SPV_KHR_8bit_storage"]);
        let mut new = Requirements::new(TargetEnv::Vulkan1_2.into(), &[]);
        assert_eq!(new.require(Requirement::StorageBuffer8BitAccess, None), None);
        assert!(new.extensions().is_empty());
    }

    #[test]
    fn a_missing_capability_is_reported_once_with_the_lowest_environment() {
        let mut requirements = Requirements::new(TargetEnv::Vulkan1_0.into(), &[]);
        let found = requirements.require(Requirement::GroupNonUniformShuffle, None).expect("a diagnostic");
        assert_eq!(found.code, Code::N0601);
        assert_eq!(found.message, "subgroup shuffles are not available in vulkan1.0");
        assert!(found.help.is_some_and(|help| help.contains("--target-env vulkan1.1")));
        assert_eq!(requirements.require(Requirement::GroupNonUniformShuffle, None), None);
        let lower = Environment::with_spirv_version(TargetEnv::Vulkan1_3, (1, 0)).expect("a version");
        let found = Requirements::new(lower, &[]).require(Requirement::GroupNonUniformShuffle, None);
        let found = found.expect("a diagnostic");
        assert_eq!(found.message, "subgroup shuffles are not available in vulkan1.3 with SPIR-V 1.0");
        assert!(found.help.is_some_and(|help| help.contains("--target-spv spv1.3")));
        let never = requirements.require(Requirement::SampledRect, None).expect("a diagnostic");
        assert_eq!(never.code, Code::N0701);
    }

    #[test]
    fn a_denied_extension_is_denied_where_it_is_core() {
        let denied = ["SPV_KHR_integer_dot_product".to_owned()];
        let mut requirements = Requirements::new(TargetEnv::Vulkan1_3.into(), &denied);
        let found = requirements.require(Requirement::DotProduct, None).expect("a diagnostic");
        assert_eq!(
            found.message,
            "integer dot products are not available without SPV_KHR_integer_dot_product"
        );
        assert_eq!(requirements.require(Requirement::StorageBuffer8BitAccess, None), None);
    }
}
