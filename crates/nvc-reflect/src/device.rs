//! What a Vulkan device has to have and to enable.

use serde::{Deserialize, Serialize};

/// What a Vulkan device has to have and to enable.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Vulkan {
    /// Vulkan version that the module is for, and the least that the device has to have: `1.0` to `1.4`.
    pub version: String,
    /// Instance extensions to enable with that version.
    pub instance_extensions: Vec<String>,
    /// Device extensions to enable with that version.
    pub extensions: Vec<String>,
    /// Device features to enable.
    pub features: Vec<Feature>,
    /// Properties and limits that the device has to have.
    pub properties: Vec<Property>,
    /// Whether the pipeline wants `VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT` beside
    /// the required subgroup size: the shader counts on full subgroups and its work group is made of
    /// whole ones.
    pub full_subgroups: bool,
}

/// A device feature to enable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Feature {
    /// The structure that has it: `VkPhysicalDeviceFeatures`, or one to chain to
    /// `VkPhysicalDeviceFeatures2`.
    #[serde(rename = "struct")]
    pub structure: String,
    /// Its member there.
    pub member: String,
    /// The structure of a whole Vulkan version that has a member of the same name, for who chains that
    /// one instead (one may not chain both); null if there is none in the version compiled for.
    pub core_struct: Option<String>,
}

/// A property or limit that a device has to have.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Property {
    /// The structure that has it: `VkPhysicalDeviceLimits`, or one to chain to
    /// `VkPhysicalDeviceProperties2`.
    #[serde(rename = "struct")]
    pub structure: String,
    /// Its member there; elements of arrays with their index, as in `maxComputeWorkGroupSize[0]`.
    pub member: String,
    /// What it has to be.
    pub needs: Need,
}

/// What a property has to be.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Need {
    /// This number or more.
    AtLeast(u64),
    /// This number or less.
    AtMost(u64),
    /// A mask with these bits.
    Contains(Vec<String>),
}
