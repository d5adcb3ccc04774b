//! Collects the device limits that a shader requires beyond the minimum that every device supports, and the properties that
//! cooperative vectors, long vectors and a fixed subgroup size require.

use crate::{Extent, Property, PropertyRequirement, Reflection};
use nvc_ir::coop_vector::ComponentType;
use nvc_ir::types::{IdVectorType, Length};
use nvc_ir::{Module, Op, Type, Types};
use nvc_spirv::Declared;

const LIMITS: &str = "VkPhysicalDeviceLimits";
const VECTORS: &str = "VkPhysicalDeviceCooperativeVectorPropertiesNV";
const LONG_VECTORS: &str = "VkPhysicalDeviceShaderLongVectorPropertiesEXT";
const SUBGROUP_SIZE: &str = "VkPhysicalDeviceSubgroupSizeControlProperties";

/// The limits that every device supports (Vulkan 1.0, "Required Limits").
mod guaranteed {
    pub(super) const GROUP_SIZE: [u64; 3] = [128, 128, 64];
    pub(super) const GROUP_INVOCATIONS: u64 = 128;
    pub(super) const SHARED_BYTES: u64 = 16384;
    pub(super) const PUSH_CONSTANT_BYTES: u64 = 128;
    pub(super) const DESCRIPTOR_SETS: u64 = 4;
    pub(super) const UNIFORM_BYTES: u64 = 16384;
    /// VK_EXT_shader_long_vector
    pub(super) const VECTOR_COMPONENTS: u64 = 1024;
}

/// Collects the required limits. A work group size that depends on specialization constants adds no
/// requirement; the application must compare the final size with the device's limits.
pub(super) fn collect(reflection: &Reflection) -> Vec<Property> {
    let mut found = Vec::new();
    let mut at_least = |member: String, number: u64, guaranteed: u64| {
        if number > guaranteed {
            found.push(Property {
                structure: LIMITS.into(),
                member,
                requirement: PropertyRequirement::AtLeast(number),
            });
        }
    };
    for (axis, (extent, guaranteed)) in
        reflection.workgroup_size.iter().zip(guaranteed::GROUP_SIZE).enumerate()
    {
        if let Extent::Fixed(size) = *extent {
            at_least(format!("maxComputeWorkGroupSize[{axis}]"), size.into(), guaranteed);
        }
    }
    let invocations = invocations(reflection);
    at_least(
        "maxComputeWorkGroupInvocations".into(),
        invocations.unwrap_or(0),
        guaranteed::GROUP_INVOCATIONS,
    );
    at_least("maxComputeSharedMemorySize".into(), reflection.shared_bytes, guaranteed::SHARED_BYTES);
    let push = reflection.push_constants.bytes.into();
    at_least("maxPushConstantsSize".into(), push, guaranteed::PUSH_CONSTANT_BYTES);
    let sets = reflection.resources.iter().map(|resource| u64::from(resource.set) + 1).max();
    at_least("maxBoundDescriptorSets".into(), sets.unwrap_or(0), guaranteed::DESCRIPTOR_SETS);
    let uniforms =
        reflection.resources.iter().filter(|r| r.descriptor == crate::DescriptorType::UniformBuffer);
    let uniform_bytes = uniforms.filter_map(|resource| resource.bytes).max();
    at_least("maxUniformBufferRange".into(), uniform_bytes.unwrap_or(0), guaranteed::UNIFORM_BYTES);
    found
}

/// Collects the properties that vectors require: their length, unless it depends on specialization or every device supports
/// it, and the types of accumulations.
pub(super) fn vectors(module: &Module, declared: &Declared) -> Vec<Property> {
    let lengths = declared.types.iter().filter_map(|&ty| match module.types.id_vector(ty)? {
        IdVectorType { length: Length::Fixed(count), cooperative: true, .. } => Some(count),
        _ => None,
    });
    let length = lengths.max().map(|count| ("maxCooperativeVectorComponents", u64::from(count)));
    let accumulated = |wanted: Type| {
        let mut insts =
            module.functions.values().flat_map(|func| func.insts().map(move |(_, data)| (func, data)));
        insts.any(|(func, data)| match (data.op, &data.args[..]) {
            (Op::CoopVecReduceSum, &[_, _, vector]) => module.types.scalar(func.ty(vector)) == wanted,
            (Op::CoopVecOuterProduct, &[_, _, _, _, _, interpretation, _]) => {
                let number = func.as_bits(interpretation).and_then(|bits| u32::try_from(bits).ok());
                number.and_then(ComponentType::from_number).is_some_and(|component| component.ty == wanted)
            }
            _ => false,
        })
    };
    let half = accumulated(Types::F16).then_some(("cooperativeVectorTrainingFloat16Accumulation", 1));
    let single = accumulated(Types::F32).then_some(("cooperativeVectorTrainingFloat32Accumulation", 1));
    let cooperative = length.into_iter().chain(half).chain(single);
    let long = declared.types.iter().map(|&ty| u64::from(module.types.components(ty))).max();
    let long = long.filter(|&count| count > guaranteed::VECTOR_COMPONENTS);
    let property = |structure: &str, member: &str, number: u64| Property {
        structure: structure.into(),
        member: member.into(),
        requirement: PropertyRequirement::AtLeast(number),
    };
    let cooperative = cooperative.map(|(member, number)| property(VECTORS, member, number));
    cooperative.chain(long.map(|count| property(LONG_VECTORS, "maxVectorComponents", count))).collect()
}

/// Collects the properties that a fixed subgroup size requires.
pub(super) fn subgroups(reflection: &Reflection, size: u32) -> Vec<Property> {
    let property = |member: &str, requirement| Property {
        structure: SUBGROUP_SIZE.into(),
        member: member.into(),
        requirement,
    };
    let mut found = vec![
        property("minSubgroupSize", PropertyRequirement::AtMost(size.into())),
        property("maxSubgroupSize", PropertyRequirement::AtLeast(size.into())),
        property(
            "requiredSubgroupSizeStages",
            PropertyRequirement::Contains(vec!["VK_SHADER_STAGE_COMPUTE_BIT".into()]),
        ),
    ];
    if let Some(invocations) = invocations(reflection) {
        let subgroups = invocations.div_ceil(u64::from(size.max(1)));
        found.push(property("maxComputeWorkgroupSubgroups", PropertyRequirement::AtLeast(subgroups)));
    }
    found
}

/// Returns the number of invocations in a work group; `None` if it depends on specialization.
fn invocations(reflection: &Reflection) -> Option<u64> {
    reflection.workgroup_size.iter().try_fold(1u64, |product, extent| match *extent {
        Extent::Fixed(size) => Some(product.saturating_mul(size.into())),
        Extent::Specialized { .. } => None,
    })
}
