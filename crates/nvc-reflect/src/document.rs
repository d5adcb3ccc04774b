//! The reflection document.

use crate::{CooperativeMatrices, Extent, Field, HeapDescriptors, Resource, Scalar, Struct, Vulkan};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Version of the document's format. It is incremented when a member is removed or changes its meaning, but
/// not when one is added.
pub const SCHEMA_VERSION: u32 = 1;

/// The interface of a compiled shader.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Reflection {
    /// Version of the document's format: 1.
    pub schema_version: u32,
    /// Source language: `nvasm` or `glsl`.
    pub language: String,
    /// Name of the entry point.
    pub entry_point: String,
    /// Pipeline stage.
    pub stage: Stage,
    /// Workgroup size in x, y and z: numbers, or the specialization constants that set them.
    pub workgroup_size: [Extent; 3],
    /// Bytes of shared memory per workgroup, with the defaults of the specialization constants.
    pub shared_bytes: u64,
    /// The push constant block.
    pub push_constants: PushConstants,
    /// Descriptors that the shader uses, by set and binding.
    pub resources: Vec<Resource>,
    /// Descriptors that the shader accesses in heaps; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub heap_descriptors: Vec<HeapDescriptors>,
    /// Specialization constants, by id.
    pub specialization_constants: Vec<SpecConstant>,
    /// Struct types that members of blocks refer to by name.
    pub structs: Vec<Struct>,
    /// Cooperative matrices that the shader uses.
    pub cooperative_matrices: CooperativeMatrices,
    /// Target environment of the module: `vulkan1.0` to `vulkan1.4`.
    pub target_env: String,
    /// SPIR-V version of the module, such as `1.5`.
    pub spirv_version: String,
    /// SPIR-V capabilities that the module declares.
    pub capabilities: Vec<String>,
    /// SPIR-V extensions that the module declares.
    pub extensions: Vec<String>,
    /// Requirements on a Vulkan device.
    pub vulkan: Vulkan,
    /// Required subgroup size; null if any size works.
    pub subgroup_size: Option<u32>,
}

impl Reflection {
    /// Serializes the document as JSON, with a final newline.
    ///
    /// # Errors
    /// Never for a document that the compiler produced.
    pub fn to_json(&self) -> Result<String, WriteError> {
        let mut text = serde_json::to_string_pretty(self).map_err(WriteError)?;
        text.push('\n');
        Ok(text)
    }

    /// Parses a JSON document.
    ///
    /// # Errors
    /// [`ReadError`] if the text is not JSON, or is not a document of this format version.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        serde_json::from_str(text).map_err(ReadError)
    }
}

/// The error for a text that is not a reflection document.
#[derive(Debug)]
pub struct ReadError(serde_json::Error);

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a reflection document of version {SCHEMA_VERSION}")
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

/// The error for a document that cannot be written as JSON.
#[derive(Debug)]
pub struct WriteError(pub(crate) serde_json::Error);

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the reflection document cannot be written as JSON")
    }
}

impl std::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

/// A pipeline stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Stage {
    /// A compute shader.
    #[default]
    Compute,
}

/// The push constant block.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PushConstants {
    /// Bytes of the push constant range in the pipeline layout, from offset 0; 0 if there is none.
    pub bytes: u32,
    /// Members, in order of offset.
    pub members: Vec<Field>,
}

/// A specialization constant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SpecConstant {
    /// Id (`VkSpecializationMapEntry::constantID`).
    pub id: u32,
    /// Name in the source, or its purpose.
    pub name: String,
    /// Type. A `bool` is set by a `VkBool32`.
    #[serde(rename = "type")]
    pub ty: Scalar,
    /// Size in bytes (`VkSpecializationMapEntry::size`).
    pub bytes: u32,
    /// Default value; null if JSON cannot represent it (infinities, NaNs).
    pub default: Option<SpecValue>,
    /// Bits of the default value, such as `0x3f800000`.
    pub default_bits: String,
}

/// A value of a specialization constant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum SpecValue {
    /// A boolean.
    Bool(bool),
    /// A non-negative integer.
    Unsigned(u64),
    /// A negative integer.
    Signed(i64),
    /// A finite float.
    Float(f64),
}
