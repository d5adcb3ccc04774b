//! What a device can do, by the names of Vulkan's features.
use std::collections::BTreeSet;
use std::fmt;

/// Name and abilities of a device.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// Device and driver name.
    pub name: String,
    /// Invocations of a subgroup.
    pub subgroup_size: u32,
    /// Vulkan features that are on, with `subgroupSize32` among them where subgroups are 32 wide, and the
    /// `VkSubgroupFeatureFlagBits` of what subgroups of compute shaders can do.
    pub features: BTreeSet<&'static str>,
    /// How large a dispatch may be.
    pub limits: Limits,
}

/// Limits of a dispatch, members of `VkPhysicalDeviceLimits`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// `maxComputeWorkGroupCount`
    pub group_count: [u32; 3],
    /// `maxComputeWorkGroupSize`
    pub group_size: [u32; 3],
    /// `maxComputeWorkGroupInvocations`
    pub group_invocations: u32,
    /// `maxComputeSharedMemorySize`
    pub shared_bytes: u32,
}

/// The name that stands for 32-wide subgroups among the features.
pub(crate) const SUBGROUP_SIZE_32: &str = "subgroupSize32";

impl Facts {
    /// Whether the device has a feature.
    pub fn has(&self, feature: &str) -> bool {
        self.features.contains(feature)
    }
}

impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\nsubgroup size {}", self.name, self.subgroup_size)?;
        for feature in &self.features {
            writeln!(f, "{feature}")?;
        }
        Ok(())
    }
}
