//! The document as a whole.

use crate::{CooperativeMatrices, Extent, Field, Resource, Scalar, Struct, Vulkan};
use serde::{Deserialize, Serialize};

/// Version of the document's form. It grows when a member changes its meaning or goes; new members
/// leave it as it is.
pub const SCHEMA_VERSION: u32 = 1;

/// The interface of a compiled shader.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Reflection {
    /// Version of the document's form: 1.
    pub schema_version: u32,
    /// Source language: `nvasm` or `glsl`.
    pub language: String,
    /// Name of the entry point.
    pub entry_point: String,
    /// Pipeline stage.
    pub stage: Stage,
    /// Invocations of a work group in x, y and z: a number each, or the specialization constant that
    /// sets it.
    pub workgroup_size: [Extent; 3],
    /// Bytes of shared memory that a work group takes, with the defaults of the specialization
    /// constants.
    pub shared_bytes: u64,
    /// The push constant block.
    pub push_constants: PushConstants,
    /// Descriptors that the shader uses, by set and binding.
    pub resources: Vec<Resource>,
    /// Constants that a pipeline may set, by id.
    pub specialization_constants: Vec<SpecConstant>,
    /// Struct types that members of blocks refer to by name.
    pub structs: Vec<Struct>,
    /// Cooperative matrices that the shader uses.
    pub cooperative_matrices: CooperativeMatrices,
    /// What the module was compiled for: `vulkan1.0` to `vulkan1.4`.
    pub target_env: String,
    /// SPIR-V version of the module, such as `1.5`.
    pub spirv_version: String,
    /// SPIR-V capabilities that the module declares.
    pub capabilities: Vec<String>,
    /// SPIR-V extensions that the module declares.
    pub extensions: Vec<String>,
    /// What a Vulkan device has to have and to enable.
    pub vulkan: Vulkan,
    /// Subgroup size that the shader's meaning needs; null if any will do.
    pub subgroup_size: Option<u32>,
}

impl Reflection {
    /// The document as text, which ends with a newline.
    ///
    /// # Errors
    /// Never for what [`crate::reflect`] makes.
    pub fn to_json(&self) -> serde_json::Result<String> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        Ok(text)
    }

    /// Reads the text of a document.
    ///
    /// # Errors
    /// If the text is no document of this version's form.
    pub fn from_json(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
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
    /// Bytes of the range that a pipeline layout needs, from offset 0; 0 if there are none.
    pub bytes: u32,
    /// What lies in it, by offset.
    pub members: Vec<Field>,
}

/// A constant that a pipeline may set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SpecConstant {
    /// The number that the pipeline sets it by (`VkSpecializationMapEntry::constantID`).
    pub id: u32,
    /// Its name in the source, or what it stands for.
    pub name: String,
    /// Its type. A `bool` is set by a `VkBool32`.
    #[serde(rename = "type")]
    pub ty: Scalar,
    /// Bytes of the value that a pipeline gives (`VkSpecializationMapEntry::size`).
    pub bytes: u32,
    /// The value if the pipeline gives none; null if JSON has no number for it (infinities, NaNs).
    pub default: Option<SpecValue>,
    /// The bits of that value, such as `0x3f800000`.
    pub default_bits: String,
}

/// A value of a specialization constant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum SpecValue {
    /// A truth value.
    Bool(bool),
    /// A positive integer or zero.
    Unsigned(u64),
    /// A negative integer.
    Signed(i64),
    /// A finite float.
    Float(f64),
}
