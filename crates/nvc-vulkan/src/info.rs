//! The name, features and limits of a device.

use std::collections::BTreeSet;
use std::fmt;

/// The name, features and limits of a device.
#[derive(Debug, Clone, Default)]
pub struct DeviceInfo {
    /// The names of the device and its driver.
    pub name: String,
    /// Invocations per subgroup.
    pub subgroup_size: u32,
    /// The names of the enabled Vulkan features, of the `VkSubgroupFeatureFlagBits` that compute shaders
    /// support, and `subgroupSize32` if subgroups are 32 wide.
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

/// The name among the features that means 32-wide subgroups.
pub(crate) const SUBGROUP_SIZE_32: &str = "subgroupSize32";

impl DeviceInfo {
    /// Whether a feature is enabled.
    pub fn has(&self, feature: &str) -> bool {
        self.features.contains(feature)
    }
}

/// One line each for the name, the subgroup size and every feature.
impl fmt::Display for DeviceInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\nsubgroup size {}", self.name, self.subgroup_size)?;
        for feature in &self.features {
            writeln!(f, "{feature}")?;
        }
        Ok(())
    }
}
