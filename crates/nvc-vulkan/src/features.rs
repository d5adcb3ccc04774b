//! Creates a device with all features enabled that compute shaders can use.

use crate::device::BufferBounds;
use crate::error::Context;
use crate::info::{DeviceInfo, Limits, SUBGROUP_SIZE_32};
use crate::{Result, missing_in_ash};
use ash::vk;
use std::collections::BTreeSet;
use std::ffi::CStr;

/// Extensions to enable if the device supports them.
const EXTENSIONS: &[&CStr] = &[
    ash::ext::shader_atomic_float::NAME,
    ash::ext::shader_atomic_float2::NAME,
    ash::ext::shader_image_atomic_int64::NAME,
    ash::khr::acceleration_structure::NAME,
    ash::khr::cooperative_matrix::NAME,
    ash::khr::deferred_host_operations::NAME,
    ash::khr::ray_query::NAME,
    ash::khr::ray_tracing_position_fetch::NAME,
    ash::khr::shader_clock::NAME,
    ash::khr::shader_maximal_reconvergence::NAME,
    ash::khr::shader_subgroup_rotate::NAME,
    ash::khr::shader_subgroup_uniform_control_flow::NAME,
    ash::khr::workgroup_memory_explicit_layout::NAME,
    ash::nv::cooperative_matrix::NAME,
    ash::nv::shader_atomic_float16_vector::NAME,
    ash::nv::compute_shader_derivatives::NAME,
    ash::nv::shader_sm_builtins::NAME,
    ash::nv::shader_subgroup_partitioned::NAME,
    missing_in_ash::BFLOAT16,
    missing_in_ash::FLOAT8,
    missing_in_ash::MICROSCALING,
    missing_in_ash::FMA,
    missing_in_ash::LONG_VECTOR,
    missing_in_ash::COOPERATIVE_MATRIX_2,
    missing_in_ash::COOPERATIVE_MATRIX_DECODE_VECTOR,
    missing_in_ash::COOPERATIVE_MATRIX_MAINTENANCE_1,
    missing_in_ash::COOPERATIVE_VECTOR,
    missing_in_ash::REPLICATED_COMPOSITES,
];

/// Collects the names of the enabled members of feature structures.
macro_rules! enabled {
    ($($structure:expr => $($member:ident = $name:literal),+;)+) => {{
        let mut names = BTreeSet::new();
        $($(if $structure.$member != 0 { names.insert($name); })+)+
        names
    }};
}

/// Creates a device with one queue of the family.
pub(crate) fn create_device(
    instance: &ash::Instance,
    physical: vk::PhysicalDevice,
    queue_family: u32,
    bounds: BufferBounds,
) -> Result<(ash::Device, DeviceInfo)> {
    // SAFETY: `physical` comes from `instance`.
    let available = unsafe { instance.enumerate_device_extension_properties(physical) };
    let available = available.context("the list of its extensions")?;
    let has = |name: &CStr| available.iter().any(|e| e.extension_name_as_c_str() == Ok(name));
    let extensions: Vec<_> = EXTENSIONS.iter().filter(|name| has(name)).map(|name| name.as_ptr()).collect();

    let mut v11 = vk::PhysicalDeviceVulkan11Features::default();
    let mut v12 = vk::PhysicalDeviceVulkan12Features::default();
    let mut v13 = vk::PhysicalDeviceVulkan13Features::default();
    let mut float = vk::PhysicalDeviceShaderAtomicFloatFeaturesEXT::default();
    let mut float2 = vk::PhysicalDeviceShaderAtomicFloat2FeaturesEXT::default();
    let mut half2 = vk::PhysicalDeviceShaderAtomicFloat16VectorFeaturesNV::default();
    let mut image64 = vk::PhysicalDeviceShaderImageAtomicInt64FeaturesEXT::default();
    let mut matrix = vk::PhysicalDeviceCooperativeMatrixFeaturesKHR::default();
    let mut matrix_nv = vk::PhysicalDeviceCooperativeMatrixFeaturesNV::default();
    let mut structures = vk::PhysicalDeviceAccelerationStructureFeaturesKHR::default();
    let mut ray_query = vk::PhysicalDeviceRayQueryFeaturesKHR::default();
    let mut positions = vk::PhysicalDeviceRayTracingPositionFetchFeaturesKHR::default();
    let mut clock = vk::PhysicalDeviceShaderClockFeaturesKHR::default();
    let mut maximal = vk::PhysicalDeviceShaderMaximalReconvergenceFeaturesKHR::default();
    let mut rotate = vk::PhysicalDeviceShaderSubgroupRotateFeaturesKHR::default();
    let mut uniform_flow = vk::PhysicalDeviceShaderSubgroupUniformControlFlowFeaturesKHR::default();
    let mut explicit = vk::PhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR::default();
    let mut derivatives = vk::PhysicalDeviceComputeShaderDerivativesFeaturesNV::default();
    let mut sm = vk::PhysicalDeviceShaderSMBuiltinsFeaturesNV::default();

    let mut bfloat16 = missing_in_ash::Bfloat16Features::default();
    let mut float8 = missing_in_ash::Float8Features::default();
    let mut microscaling = missing_in_ash::MicroscalingFeatures::default();
    let mut fma = missing_in_ash::FmaFeatures::default();
    let mut long_vector = missing_in_ash::LongVectorFeatures::default();
    let mut matrix_2 = missing_in_ash::CooperativeMatrix2Features::default();
    let mut matrix_decode = missing_in_ash::CooperativeMatrixDecodeVectorFeatures::default();
    let mut matrix_ext = missing_in_ash::CooperativeMatrixMaintenance1Features::default();
    let mut vector = missing_in_ash::CooperativeVectorFeatures::default();
    let mut replicated = missing_in_ash::ReplicatedCompositesFeatures::default();

    let mut all =
        vk::PhysicalDeviceFeatures2::default().push_next(&mut v11).push_next(&mut v12).push_next(&mut v13);
    // The chain must not contain structures of unsupported extensions.
    macro_rules! push {
        ($($extension:expr => $structure:ident),+ $(,)?) => {
            $(if has($extension) { all = all.push_next(&mut $structure); })+
        };
    }
    push!(
        ash::ext::shader_atomic_float::NAME => float,
        ash::ext::shader_atomic_float2::NAME => float2,
        ash::nv::shader_atomic_float16_vector::NAME => half2,
        ash::ext::shader_image_atomic_int64::NAME => image64,
        ash::khr::acceleration_structure::NAME => structures,
        ash::khr::ray_query::NAME => ray_query,
        ash::khr::ray_tracing_position_fetch::NAME => positions,
        ash::khr::cooperative_matrix::NAME => matrix,
        ash::nv::cooperative_matrix::NAME => matrix_nv,
        ash::khr::shader_clock::NAME => clock,
        ash::khr::shader_maximal_reconvergence::NAME => maximal,
        ash::khr::shader_subgroup_rotate::NAME => rotate,
        ash::khr::shader_subgroup_uniform_control_flow::NAME => uniform_flow,
        ash::khr::workgroup_memory_explicit_layout::NAME => explicit,
        ash::nv::compute_shader_derivatives::NAME => derivatives,
        ash::nv::shader_sm_builtins::NAME => sm,
        missing_in_ash::BFLOAT16 => bfloat16,
        missing_in_ash::FLOAT8 => float8,
        missing_in_ash::MICROSCALING => microscaling,
        missing_in_ash::FMA => fma,
        missing_in_ash::LONG_VECTOR => long_vector,
        missing_in_ash::COOPERATIVE_MATRIX_2 => matrix_2,
        missing_in_ash::COOPERATIVE_MATRIX_DECODE_VECTOR => matrix_decode,
        missing_in_ash::COOPERATIVE_MATRIX_MAINTENANCE_1 => matrix_ext,
        missing_in_ash::COOPERATIVE_VECTOR => vector,
        missing_in_ash::REPLICATED_COMPOSITES => replicated,
    );
    // SAFETY: `physical` comes from `instance`; the chain outlives the call.
    unsafe { instance.get_physical_device_features2(physical, &mut all) };
    if bounds == BufferBounds::Unchecked {
        all.features.robust_buffer_access = vk::FALSE;
    }
    let base = all.features;

    let priorities = [1.0];
    let queues =
        [vk::DeviceQueueCreateInfo::default().queue_family_index(queue_family).queue_priorities(&priorities)];
    let info = vk::DeviceCreateInfo::default()
        .queue_create_infos(&queues)
        .enabled_extension_names(&extensions)
        .push_next(&mut all);
    // SAFETY: the extensions and features were reported by this device; everything outlives the call.
    let device = unsafe { instance.create_device(physical, &info, None) }.context("the device")?;

    let mut features = enabled! {
        base =>
            robust_buffer_access = "robustBufferAccess",
            image_cube_array = "imageCubeArray",
            shader_float64 = "shaderFloat64",
            shader_image_gather_extended = "shaderImageGatherExtended",
            shader_int16 = "shaderInt16",
            shader_int64 = "shaderInt64",
            shader_resource_min_lod = "shaderResourceMinLod",
            shader_resource_residency = "shaderResourceResidency",
            shader_sampled_image_array_dynamic_indexing = "shaderSampledImageArrayDynamicIndexing",
            shader_storage_buffer_array_dynamic_indexing = "shaderStorageBufferArrayDynamicIndexing",
            shader_storage_image_array_dynamic_indexing = "shaderStorageImageArrayDynamicIndexing",
            shader_storage_image_extended_formats = "shaderStorageImageExtendedFormats",
            shader_storage_image_multisample = "shaderStorageImageMultisample",
            shader_storage_image_read_without_format = "shaderStorageImageReadWithoutFormat",
            shader_storage_image_write_without_format = "shaderStorageImageWriteWithoutFormat",
            shader_uniform_buffer_array_dynamic_indexing = "shaderUniformBufferArrayDynamicIndexing";
        v11 =>
            storage_buffer16_bit_access = "storageBuffer16BitAccess",
            storage_push_constant16 = "storagePushConstant16",
            uniform_and_storage_buffer16_bit_access = "uniformAndStorageBuffer16BitAccess",
            variable_pointers = "variablePointers",
            variable_pointers_storage_buffer = "variablePointersStorageBuffer";
        v12 =>
            buffer_device_address = "bufferDeviceAddress",
            descriptor_binding_partially_bound = "descriptorBindingPartiallyBound",
            runtime_descriptor_array = "runtimeDescriptorArray",
            scalar_block_layout = "scalarBlockLayout",
            shader_buffer_int64_atomics = "shaderBufferInt64Atomics",
            shader_float16 = "shaderFloat16",
            shader_int8 = "shaderInt8",
            shader_sampled_image_array_non_uniform_indexing = "shaderSampledImageArrayNonUniformIndexing",
            shader_shared_int64_atomics = "shaderSharedInt64Atomics",
            shader_storage_buffer_array_non_uniform_indexing = "shaderStorageBufferArrayNonUniformIndexing",
            shader_storage_image_array_non_uniform_indexing = "shaderStorageImageArrayNonUniformIndexing",
            shader_storage_texel_buffer_array_dynamic_indexing = "shaderStorageTexelBufferArrayDynamicIndexing",
            shader_storage_texel_buffer_array_non_uniform_indexing = "shaderStorageTexelBufferArrayNonUniformIndexing",
            shader_uniform_buffer_array_non_uniform_indexing = "shaderUniformBufferArrayNonUniformIndexing",
            shader_uniform_texel_buffer_array_dynamic_indexing = "shaderUniformTexelBufferArrayDynamicIndexing",
            shader_uniform_texel_buffer_array_non_uniform_indexing = "shaderUniformTexelBufferArrayNonUniformIndexing",
            shader_subgroup_extended_types = "shaderSubgroupExtendedTypes",
            storage_buffer8_bit_access = "storageBuffer8BitAccess",
            storage_push_constant8 = "storagePushConstant8",
            uniform_and_storage_buffer8_bit_access = "uniformAndStorageBuffer8BitAccess",
            vulkan_memory_model = "vulkanMemoryModel",
            vulkan_memory_model_device_scope = "vulkanMemoryModelDeviceScope";
        v13 =>
            maintenance4 = "maintenance4",
            shader_integer_dot_product = "shaderIntegerDotProduct",
            shader_zero_initialize_workgroup_memory = "shaderZeroInitializeWorkgroupMemory",
            subgroup_size_control = "subgroupSizeControl";
        float =>
            shader_buffer_float32_atomics = "shaderBufferFloat32Atomics",
            shader_buffer_float32_atomic_add = "shaderBufferFloat32AtomicAdd",
            shader_buffer_float64_atomics = "shaderBufferFloat64Atomics",
            shader_buffer_float64_atomic_add = "shaderBufferFloat64AtomicAdd",
            shader_shared_float32_atomics = "shaderSharedFloat32Atomics",
            shader_shared_float32_atomic_add = "shaderSharedFloat32AtomicAdd",
            shader_shared_float64_atomics = "shaderSharedFloat64Atomics",
            shader_shared_float64_atomic_add = "shaderSharedFloat64AtomicAdd",
            shader_image_float32_atomics = "shaderImageFloat32Atomics",
            shader_image_float32_atomic_add = "shaderImageFloat32AtomicAdd";
        float2 =>
            shader_buffer_float16_atomics = "shaderBufferFloat16Atomics",
            shader_buffer_float16_atomic_add = "shaderBufferFloat16AtomicAdd",
            shader_buffer_float16_atomic_min_max = "shaderBufferFloat16AtomicMinMax",
            shader_buffer_float32_atomic_min_max = "shaderBufferFloat32AtomicMinMax",
            shader_shared_float16_atomic_add = "shaderSharedFloat16AtomicAdd",
            shader_shared_float32_atomic_min_max = "shaderSharedFloat32AtomicMinMax",
            shader_image_float32_atomic_min_max = "shaderImageFloat32AtomicMinMax";
        half2 => shader_float16_vector_atomics = "shaderFloat16VectorAtomics";
        structures => acceleration_structure = "accelerationStructure";
        ray_query => ray_query = "rayQuery";
        positions => ray_tracing_position_fetch = "rayTracingPositionFetch";
        image64 => shader_image_int64_atomics = "shaderImageInt64Atomics";
        matrix => cooperative_matrix = "cooperativeMatrix";
        // Here and below, a suffix distinguishes features that have the same name in several extensions.
        matrix_nv => cooperative_matrix = "cooperativeMatrixNV";
        clock => shader_device_clock = "shaderDeviceClock", shader_subgroup_clock = "shaderSubgroupClock";
        maximal => shader_maximal_reconvergence = "shaderMaximalReconvergence";
        rotate => shader_subgroup_rotate = "shaderSubgroupRotate";
        uniform_flow => shader_subgroup_uniform_control_flow = "shaderSubgroupUniformControlFlow";
        explicit =>
            workgroup_memory_explicit_layout = "workgroupMemoryExplicitLayout",
            workgroup_memory_explicit_layout8_bit_access = "workgroupMemoryExplicitLayout8BitAccess",
            workgroup_memory_explicit_layout16_bit_access = "workgroupMemoryExplicitLayout16BitAccess";
        derivatives =>
            compute_derivative_group_quads = "computeDerivativeGroupQuads",
            compute_derivative_group_linear = "computeDerivativeGroupLinear";
        sm => shader_sm_builtins = "shaderSMBuiltins";
        bfloat16 =>
            shader_bfloat16_type = "shaderBFloat16Type",
            shader_bfloat16_dot_product = "shaderBFloat16DotProduct",
            shader_bfloat16_cooperative_matrix = "shaderBFloat16CooperativeMatrix";
        float8 =>
            shader_float8 = "shaderFloat8",
            shader_float8_cooperative_matrix = "shaderFloat8CooperativeMatrix";
        microscaling =>
            shader_float4 = "shaderFloat4",
            shader_float6 = "shaderFloat6",
            shader_float8_unsigned_e8m0 = "shaderFloat8UnsignedE8M0",
            shader_mx_int8 = "shaderMXInt8";
        fma =>
            shader_fma_float16 = "shaderFmaFloat16",
            shader_fma_float32 = "shaderFmaFloat32",
            shader_fma_float64 = "shaderFmaFloat64";
        long_vector => long_vector = "longVector";
        matrix_2 =>
            workgroup_scope = "cooperativeMatrixWorkgroupScope",
            flexible_dimensions = "cooperativeMatrixFlexibleDimensions",
            reductions = "cooperativeMatrixReductions",
            conversions = "cooperativeMatrixConversions",
            per_element_operations = "cooperativeMatrixPerElementOperations",
            tensor_addressing = "cooperativeMatrixTensorAddressing",
            block_loads = "cooperativeMatrixBlockLoads";
        matrix_decode => decode_vector = "cooperativeMatrixDecodeVector";
        vector => vectors = "cooperativeVector", training = "cooperativeVectorTraining";
        replicated => replicated_composites = "shaderReplicatedComposites";
        // Both cooperative-matrix extensions may enable features of the same name.
        matrix_ext =>
            properties2 = "cooperativeMatrixProperties2",
            reductions = "cooperativeMatrixReductions",
            conversions = "cooperativeMatrixConversionsEXT",
            per_element_operations = "cooperativeMatrixPerElementOperations",
            get_coordinate = "cooperativeMatrixGetCoordinate";
    };
    let mut info = device_info(instance, physical);
    if info.subgroup_size == 32 {
        features.insert(SUBGROUP_SIZE_32);
    }
    info.features.append(&mut features);
    Ok((device, info))
}

/// Subgroup operations and their names in `VkSubgroupFeatureFlagBits`.
const SUBGROUP_OPERATIONS: &[(vk::SubgroupFeatureFlags, &str)] = &[
    (vk::SubgroupFeatureFlags::BASIC, "VK_SUBGROUP_FEATURE_BASIC_BIT"),
    (vk::SubgroupFeatureFlags::VOTE, "VK_SUBGROUP_FEATURE_VOTE_BIT"),
    (vk::SubgroupFeatureFlags::ARITHMETIC, "VK_SUBGROUP_FEATURE_ARITHMETIC_BIT"),
    (vk::SubgroupFeatureFlags::BALLOT, "VK_SUBGROUP_FEATURE_BALLOT_BIT"),
    (vk::SubgroupFeatureFlags::SHUFFLE, "VK_SUBGROUP_FEATURE_SHUFFLE_BIT"),
    (vk::SubgroupFeatureFlags::SHUFFLE_RELATIVE, "VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT"),
    (vk::SubgroupFeatureFlags::CLUSTERED, "VK_SUBGROUP_FEATURE_CLUSTERED_BIT"),
    (vk::SubgroupFeatureFlags::QUAD, "VK_SUBGROUP_FEATURE_QUAD_BIT"),
    (vk::SubgroupFeatureFlags::PARTITIONED_NV, "VK_SUBGROUP_FEATURE_PARTITIONED_BIT_NV"),
];

/// The names, limits and subgroup properties of a device.
fn device_info(instance: &ash::Instance, physical: vk::PhysicalDevice) -> DeviceInfo {
    let mut v11 = vk::PhysicalDeviceVulkan11Properties::default();
    let mut driver = vk::PhysicalDeviceDriverProperties::default();
    let mut all = vk::PhysicalDeviceProperties2::default().push_next(&mut v11).push_next(&mut driver);
    // SAFETY: `physical` comes from `instance`; the chain outlives the call.
    unsafe { instance.get_physical_device_properties2(physical, &mut all) };
    let properties = all.properties;
    let device = text(properties.device_name_as_c_str());
    let info = text(driver.driver_info_as_c_str());
    let limits = Limits {
        group_count: properties.limits.max_compute_work_group_count,
        group_size: properties.limits.max_compute_work_group_size,
        group_invocations: properties.limits.max_compute_work_group_invocations,
        shared_bytes: properties.limits.max_compute_shared_memory_size,
    };
    let in_compute = v11.subgroup_supported_stages.contains(vk::ShaderStageFlags::COMPUTE);
    let operations =
        SUBGROUP_OPERATIONS.iter().filter(|(bit, _)| v11.subgroup_supported_operations.contains(*bit));
    let features = operations.filter(|_| in_compute).map(|(_, name)| *name).collect();
    DeviceInfo { name: format!("{device}, {info}"), subgroup_size: v11.subgroup_size, features, limits }
}

fn text<E>(name: std::result::Result<&CStr, E>) -> String {
    name.map_or_else(|_| "?".to_owned(), |name| name.to_string_lossy().into_owned())
}
