//! Determines the device features that a module requires, from its capabilities and the widths of its fused multiply-adds.
//!
//! A driver may crash on a module that uses a feature that is not enabled, so a session checks the features before it runs
//! the module.

use crate::DeviceInfo;
use crate::reflect::Module;
use spirv::Capability;
use std::collections::BTreeSet;

/// SPIR-V capabilities and the Vulkan features that they require.
const FEATURES: &[(Capability, &str)] = &[
    (Capability::Float64, "shaderFloat64"),
    (Capability::Float16, "shaderFloat16"),
    (Capability::Int64, "shaderInt64"),
    (Capability::Int64Atomics, "shaderBufferInt64Atomics"),
    (Capability::Int16, "shaderInt16"),
    (Capability::ImageGatherExtended, "shaderImageGatherExtended"),
    (Capability::StorageImageMultisample, "shaderStorageImageMultisample"),
    (Capability::SampledImageArrayDynamicIndexing, "shaderSampledImageArrayDynamicIndexing"),
    (Capability::StorageImageArrayDynamicIndexing, "shaderStorageImageArrayDynamicIndexing"),
    (Capability::ImageCubeArray, "imageCubeArray"),
    (Capability::Int8, "shaderInt8"),
    (Capability::SparseResidency, "shaderResourceResidency"),
    (Capability::MinLod, "shaderResourceMinLod"),
    (Capability::SampledCubeArray, "imageCubeArray"),
    (Capability::ImageMSArray, "shaderStorageImageMultisample"),
    (Capability::StorageImageExtendedFormats, "shaderStorageImageExtendedFormats"),
    (Capability::StorageImageReadWithoutFormat, "shaderStorageImageReadWithoutFormat"),
    (Capability::StorageImageWriteWithoutFormat, "shaderStorageImageWriteWithoutFormat"),
    (Capability::GroupNonUniform, "VK_SUBGROUP_FEATURE_BASIC_BIT"),
    (Capability::GroupNonUniformVote, "VK_SUBGROUP_FEATURE_VOTE_BIT"),
    (Capability::GroupNonUniformArithmetic, "VK_SUBGROUP_FEATURE_ARITHMETIC_BIT"),
    (Capability::GroupNonUniformBallot, "VK_SUBGROUP_FEATURE_BALLOT_BIT"),
    (Capability::GroupNonUniformShuffle, "VK_SUBGROUP_FEATURE_SHUFFLE_BIT"),
    (Capability::GroupNonUniformShuffleRelative, "VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT"),
    (Capability::GroupNonUniformClustered, "VK_SUBGROUP_FEATURE_CLUSTERED_BIT"),
    (Capability::GroupNonUniformQuad, "VK_SUBGROUP_FEATURE_QUAD_BIT"),
    (Capability::WorkgroupMemoryExplicitLayoutKHR, "workgroupMemoryExplicitLayout"),
    (Capability::WorkgroupMemoryExplicitLayout8BitAccessKHR, "workgroupMemoryExplicitLayout8BitAccess"),
    (Capability::WorkgroupMemoryExplicitLayout16BitAccessKHR, "workgroupMemoryExplicitLayout16BitAccess"),
    (Capability::StorageBuffer16BitAccess, "storageBuffer16BitAccess"),
    (Capability::UniformAndStorageBuffer16BitAccess, "uniformAndStorageBuffer16BitAccess"),
    (Capability::VariablePointers, "variablePointers"),
    (Capability::StorageBuffer8BitAccess, "storageBuffer8BitAccess"),
    (Capability::UniformAndStorageBuffer8BitAccess, "uniformAndStorageBuffer8BitAccess"),
    (Capability::Int64ImageEXT, "shaderImageInt64Atomics"),
    (Capability::ComputeDerivativeGroupQuadsKHR, "computeDerivativeGroupQuads"),
    (Capability::GroupNonUniformPartitionedEXT, "VK_SUBGROUP_FEATURE_PARTITIONED_BIT_NV"),
    (Capability::StoragePushConstant16, "storagePushConstant16"),
    (Capability::StoragePushConstant8, "storagePushConstant8"),
    (Capability::VariablePointersStorageBuffer, "variablePointersStorageBuffer"),
    (Capability::GroupNonUniformRotateKHR, "shaderSubgroupRotate"),
    (Capability::UniformBufferArrayDynamicIndexing, "shaderUniformBufferArrayDynamicIndexing"),
    (Capability::StorageBufferArrayDynamicIndexing, "shaderStorageBufferArrayDynamicIndexing"),
    (Capability::UniformBufferArrayNonUniformIndexing, "shaderUniformBufferArrayNonUniformIndexing"),
    (Capability::StorageBufferArrayNonUniformIndexing, "shaderStorageBufferArrayNonUniformIndexing"),
    (
        Capability::UniformTexelBufferArrayNonUniformIndexing,
        "shaderUniformTexelBufferArrayNonUniformIndexing",
    ),
    (
        Capability::StorageTexelBufferArrayNonUniformIndexing,
        "shaderStorageTexelBufferArrayNonUniformIndexing",
    ),
    (Capability::RuntimeDescriptorArray, "runtimeDescriptorArray"),
    (Capability::UniformTexelBufferArrayDynamicIndexing, "shaderUniformTexelBufferArrayDynamicIndexing"),
    (Capability::StorageTexelBufferArrayDynamicIndexing, "shaderStorageTexelBufferArrayDynamicIndexing"),
    (Capability::SampledImageArrayNonUniformIndexing, "shaderSampledImageArrayNonUniformIndexing"),
    (Capability::StorageImageArrayNonUniformIndexing, "shaderStorageImageArrayNonUniformIndexing"),
    (Capability::VulkanMemoryModel, "vulkanMemoryModel"),
    (Capability::VulkanMemoryModelDeviceScope, "vulkanMemoryModelDeviceScope"),
    (Capability::PhysicalStorageBufferAddresses, "bufferDeviceAddress"),
    (Capability::ComputeDerivativeGroupLinearKHR, "computeDerivativeGroupLinear"),
    (Capability::CooperativeMatrixNV, "cooperativeMatrixNV"),
    (Capability::ShaderSMBuiltinsNV, "shaderSMBuiltins"),
    (Capability::AtomicFloat32MinMaxEXT, "shaderBufferFloat32AtomicMinMax"),
    (Capability::AtomicFloat16MinMaxEXT, "shaderBufferFloat16AtomicMinMax"),
    (Capability::AtomicFloat16VectorNV, "shaderFloat16VectorAtomics"),
    (Capability::RayQueryKHR, "rayQuery"),
    (Capability::RayQueryPositionFetchKHR, "rayTracingPositionFetch"),
    (Capability::DotProduct, "shaderIntegerDotProduct"),
    (Capability::CooperativeMatrixKHR, "cooperativeMatrix"),
    (Capability::AtomicFloat32AddEXT, "shaderBufferFloat32AtomicAdd"),
    (Capability::AtomicFloat64AddEXT, "shaderBufferFloat64AtomicAdd"),
    (Capability::AtomicFloat16AddEXT, "shaderBufferFloat16AtomicAdd"),
    (Capability::BFloat16TypeKHR, "shaderBFloat16Type"),
    (Capability::BFloat16DotProductKHR, "shaderBFloat16DotProduct"),
    (Capability::BFloat16CooperativeMatrixKHR, "shaderBFloat16CooperativeMatrix"),
    (Capability::LongVectorEXT, "longVector"),
    (Capability::CooperativeMatrixReductionsNV, "cooperativeMatrixReductions"),
    (Capability::CooperativeMatrixConversionsNV, "cooperativeMatrixConversions"),
    (Capability::CooperativeMatrixPerElementOperationsNV, "cooperativeMatrixPerElementOperations"),
    (Capability::CooperativeMatrixTensorAddressingNV, "cooperativeMatrixTensorAddressing"),
    (Capability::CooperativeMatrixBlockLoadsNV, "cooperativeMatrixBlockLoads"),
    (Capability::TensorAddressingNV, "cooperativeMatrixTensorAddressing"),
    (Capability::CooperativeVectorNV, "cooperativeVector"),
    (Capability::CooperativeVectorTrainingNV, "cooperativeVectorTraining"),
    (Capability::ReplicatedCompositesEXT, "shaderReplicatedComposites"),
    (Capability::Float8EXT, "shaderFloat8"),
    (Capability::Float8CooperativeMatrixEXT, "shaderFloat8CooperativeMatrix"),
];

/// Capabilities that the `spirv` crate lacks, by enumerant (SPV_NV_cooperative_matrix_decode_vector,
/// SPV_EXT_cooperative_matrix_maintenance1, SPV_EXT_ocp_microscaling_types).
const NEWER: &[(u32, &str)] = &[
    (5447, "cooperativeMatrixDecodeVector"),
    (5429, "cooperativeMatrixConversionsEXT"),
    (5438, "cooperativeMatrixGetCoordinate"),
    (4228, "shaderFloat6"),
    (4229, "shaderFloat4"),
    (4230, "shaderFloat8UnsignedE8M0"),
    (4231, "shaderMXInt8"),
];

/// The features for `OpFmaKHR`, by the width of its floats (SPV_KHR_fma).
const FMA: &[(u32, &str)] = &[(16, "shaderFmaFloat16"), (32, "shaderFmaFloat32"), (64, "shaderFmaFloat64")];

/// The distinct features that the module requires but the device lacks.
pub(crate) fn missing(module: &Module, device: &DeviceInfo) -> Vec<&'static str> {
    let known = FEATURES.iter().map(|&(capability, feature)| (capability as u32, feature));
    let all = known.chain(NEWER.iter().copied());
    let required = all.filter(|(capability, _)| module.capabilities.contains(capability));
    let fma = FMA.iter().filter(|(width, _)| module.fma_widths.contains(width));
    let features = required.chain(fma.copied()).map(|(_, feature)| feature);
    let missing: BTreeSet<&str> = features.filter(|feature| !device.has(feature)).collect();
    missing.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_missing_features_are_listed() {
        let module = Module {
            capabilities: [Capability::Shader, Capability::Float64, Capability::Int64]
                .map(|c| c as u32)
                .into(),
            ..Module::default()
        };
        let device = DeviceInfo { features: ["shaderInt64"].into(), ..DeviceInfo::default() };
        assert_eq!(missing(&module, &device), ["shaderFloat64"]);
        let capabilities = [Capability::GroupNonUniform, Capability::GroupNonUniformClustered];
        let capabilities = capabilities.map(|c| c as u32).into();
        let module = Module { capabilities, ..Module::default() };
        let device =
            DeviceInfo { features: ["VK_SUBGROUP_FEATURE_BASIC_BIT"].into(), ..DeviceInfo::default() };
        assert_eq!(missing(&module, &device), ["VK_SUBGROUP_FEATURE_CLUSTERED_BIT"]);
        let capabilities =
            [Capability::TensorAddressingNV as u32, Capability::CooperativeMatrixTensorAddressingNV as u32];
        let module = Module { capabilities: capabilities.into(), ..Module::default() };
        assert_eq!(missing(&module, &DeviceInfo::default()), ["cooperativeMatrixTensorAddressing"]);
        let module = Module { fma_widths: [32, 64].into(), ..Module::default() };
        let device = DeviceInfo { features: ["shaderFmaFloat32"].into(), ..DeviceInfo::default() };
        assert_eq!(missing(&module, &device), ["shaderFmaFloat64"]);
    }
}
