//! Limits of the device that a shader comes near: those above what every device has.

use crate::{Extent, Need, Property, Reflection};

const LIMITS: &str = "VkPhysicalDeviceLimits";
const SUBGROUP_SIZE: &str = "VkPhysicalDeviceSubgroupSizeControlProperties";

/// What every Vulkan device has (Vulkan 1.0, "Required Limits").
mod least {
    pub(super) const GROUP_SIZE: [u64; 3] = [128, 128, 64];
    pub(super) const GROUP_INVOCATIONS: u64 = 128;
    pub(super) const SHARED_BYTES: u64 = 16384;
    pub(super) const PUSH_CONSTANT_BYTES: u64 = 128;
    pub(super) const DESCRIPTOR_SETS: u64 = 4;
    pub(super) const UNIFORM_BYTES: u64 = 16384;
}

/// What a device has to have of limits. Sizes that a pipeline sets are the caller's to check.
pub(super) fn collect(reflection: &Reflection) -> Vec<Property> {
    let mut found = Vec::new();
    let mut at_least = |member: String, number: u64, least: u64| {
        if number > least {
            found.push(Property { structure: LIMITS.into(), member, needs: Need::AtLeast(number) });
        }
    };
    for (axis, (extent, least)) in reflection.workgroup_size.iter().zip(least::GROUP_SIZE).enumerate() {
        if let Extent::Fixed(size) = *extent {
            at_least(format!("maxComputeWorkGroupSize[{axis}]"), size.into(), least);
        }
    }
    let invocations = invocations(reflection);
    at_least("maxComputeWorkGroupInvocations".into(), invocations.unwrap_or(0), least::GROUP_INVOCATIONS);
    at_least("maxComputeSharedMemorySize".into(), reflection.shared_bytes, least::SHARED_BYTES);
    let push = reflection.push_constants.bytes.into();
    at_least("maxPushConstantsSize".into(), push, least::PUSH_CONSTANT_BYTES);
    let sets = reflection.resources.iter().map(|resource| u64::from(resource.set) + 1).max();
    at_least("maxBoundDescriptorSets".into(), sets.unwrap_or(0), least::DESCRIPTOR_SETS);
    let uniforms =
        reflection.resources.iter().filter(|r| r.descriptor == crate::DescriptorType::UniformBuffer);
    let uniform_bytes = uniforms.filter_map(|resource| resource.bytes).max();
    at_least("maxUniformBufferRange".into(), uniform_bytes.unwrap_or(0), least::UNIFORM_BYTES);
    found
}

/// What a device has to have where the shader needs subgroups of one size.
pub(super) fn subgroups(reflection: &Reflection, size: u32) -> Vec<Property> {
    let property =
        |member: &str, needs| Property { structure: SUBGROUP_SIZE.into(), member: member.into(), needs };
    let mut found = vec![
        property("minSubgroupSize", Need::AtMost(size.into())),
        property("maxSubgroupSize", Need::AtLeast(size.into())),
        property("requiredSubgroupSizeStages", Need::Contains(vec!["VK_SHADER_STAGE_COMPUTE_BIT".into()])),
    ];
    if let Some(invocations) = invocations(reflection) {
        let subgroups = invocations.div_ceil(u64::from(size.max(1)));
        found.push(property("maxComputeWorkgroupSubgroups", Need::AtLeast(subgroups)));
    }
    found
}

/// Invocations of a work group, where they are known.
fn invocations(reflection: &Reflection) -> Option<u64> {
    reflection.workgroup_size.iter().try_fold(1u64, |product, extent| match *extent {
        Extent::Fixed(size) => Some(product.saturating_mul(size.into())),
        Extent::Specialized { .. } => None,
    })
}
