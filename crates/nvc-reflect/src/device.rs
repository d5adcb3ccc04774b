//! Requirements on a Vulkan device.

use serde::{Deserialize, Serialize};

/// Requirements on a Vulkan device.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Vulkan {
    /// Minimum Vulkan version of the device, which is the module's target: `1.0` to `1.4`.
    pub version: String,
    /// Instance extensions to enable, given that version.
    pub instance_extensions: Vec<String>,
    /// Device extensions to enable, given that version.
    pub extensions: Vec<String>,
    /// Device features to enable.
    pub features: Vec<Feature>,
    /// Required properties and limits.
    pub properties: Vec<Property>,
    /// Whether to create the pipeline with `VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT` in
    /// addition to the required subgroup size: the shader relies on full subgroups, and its workgroup
    /// consists of whole ones.
    pub full_subgroups: bool,
}

/// A device feature to enable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Feature {
    /// Structure that contains the feature: `VkPhysicalDeviceFeatures`, or one to chain to
    /// `VkPhysicalDeviceFeatures2`.
    #[serde(rename = "struct")]
    pub structure: String,
    /// Name of the structure member.
    pub member: String,
    /// The structure of a Vulkan version, such as `VkPhysicalDeviceVulkan12Features`, that has a member of
    /// the same name and may be chained instead (not both); null if the target version has none.
    pub core_struct: Option<String>,
}

/// A required device property or limit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Property {
    /// Structure that contains the property: `VkPhysicalDeviceLimits`, or one to chain to
    /// `VkPhysicalDeviceProperties2`.
    #[serde(rename = "struct")]
    pub structure: String,
    /// Name of the structure member, with an index for array elements: `maxComputeWorkGroupSize[0]`.
    pub member: String,
    /// The required value.
    #[serde(rename = "needs")]
    pub requirement: PropertyRequirement,
}

/// The required value of a device property.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PropertyRequirement {
    /// The value must be at least this number.
    AtLeast(u64),
    /// This number or less.
    AtMost(u64),
    /// A mask that contains these bits.
    Contains(Vec<String>),
}
