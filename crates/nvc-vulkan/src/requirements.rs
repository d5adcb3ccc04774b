//! Which device features a module's capabilities need.
//!
//! A driver that gets a module beyond its features may crash, so modules are checked before.
use crate::{Facts, Module};

/// SPIR-V *Capability* number and the Vulkan feature that stands for it.
const NEEDS: &[(u32, &str)] = &[
    (10, "shaderFloat64"),
    (9, "shaderFloat16"),
    (11, "shaderInt64"),
    (12, "shaderBufferInt64Atomics"),
    (22, "shaderInt16"),
    (25, "shaderImageGatherExtended"),
    (27, "shaderStorageImageMultisample"),
    (29, "shaderSampledImageArrayDynamicIndexing"),
    (31, "shaderStorageImageArrayDynamicIndexing"),
    (34, "imageCubeArray"),
    (39, "shaderInt8"),
    (41, "shaderResourceResidency"),
    (42, "shaderResourceMinLod"),
    (45, "imageCubeArray"),
    (48, "shaderStorageImageMultisample"),
    (49, "shaderStorageImageExtendedFormats"),
    (55, "shaderStorageImageReadWithoutFormat"),
    (56, "shaderStorageImageWriteWithoutFormat"),
    (61, "VK_SUBGROUP_FEATURE_BASIC_BIT"),
    (62, "VK_SUBGROUP_FEATURE_VOTE_BIT"),
    (63, "VK_SUBGROUP_FEATURE_ARITHMETIC_BIT"),
    (64, "VK_SUBGROUP_FEATURE_BALLOT_BIT"),
    (65, "VK_SUBGROUP_FEATURE_SHUFFLE_BIT"),
    (66, "VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT"),
    (67, "VK_SUBGROUP_FEATURE_CLUSTERED_BIT"),
    (68, "VK_SUBGROUP_FEATURE_QUAD_BIT"),
    (4428, "workgroupMemoryExplicitLayout"),
    (4429, "workgroupMemoryExplicitLayout8BitAccess"),
    (4430, "workgroupMemoryExplicitLayout16BitAccess"),
    (4433, "storageBuffer16BitAccess"),
    (4434, "uniformAndStorageBuffer16BitAccess"),
    (4442, "variablePointers"),
    (4448, "storageBuffer8BitAccess"),
    (4449, "uniformAndStorageBuffer8BitAccess"),
    (5016, "shaderImageInt64Atomics"),
    (5288, "computeDerivativeGroupQuads"),
    (5297, "VK_SUBGROUP_FEATURE_PARTITIONED_BIT_NV"),
    (5302, "runtimeDescriptorArray"),
    (5304, "shaderUniformTexelBufferArrayDynamicIndexing"),
    (5305, "shaderStorageTexelBufferArrayDynamicIndexing"),
    (5307, "shaderSampledImageArrayNonUniformIndexing"),
    (5309, "shaderStorageImageArrayNonUniformIndexing"),
    (5345, "vulkanMemoryModel"),
    (5347, "bufferDeviceAddress"),
    (5350, "computeDerivativeGroupLinear"),
    (5357, "cooperativeMatrixNV"),
    (5373, "shaderSMBuiltins"),
    (5612, "shaderBufferFloat32AtomicMinMax"),
    (6019, "shaderIntegerDotProduct"),
    (6022, "cooperativeMatrix"),
    (6033, "shaderBufferFloat32AtomicAdd"),
    (6034, "shaderBufferFloat64AtomicAdd"),
    (6095, "shaderBufferFloat16AtomicAdd"),
];

/// The features that the module needs and the device lacks.
pub(crate) fn missing(module: &Module, facts: &Facts) -> Vec<&'static str> {
    let needed = NEEDS.iter().filter(|(capability, _)| module.capabilities.contains(capability));
    needed.map(|(_, feature)| *feature).filter(|feature| !facts.has(feature)).collect()
}

#[cfg(test)]
mod tests {
    use super::missing;
    use crate::{Facts, Module};

    #[test]
    fn only_missing_features_are_named() {
        let module = Module { capabilities: vec![1, 10, 11], ..Module::default() };
        let facts = Facts { features: ["shaderInt64"].into(), ..Facts::default() };
        assert_eq!(missing(&module, &facts), ["shaderFloat64"]);
        let module = Module { capabilities: vec![61, 67], ..Module::default() };
        let facts = Facts { features: ["VK_SUBGROUP_FEATURE_BASIC_BIT"].into(), ..Facts::default() };
        assert_eq!(missing(&module, &facts), ["VK_SUBGROUP_FEATURE_CLUSTERED_BIT"]);
    }
}
