//! The name, features and limits of a device.

use std::collections::BTreeSet;
use std::fmt;

/// The name, features and limits of a device.
#[derive(Debug, Clone, Default)]
pub struct DeviceInfo {
    /// The names of the device and its driver.
    pub name: String,
    /// The number of invocations per subgroup.
    pub subgroup_size: u32,
    /// The names of the enabled Vulkan features and of the `VkSubgroupFeatureFlagBits` that compute shaders
    /// support; also `subgroupSize32` if subgroups have 32 invocations.
    pub features: BTreeSet<&'static str>,
    /// Limits of a dispatch.
    pub limits: Limits,
}

/// Limits of a dispatch, from `VkPhysicalDeviceLimits`.
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

/// The pseudo-feature in [`DeviceInfo::features`] for subgroups of 32 invocations.
pub(crate) const SUBGROUP_SIZE_32: &str = "subgroupSize32";

impl DeviceInfo {
    /// Whether a feature is enabled.
    pub fn has(&self, feature: &str) -> bool {
        self.features.contains(feature)
    }
}

/// Formats as lines: the name, the subgroup size, then one line per feature.
impl fmt::Display for DeviceInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\nsubgroup size {}", self.name, self.subgroup_size)?;
        for feature in &self.features {
            writeln!(f, "{feature}")?;
        }
        Ok(())
    }
}
