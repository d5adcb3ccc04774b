//! Descriptors.

use crate::Field;
use serde::{Deserialize, Serialize};

/// A descriptor binding that the shader uses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Resource {
    /// Class of the source's resource: `uniform`, `storage`, `counter`, `texture`, `image`, `bindless`
    /// or `parameter`.
    pub class: String,
    /// Descriptor set.
    pub set: u32,
    /// Binding in the set.
    pub binding: u32,
    /// Number of descriptors; null for an unbounded array.
    pub count: Option<u32>,
    /// Its name in the source.
    pub name: String,
    /// Its number in the source: binding point, unit, or number of the bindless heap.
    pub index: u32,
    /// What the shader does with it.
    pub access: Access,
    /// The kind of descriptor.
    #[serde(rename = "type")]
    pub descriptor: DescriptorType,
    /// Bytes of the declared block, which the bound range has to have at least; a runtime array at its
    /// end counts nothing. Null for what is no buffer.
    pub bytes: Option<u64>,
    /// What lies in the buffer; null for what is no buffer, and where the source addresses its bytes.
    pub block: Option<Block>,
    /// The image types that it is seen as; empty for what is no image.
    pub images: Vec<Image>,
}

/// What a shader does with a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// It is read and never written.
    Read,
    /// It is written and never read.
    Write,
    /// It may be read and written.
    ReadWrite,
}

/// A kind of descriptor: Vulkan's `VkDescriptorType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DescriptorType {
    /// `VK_DESCRIPTOR_TYPE_SAMPLER`
    Sampler,
    /// `VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER`
    CombinedImageSampler,
    /// `VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE`
    SampledImage,
    /// `VK_DESCRIPTOR_TYPE_STORAGE_IMAGE`
    StorageImage,
    /// `VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER`
    UniformTexelBuffer,
    /// `VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER`
    StorageTexelBuffer,
    /// `VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER`
    UniformBuffer,
    /// `VK_DESCRIPTOR_TYPE_STORAGE_BUFFER`
    StorageBuffer,
}

/// What lies in a buffer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Block {
    /// The block's name in the source.
    pub name: String,
    /// Its members, in the order of the source.
    pub members: Vec<Field>,
}

/// An image type that descriptors are seen as.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Image {
    /// Dimensionality: `1d`, `2d`, `3d`, `cube`, `rect` or `buffer`.
    pub dim: String,
    /// What the components of a texel are: `f32`, `i32` or `u32`.
    pub texel: crate::Scalar,
    /// Whether it has layers.
    pub arrayed: bool,
    /// Whether it is multisampled.
    pub multisampled: bool,
    /// Whether it is compared with a reference.
    pub depth: bool,
    /// Texel format of a storage image in SPIR-V's words, such as `R32ui`; null if the descriptor's
    /// own counts.
    pub format: Option<String>,
}
