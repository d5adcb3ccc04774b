//! Tables of the Vulkan features and device extensions that SPIR-V capabilities and extensions require
//! (Vulkan, appendix "Vulkan Environment for SPIR-V").

/// Major and minor version of Vulkan.
pub(super) type Version = (u8, u8);

/// A device extension.
#[derive(Debug)]
pub(super) struct Extension {
    pub name: &'static str,
    /// Vulkan version in which the extension became core; `None` if it never did.
    pub core: Option<Version>,
    /// Device extensions that the extension depends on.
    pub requires: &'static [&'static Extension],
    /// Instance extensions that the extension depends on in Vulkan 1.0.
    pub instance: &'static [&'static str],
}

/// A feature structure.
#[derive(Debug)]
pub(super) struct Structure {
    pub name: &'static str,
    /// Device extension that defines the structure; `None` for core structures.
    pub extension: Option<&'static Extension>,
    /// Structure of a core Vulkan version that has the same members, and that version.
    pub core: Option<(&'static str, Version)>,
}

/// A requirement on a device.
#[derive(Clone, Copy, Debug)]
pub(super) enum Requirement {
    /// A feature: a member of a structure.
    Feature(&'static Structure, &'static str),
    /// A device extension, without a feature.
    Extension(&'static Extension),
    /// A bit of `subgroupSupportedOperations`.
    Subgroup(&'static str),
    /// Support for cooperative matrices or vectors in compute shaders: a member of a properties structure.
    ComputeStage(&'static str, &'static str),
}
use Requirement::{Feature, Subgroup};

const V1_1: Version = (1, 1);
const V1_2: Version = (1, 2);
const V1_3: Version = (1, 3);
const V1_4: Version = (1, 4);

/// Required before Vulkan 1.1 to query features of extensions.
const PROPERTIES2: &str = "VK_KHR_get_physical_device_properties2";

const fn extension(name: &'static str, core: Option<Version>) -> Extension {
    Extension { name, core, requires: &[], instance: &[PROPERTIES2] }
}

static STORAGE_CLASS: Extension =
    Extension { name: "VK_KHR_storage_buffer_storage_class", core: Some(V1_1), requires: &[], instance: &[] };
static STORAGE_8: Extension =
    Extension { requires: &[&STORAGE_CLASS], ..extension("VK_KHR_8bit_storage", Some(V1_2)) };
static STORAGE_16: Extension =
    Extension { requires: &[&STORAGE_CLASS], ..extension("VK_KHR_16bit_storage", Some(V1_1)) };
static FLOAT16_INT8: Extension = extension("VK_KHR_shader_float16_int8", Some(V1_2));
static MAINTENANCE3: Extension = extension("VK_KHR_maintenance3", Some(V1_1));
static INDEXING: Extension =
    Extension { requires: &[&MAINTENANCE3], ..extension("VK_EXT_descriptor_indexing", Some(V1_2)) };
static DEVICE_GROUP: Extension = Extension {
    name: "VK_KHR_device_group",
    core: Some(V1_1),
    requires: &[],
    instance: &["VK_KHR_device_group_creation"],
};
static ADDRESS: Extension =
    Extension { requires: &[&DEVICE_GROUP], ..extension("VK_KHR_buffer_device_address", Some(V1_2)) };
static MEMORY_MODEL: Extension = extension("VK_KHR_vulkan_memory_model", Some(V1_2));
static ATOMIC_INT64: Extension = extension("VK_KHR_shader_atomic_int64", Some(V1_2));
static ATOMIC_FLOAT: Extension = extension("VK_EXT_shader_atomic_float", None);
static ATOMIC_FLOAT2: Extension =
    Extension { requires: &[&ATOMIC_FLOAT], ..extension("VK_EXT_shader_atomic_float2", None) };
static IMAGE_INT64: Extension = extension("VK_EXT_shader_image_atomic_int64", None);
static SUBGROUP_TYPES: Extension = extension("VK_KHR_shader_subgroup_extended_types", Some(V1_2));
static SUBGROUP_SIZE: Extension = extension("VK_EXT_subgroup_size_control", Some(V1_3));
static ROTATE: Extension = extension("VK_KHR_shader_subgroup_rotate", Some(V1_4));
static PARTITIONED: Extension = extension("VK_NV_shader_subgroup_partitioned", None);
static SM_BUILTINS: Extension = extension("VK_NV_shader_sm_builtins", None);
static IMAGE_LEVEL: Extension = extension("VK_AMD_shader_image_load_store_lod", None);
static GATHER_LEVEL: Extension = extension("VK_AMD_texture_gather_bias_lod", None);
static COOPERATIVE_NV: Extension = extension("VK_NV_cooperative_matrix", None);
static COOPERATIVE_KHR: Extension = extension("VK_KHR_cooperative_matrix", None);
static COOPERATIVE_2: Extension =
    Extension { requires: &[&COOPERATIVE_KHR], ..extension("VK_NV_cooperative_matrix2", None) };
static COOPERATIVE_DECODE: Extension =
    Extension { requires: &[&COOPERATIVE_2], ..extension("VK_NV_cooperative_matrix_decode_vector", None) };
static COOPERATIVE_EXT: Extension =
    Extension { requires: &[&COOPERATIVE_KHR], ..extension("VK_EXT_cooperative_matrix_maintenance1", None) };
static COOPERATIVE_VECTOR: Extension = extension("VK_NV_cooperative_vector", None);
static REPLICATED_COMPOSITES: Extension = extension("VK_EXT_shader_replicated_composites", None);
static DERIVATIVES: Extension = extension("VK_NV_compute_shader_derivatives", None);
static MAXIMAL: Extension = extension("VK_KHR_shader_maximal_reconvergence", None);
static UNIFORM_FLOW: Extension = extension("VK_KHR_shader_subgroup_uniform_control_flow", None);
static CLOCK: Extension = extension("VK_KHR_shader_clock", None);
static SHADER_BALLOT: Extension = extension("VK_EXT_shader_subgroup_ballot", None);
static SUBGROUP_VOTE: Extension = extension("VK_EXT_shader_subgroup_vote", None);
static QUAD_CONTROL: Extension =
    Extension { requires: &[&MEMORY_MODEL, &MAXIMAL], ..extension("VK_KHR_shader_quad_control", None) };
static DEFERRED_OPERATIONS: Extension = extension("VK_KHR_deferred_host_operations", None);
static ACCELERATION_STRUCTURE: Extension = Extension {
    requires: &[&INDEXING, &ADDRESS, &DEFERRED_OPERATIONS],
    ..extension("VK_KHR_acceleration_structure", None)
};
static RAY_QUERY: Extension =
    Extension { requires: &[&SPIRV_1_4, &ACCELERATION_STRUCTURE], ..extension("VK_KHR_ray_query", None) };
static POSITION_FETCH: Extension = Extension {
    requires: &[&ACCELERATION_STRUCTURE],
    ..extension("VK_KHR_ray_tracing_position_fetch", None)
};
static BFLOAT16: Extension = extension("VK_KHR_shader_bfloat16", None);
static FLOAT8: Extension = extension("VK_EXT_shader_float8", None);
static UNTYPED_POINTERS: Extension = extension("VK_KHR_shader_untyped_pointers", None);
static MAINTENANCE_5: Extension = extension("VK_KHR_maintenance5", Some((1, 4)));
static DESCRIPTOR_HEAP: Extension =
    Extension { requires: &[&MAINTENANCE_5, &ADDRESS], ..extension("VK_EXT_descriptor_heap", None) };
static LARGE_BUFFERS: Extension = extension("VK_EXT_shader_64bit_indexing", None);
static LONG_VECTOR: Extension = extension("VK_EXT_shader_long_vector", None);
static MICROSCALING: Extension = extension("VK_EXT_shader_ocp_microscaling_types", None);
static SPLIT_BARRIER: Extension = extension("VK_EXT_shader_split_barrier", None);
static KHR_DERIVATIVES: Extension = extension("VK_KHR_compute_shader_derivatives", None);
static WORKGROUP_LAYOUT: Extension = extension("VK_KHR_workgroup_memory_explicit_layout", None);
static FUSED: Extension = extension("VK_KHR_shader_fma", None);
static DOT: Extension = extension("VK_KHR_shader_integer_dot_product", Some(V1_3));
static NON_SEMANTIC: Extension =
    Extension { instance: &[], ..extension("VK_KHR_shader_non_semantic_info", Some(V1_3)) };
static FLOAT_CONTROLS: Extension = extension("VK_KHR_shader_float_controls", Some(V1_2));
/// Allows SPIR-V 1.4 in Vulkan 1.1.
pub(super) static SPIRV_1_4: Extension =
    Extension { requires: &[&FLOAT_CONTROLS], ..extension("VK_KHR_spirv_1_4", Some(V1_2)) };
static SCALAR_LAYOUT: Extension = extension("VK_EXT_scalar_block_layout", Some(V1_2));
static UNIFORM_LAYOUT: Extension = extension("VK_KHR_uniform_buffer_standard_layout", Some(V1_2));
/// Allows vectors to be aligned to their components only.
pub(super) static RELAXED_LAYOUT: Extension =
    Extension { instance: &[], ..extension("VK_KHR_relaxed_block_layout", Some(V1_1)) };

const VULKAN_11_STRUCT: Option<(&str, Version)> = Some(("VkPhysicalDeviceVulkan11Features", V1_2));
const VULKAN_12_STRUCT: Option<(&str, Version)> = Some(("VkPhysicalDeviceVulkan12Features", V1_2));
const VULKAN_13_STRUCT: Option<(&str, Version)> = Some(("VkPhysicalDeviceVulkan13Features", V1_3));
const VULKAN_14_STRUCT: Option<(&str, Version)> = Some(("VkPhysicalDeviceVulkan14Features", V1_4));

macro_rules! structures {
    ($($id:ident $name:literal $extension:expr, $core:expr;)*) => {
        $(pub(super) static $id: Structure =
            Structure { name: $name, extension: $extension, core: $core };)*
    };
}

structures! {
    BASE "VkPhysicalDeviceFeatures" None, None;
    S8 "VkPhysicalDevice8BitStorageFeatures" Some(&STORAGE_8), VULKAN_12_STRUCT;
    S16 "VkPhysicalDevice16BitStorageFeatures" Some(&STORAGE_16), VULKAN_11_STRUCT;
    SMALL "VkPhysicalDeviceShaderFloat16Int8Features" Some(&FLOAT16_INT8), VULKAN_12_STRUCT;
    INDEXED "VkPhysicalDeviceDescriptorIndexingFeatures" Some(&INDEXING), VULKAN_12_STRUCT;
    ADDRESSES "VkPhysicalDeviceBufferDeviceAddressFeatures" Some(&ADDRESS), VULKAN_12_STRUCT;
    MODEL "VkPhysicalDeviceVulkanMemoryModelFeatures" Some(&MEMORY_MODEL), VULKAN_12_STRUCT;
    INT64_ATOMICS "VkPhysicalDeviceShaderAtomicInt64Features" Some(&ATOMIC_INT64), VULKAN_12_STRUCT;
    FLOAT_ATOMICS "VkPhysicalDeviceShaderAtomicFloatFeaturesEXT" Some(&ATOMIC_FLOAT), None;
    FLOAT_ATOMICS2 "VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT" Some(&ATOMIC_FLOAT2), None;
    IMAGES_64 "VkPhysicalDeviceShaderImageAtomicInt64FeaturesEXT" Some(&IMAGE_INT64), None;
    EXTENDED_TYPES "VkPhysicalDeviceShaderSubgroupExtendedTypesFeatures" Some(&SUBGROUP_TYPES), VULKAN_12_STRUCT;
    SIZE_CONTROL "VkPhysicalDeviceSubgroupSizeControlFeatures" Some(&SUBGROUP_SIZE), VULKAN_13_STRUCT;
    // For members that no extension defines.
    VULKAN_12 "VkPhysicalDeviceVulkan12Features" None, None;
    ROTATION "VkPhysicalDeviceShaderSubgroupRotateFeatures" Some(&ROTATE), VULKAN_14_STRUCT;
    FMA "VkPhysicalDeviceShaderFmaFeaturesKHR" Some(&FUSED), None;
    SM "VkPhysicalDeviceShaderSMBuiltinsFeaturesNV" Some(&SM_BUILTINS), None;
    MATRIX_NV "VkPhysicalDeviceCooperativeMatrixFeaturesNV" Some(&COOPERATIVE_NV), None;
    MATRIX_KHR "VkPhysicalDeviceCooperativeMatrixFeaturesKHR" Some(&COOPERATIVE_KHR), None;
    MATRIX_2 "VkPhysicalDeviceCooperativeMatrix2FeaturesNV" Some(&COOPERATIVE_2), None;
    MATRIX_DECODE "VkPhysicalDeviceCooperativeMatrixDecodeVectorFeaturesNV" Some(&COOPERATIVE_DECODE), None;
    MATRIX_EXT "VkPhysicalDeviceCooperativeMatrixMaintenance1FeaturesEXT" Some(&COOPERATIVE_EXT), None;
    VECTORS "VkPhysicalDeviceCooperativeVectorFeaturesNV" Some(&COOPERATIVE_VECTOR), None;
    REPLICATED "VkPhysicalDeviceShaderReplicatedCompositesFeaturesEXT" Some(&REPLICATED_COMPOSITES), None;
    BF16 "VkPhysicalDeviceShaderBfloat16FeaturesKHR" Some(&BFLOAT16), None;
    FP8 "VkPhysicalDeviceShaderFloat8FeaturesEXT" Some(&FLOAT8), None;
    LONG "VkPhysicalDeviceShaderLongVectorFeaturesEXT" Some(&LONG_VECTOR), None;
    LARGE "VkPhysicalDeviceShader64BitIndexingFeaturesEXT" Some(&LARGE_BUFFERS), None;
    UNTYPED "VkPhysicalDeviceShaderUntypedPointersFeaturesKHR" Some(&UNTYPED_POINTERS), None;
    HEAPS "VkPhysicalDeviceDescriptorHeapFeaturesEXT" Some(&DESCRIPTOR_HEAP), None;
    OCP "VkPhysicalDeviceShaderOCPMicroscalingTypesFeaturesEXT" Some(&MICROSCALING), None;
    DERIVATIVE_GROUPS "VkPhysicalDeviceComputeShaderDerivativesFeaturesNV" Some(&DERIVATIVES), None;
    RECONVERGENCE "VkPhysicalDeviceShaderMaximalReconvergenceFeaturesKHR" Some(&MAXIMAL), None;
    UNIFORM "VkPhysicalDeviceShaderSubgroupUniformControlFlowFeaturesKHR" Some(&UNIFORM_FLOW), None;
    DOTS "VkPhysicalDeviceShaderIntegerDotProductFeatures" Some(&DOT), VULKAN_13_STRUCT;
    CLOCKS "VkPhysicalDeviceShaderClockFeaturesKHR" Some(&CLOCK), None;
    QUADS "VkPhysicalDeviceShaderQuadControlFeaturesKHR" Some(&QUAD_CONTROL), None;
    RAYS "VkPhysicalDeviceRayQueryFeaturesKHR" Some(&RAY_QUERY), None;
    POSITIONS "VkPhysicalDeviceRayTracingPositionFetchFeaturesKHR" Some(&POSITION_FETCH), None;
    SHARED "VkPhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR" Some(&WORKGROUP_LAYOUT), None;
    SCALAR "VkPhysicalDeviceScalarBlockLayoutFeatures" Some(&SCALAR_LAYOUT), VULKAN_12_STRUCT;
    STANDARD "VkPhysicalDeviceUniformBufferStandardLayoutFeatures" Some(&UNIFORM_LAYOUT), VULKAN_12_STRUCT;
}

/// The requirements of each capability. Requirements that depend on the operation or kind of memory are in
/// [`super::usage`].
#[rustfmt::skip]
const CAPABILITIES: &[(&str, &[Requirement])] = &[
    ("Shader", &[]),
    ("Int8", &[Feature(&SMALL, "shaderInt8")]),
    ("Int16", &[Feature(&BASE, "shaderInt16")]),
    ("Int64", &[Feature(&BASE, "shaderInt64")]),
    ("Float16", &[Feature(&SMALL, "shaderFloat16")]),
    ("Float64", &[Feature(&BASE, "shaderFloat64")]),
    ("FMAKHR", &[]),
    ("BFloat16TypeKHR", &[Feature(&BF16, "shaderBFloat16Type")]),
    ("BFloat16DotProductKHR", &[Feature(&BF16, "shaderBFloat16DotProduct")]),
    ("BFloat16CooperativeMatrixKHR", &[Feature(&BF16, "shaderBFloat16CooperativeMatrix")]),
    ("Float8EXT", &[Feature(&FP8, "shaderFloat8")]),
    ("Float8CooperativeMatrixEXT", &[Feature(&FP8, "shaderFloat8CooperativeMatrix")]),
    ("LongVectorEXT", &[Feature(&LONG, "longVector")]),
    ("Shader64BitIndexingEXT", &[Feature(&LARGE, "shader64BitIndexing")]),
    ("UntypedPointersKHR", &[Feature(&UNTYPED, "shaderUntypedPointers")]),
    ("DescriptorHeapEXT", &[Feature(&HEAPS, "descriptorHeap")]),
    ("Float6EXT", &[Feature(&OCP, "shaderFloat6")]),
    ("Float4EXT", &[Feature(&OCP, "shaderFloat4")]),
    ("Float8UnsignedE8M0EXT", &[Feature(&OCP, "shaderFloat8UnsignedE8M0")]),
    ("MXInt8EXT", &[Feature(&OCP, "shaderMXInt8")]),
    ("BitcastExtractEXT", &[]),
    ("StorageBuffer8BitAccess", &[Feature(&S8, "storageBuffer8BitAccess")]),
    ("UniformAndStorageBuffer8BitAccess", &[Feature(&S8, "uniformAndStorageBuffer8BitAccess")]),
    ("StoragePushConstant8", &[Feature(&S8, "storagePushConstant8")]),
    ("StorageBuffer16BitAccess", &[Feature(&S16, "storageBuffer16BitAccess")]),
    ("UniformAndStorageBuffer16BitAccess", &[Feature(&S16, "uniformAndStorageBuffer16BitAccess")]),
    ("StoragePushConstant16", &[Feature(&S16, "storagePushConstant16")]),
    ("WorkgroupMemoryExplicitLayoutKHR", &[Feature(&SHARED, "workgroupMemoryExplicitLayout")]),
    ("WorkgroupMemoryExplicitLayout8BitAccessKHR", &[Feature(&SHARED, "workgroupMemoryExplicitLayout8BitAccess")]),
    ("WorkgroupMemoryExplicitLayout16BitAccessKHR", &[Feature(&SHARED, "workgroupMemoryExplicitLayout16BitAccess")]),
    ("PhysicalStorageBufferAddresses", &[Feature(&ADDRESSES, "bufferDeviceAddress")]),
    ("DotProduct", &[Feature(&DOTS, "shaderIntegerDotProduct")]),
    ("DotProductInputAll", &[]),
    ("DotProductInput4x8Bit", &[]),
    ("DotProductInput4x8BitPacked", &[]),
    ("Int64Atomics", &[]),
    ("Int64ImageEXT", &[Feature(&IMAGES_64, "shaderImageInt64Atomics")]),
    ("AtomicFloat16AddEXT", &[]),
    ("AtomicFloat32AddEXT", &[]),
    ("AtomicFloat64AddEXT", &[]),
    ("AtomicFloat16MinMaxEXT", &[]),
    ("AtomicFloat32MinMaxEXT", &[]),
    ("AtomicFloat64MinMaxEXT", &[]),
    ("GroupNonUniform", &[Subgroup("VK_SUBGROUP_FEATURE_BASIC_BIT")]),
    ("GroupNonUniformVote", &[Subgroup("VK_SUBGROUP_FEATURE_VOTE_BIT")]),
    ("GroupNonUniformBallot", &[Subgroup("VK_SUBGROUP_FEATURE_BALLOT_BIT")]),
    ("GroupNonUniformShuffle", &[Subgroup("VK_SUBGROUP_FEATURE_SHUFFLE_BIT")]),
    ("GroupNonUniformShuffleRelative", &[Subgroup("VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT")]),
    ("GroupNonUniformArithmetic", &[Subgroup("VK_SUBGROUP_FEATURE_ARITHMETIC_BIT")]),
    ("GroupNonUniformClustered", &[Subgroup("VK_SUBGROUP_FEATURE_CLUSTERED_BIT")]),
    ("GroupNonUniformQuad", &[Subgroup("VK_SUBGROUP_FEATURE_QUAD_BIT")]),
    ("SubgroupBallotKHR", &[]),
    ("SubgroupVoteKHR", &[]),
    ("SubgroupShuffleINTEL", &[]),
    ("QuadControlKHR", &[Feature(&QUADS, "shaderQuadControl")]),
    ("RayQueryKHR", &[Feature(&RAYS, "rayQuery")]),
    ("RayQueryPositionFetchKHR", &[Feature(&POSITIONS, "rayTracingPositionFetch")]),
    ("SplitBarrierEXT", &[]),
    ("GroupNonUniformRotateKHR", &[Feature(&ROTATION, "shaderSubgroupRotate"), Subgroup("VK_SUBGROUP_FEATURE_ROTATE_BIT")]),
    ("GroupNonUniformPartitionedNV", &[Requirement::Extension(&PARTITIONED), Subgroup("VK_SUBGROUP_FEATURE_PARTITIONED_BIT_NV")]),
    ("ShaderSMBuiltinsNV", &[Feature(&SM, "shaderSMBuiltins")]),
    ("CooperativeMatrixNV", &[Feature(&MATRIX_NV, "cooperativeMatrix"), Requirement::ComputeStage("VkPhysicalDeviceCooperativeMatrixPropertiesNV", "cooperativeMatrixSupportedStages")]),
    ("CooperativeMatrixKHR", &[Feature(&MATRIX_KHR, "cooperativeMatrix"), Requirement::ComputeStage("VkPhysicalDeviceCooperativeMatrixPropertiesKHR", "cooperativeMatrixSupportedStages")]),
    ("CooperativeVectorNV", &[Feature(&VECTORS, "cooperativeVector"), Requirement::ComputeStage("VkPhysicalDeviceCooperativeVectorPropertiesNV", "cooperativeVectorSupportedStages")]),
    ("CooperativeVectorTrainingNV", &[Feature(&VECTORS, "cooperativeVectorTraining")]),
    ("ReplicatedCompositesEXT", &[Feature(&REPLICATED, "shaderReplicatedComposites")]),
    ("CooperativeMatrixReductionsNV", &[Feature(&MATRIX_2, "cooperativeMatrixReductions")]),
    ("CooperativeMatrixConversionsNV", &[Feature(&MATRIX_2, "cooperativeMatrixConversions")]),
    ("CooperativeMatrixPerElementOperationsNV", &[Feature(&MATRIX_2, "cooperativeMatrixPerElementOperations")]),
    ("CooperativeMatrixTensorAddressingNV", &[Feature(&MATRIX_2, "cooperativeMatrixTensorAddressing")]),
    ("CooperativeMatrixBlockLoadsNV", &[Feature(&MATRIX_2, "cooperativeMatrixBlockLoads")]),
    ("CooperativeMatrixDecodeVectorNV", &[Feature(&MATRIX_DECODE, "cooperativeMatrixDecodeVector")]),
    ("TensorAddressingNV", &[Feature(&MATRIX_2, "cooperativeMatrixTensorAddressing")]),
    ("CooperativeMatrixReductionsEXT", &[Feature(&MATRIX_EXT, "cooperativeMatrixReductions")]),
    ("CooperativeMatrixConversionsEXT", &[Feature(&MATRIX_EXT, "cooperativeMatrixConversions")]),
    ("CooperativeMatrixPerElementOperationsEXT", &[Feature(&MATRIX_EXT, "cooperativeMatrixPerElementOperations")]),
    ("CooperativeMatrixGetCoordinateEXT", &[Feature(&MATRIX_EXT, "cooperativeMatrixGetCoordinate")]),
    ("VulkanMemoryModel", &[Feature(&MODEL, "vulkanMemoryModel")]),
    ("ComputeDerivativeGroupQuadsNV", &[Feature(&DERIVATIVE_GROUPS, "computeDerivativeGroupQuads")]),
    ("ComputeDerivativeGroupLinearNV", &[Feature(&DERIVATIVE_GROUPS, "computeDerivativeGroupLinear")]),
    ("DerivativeControl", &[]),
    ("ShaderClockKHR", &[]),
    ("DeviceGroup", &[]),
    ("ImageReadWriteLodAMD", &[]),
    ("ImageGatherBiasLodAMD", &[]),
    ("UniformBufferArrayDynamicIndexing", &[Feature(&BASE, "shaderUniformBufferArrayDynamicIndexing")]),
    ("StorageBufferArrayDynamicIndexing", &[Feature(&BASE, "shaderStorageBufferArrayDynamicIndexing")]),
    ("SampledImageArrayDynamicIndexing", &[Feature(&BASE, "shaderSampledImageArrayDynamicIndexing")]),
    ("StorageImageArrayDynamicIndexing", &[Feature(&BASE, "shaderStorageImageArrayDynamicIndexing")]),
    ("UniformTexelBufferArrayDynamicIndexing", &[Feature(&INDEXED, "shaderUniformTexelBufferArrayDynamicIndexing")]),
    ("StorageTexelBufferArrayDynamicIndexing", &[Feature(&INDEXED, "shaderStorageTexelBufferArrayDynamicIndexing")]),
    ("RuntimeDescriptorArray", &[Feature(&INDEXED, "runtimeDescriptorArray")]),
    ("ShaderNonUniform", &[Requirement::Extension(&INDEXING)]),
    ("UniformBufferArrayNonUniformIndexing", &[Feature(&INDEXED, "shaderUniformBufferArrayNonUniformIndexing")]),
    ("StorageBufferArrayNonUniformIndexing", &[Feature(&INDEXED, "shaderStorageBufferArrayNonUniformIndexing")]),
    ("SampledImageArrayNonUniformIndexing", &[Feature(&INDEXED, "shaderSampledImageArrayNonUniformIndexing")]),
    ("StorageImageArrayNonUniformIndexing", &[Feature(&INDEXED, "shaderStorageImageArrayNonUniformIndexing")]),
    ("UniformTexelBufferArrayNonUniformIndexing", &[Feature(&INDEXED, "shaderUniformTexelBufferArrayNonUniformIndexing")]),
    ("StorageTexelBufferArrayNonUniformIndexing", &[Feature(&INDEXED, "shaderStorageTexelBufferArrayNonUniformIndexing")]),
    ("Sampled1D", &[]),
    ("Image1D", &[]),
    ("SampledBuffer", &[]),
    ("ImageBuffer", &[]),
    ("SampledCubeArray", &[Feature(&BASE, "imageCubeArray")]),
    ("ImageCubeArray", &[Feature(&BASE, "imageCubeArray")]),
    ("StorageImageMultisample", &[Feature(&BASE, "shaderStorageImageMultisample")]),
    ("ImageMSArray", &[Feature(&BASE, "shaderStorageImageMultisample")]),
    ("StorageImageExtendedFormats", &[Feature(&BASE, "shaderStorageImageExtendedFormats")]),
    ("StorageImageReadWithoutFormat", &[Feature(&BASE, "shaderStorageImageReadWithoutFormat")]),
    ("StorageImageWriteWithoutFormat", &[Feature(&BASE, "shaderStorageImageWriteWithoutFormat")]),
    ("ImageQuery", &[]),
    ("ImageGatherExtended", &[Feature(&BASE, "shaderImageGatherExtended")]),
    ("MinLod", &[Feature(&BASE, "shaderResourceMinLod")]),
    ("SparseResidency", &[Feature(&BASE, "shaderResourceResidency")]),
];

/// The device extension of each SPIR-V extension.
const EXTENSIONS: &[(&str, &Extension)] = &[
    ("SPV_KHR_8bit_storage", &STORAGE_8),
    ("SPV_KHR_16bit_storage", &STORAGE_16),
    ("SPV_EXT_descriptor_indexing", &INDEXING),
    ("SPV_KHR_physical_storage_buffer", &ADDRESS),
    ("SPV_NV_shader_subgroup_partitioned", &PARTITIONED),
    ("SPV_NV_shader_sm_builtins", &SM_BUILTINS),
    ("SPV_EXT_shader_atomic_float_add", &ATOMIC_FLOAT),
    ("SPV_EXT_shader_atomic_float16_add", &ATOMIC_FLOAT2),
    ("SPV_EXT_shader_atomic_float_min_max", &ATOMIC_FLOAT2),
    ("SPV_EXT_shader_image_int64", &IMAGE_INT64),
    ("SPV_KHR_subgroup_rotate", &ROTATE),
    ("SPV_KHR_device_group", &DEVICE_GROUP),
    ("SPV_AMD_shader_image_load_store_lod", &IMAGE_LEVEL),
    ("SPV_AMD_texture_gather_bias_lod", &GATHER_LEVEL),
    ("SPV_NV_cooperative_matrix", &COOPERATIVE_NV),
    ("SPV_KHR_cooperative_matrix", &COOPERATIVE_KHR),
    ("SPV_NV_cooperative_vector", &COOPERATIVE_VECTOR),
    ("SPV_EXT_replicated_composites", &REPLICATED_COMPOSITES),
    ("SPV_NV_cooperative_matrix2", &COOPERATIVE_2),
    ("SPV_NV_tensor_addressing", &COOPERATIVE_2),
    ("SPV_NV_cooperative_matrix_decode_vector", &COOPERATIVE_DECODE),
    ("SPV_EXT_cooperative_matrix_maintenance1", &COOPERATIVE_EXT),
    ("SPV_KHR_integer_dot_product", &DOT),
    ("SPV_KHR_vulkan_memory_model", &MEMORY_MODEL),
    ("SPV_NV_compute_shader_derivatives", &DERIVATIVES),
    ("SPV_KHR_maximal_reconvergence", &MAXIMAL),
    ("SPV_KHR_subgroup_uniform_control_flow", &UNIFORM_FLOW),
    ("SPV_KHR_shader_clock", &CLOCK),
    ("SPV_KHR_quad_control", &QUAD_CONTROL),
    ("SPV_KHR_shader_ballot", &SHADER_BALLOT),
    ("SPV_KHR_subgroup_vote", &SUBGROUP_VOTE),
    ("SPV_KHR_ray_query", &RAY_QUERY),
    ("SPV_KHR_ray_tracing_position_fetch", &POSITION_FETCH),
    ("SPV_EXT_split_barrier", &SPLIT_BARRIER),
    ("SPV_KHR_fma", &FUSED),
    ("SPV_KHR_bfloat16", &BFLOAT16),
    ("SPV_EXT_float8", &FLOAT8),
    ("SPV_EXT_long_vector", &LONG_VECTOR),
    ("SPV_KHR_untyped_pointers", &UNTYPED_POINTERS),
    ("SPV_EXT_descriptor_heap", &DESCRIPTOR_HEAP),
    ("SPV_EXT_shader_64bit_indexing", &LARGE_BUFFERS),
    ("SPV_EXT_ocp_microscaling_types", &MICROSCALING),
    ("SPV_KHR_compute_shader_derivatives", &KHR_DERIVATIVES),
    ("SPV_KHR_workgroup_memory_explicit_layout", &WORKGROUP_LAYOUT),
    ("SPV_KHR_storage_buffer_storage_class", &STORAGE_CLASS),
    ("SPV_KHR_non_semantic_info", &NON_SEMANTIC),
];

/// The features required by SPIR-V extensions that have no capability.
const EXTENSION_FEATURES: &[(&str, Requirement)] = &[
    ("SPV_KHR_maximal_reconvergence", Feature(&RECONVERGENCE, "shaderMaximalReconvergence")),
    ("SPV_KHR_subgroup_uniform_control_flow", Feature(&UNIFORM, "shaderSubgroupUniformControlFlow")),
];

/// SPIR-V extensions without a corresponding device extension.
#[cfg(test)]
const WITHOUT_DEVICE_EXTENSION: &[&str] = &["SPV_INTEL_subgroups"];

/// Returns the requirements of a capability; `None` if the capability is not in the table.
pub(super) fn capability_requirements(name: &str) -> Option<&'static [Requirement]> {
    CAPABILITIES.iter().find(|(row, _)| *row == name).map(|&(_, requirements)| requirements)
}

/// Returns the device extension of a SPIR-V extension; `None` if the extension is not in the table.
pub(super) fn device_extension(name: &str) -> Option<&'static Extension> {
    EXTENSIONS.iter().find(|(row, _)| *row == name).map(|&(_, extension)| extension)
}

/// Returns the feature required by a SPIR-V extension that has no capability.
pub(super) fn extension_feature(name: &str) -> Option<Requirement> {
    EXTENSION_FEATURES.iter().find(|(row, _)| *row == name).map(|&(_, feature)| feature)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_tables_cover_what_the_back_end_may_declare() {
        let rows: BTreeSet<String> = CAPABILITIES.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(rows, nvc_spirv::capability_names().into_iter().collect());
        assert_eq!(rows.len(), CAPABILITIES.len());
        let names = EXTENSIONS.iter().map(|&(name, _)| name).chain(WITHOUT_DEVICE_EXTENSION.iter().copied());
        let rows: BTreeSet<&str> = names.collect();
        assert_eq!(rows, nvc_spirv::extension_names().into_iter().collect());
        assert_eq!(rows.len(), EXTENSIONS.len() + WITHOUT_DEVICE_EXTENSION.len());
    }

    #[test]
    fn extensions_do_not_depend_on_newer_core_versions() {
        for (_, extension) in EXTENSIONS {
            for required in extension.requires {
                assert!(
                    required.core.is_some_and(|core| extension.core.is_none_or(|own| core <= own))
                        || extension.core.is_none()
                );
            }
        }
    }
}
