//! Descriptor bindings.

use crate::Field;
use serde::{Deserialize, Serialize};

/// A descriptor binding that the shader uses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Resource {
    /// Resource class in the source: `uniform`, `storage`, `counter`, `texture`, `image`, `bindless`
    /// or `parameter`.
    pub class: String,
    /// Descriptor set.
    pub set: u32,
    /// Binding in the set.
    pub binding: u32,
    /// Number of descriptors; null for an unbounded array.
    pub count: Option<u32>,
    /// Name in the source.
    pub name: String,
    /// Index in the source: binding point, unit, or bindless heap.
    pub index: u32,
    /// Access by the shader.
    pub access: Access,
    /// Descriptor type.
    #[serde(rename = "type")]
    pub descriptor: DescriptorType,
    /// Minimum size in bytes of the bound range: the size of the declared block, not counting a runtime array
    /// at its end. Null if the descriptor is not a buffer.
    pub bytes: Option<u64>,
    /// Layout of the buffer; null if the descriptor is not a buffer or the source addresses bytes.
    pub block: Option<Block>,
    /// The image types that it is accessed with; empty if the descriptor is not an image.
    pub images: Vec<Image>,
}

/// Descriptors in the resource heap or, for samplers, the sampler heap (VK_EXT_descriptor_heap), which the shader indexes
/// from the start of the heap.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HeapDescriptors {
    /// Name in the source.
    pub name: String,
    /// Descriptor type.
    #[serde(rename = "type")]
    pub descriptor: DescriptorType,
    /// Distance between descriptors in bytes; 1 if the shader computes their offsets; null if it is the
    /// device's size for descriptors of this type.
    pub stride: Option<u32>,
    /// Access by the shader.
    pub access: Access,
    /// Minimum size in bytes of the buffers: the size of the declared block, not counting a runtime array at
    /// its end. Null if the descriptors are not buffers.
    pub bytes: Option<u64>,
    /// Layout of the buffers; null if the descriptors are not buffers.
    pub block: Option<Block>,
    /// The image type; null if the descriptors are not images.
    pub image: Option<Image>,
}

/// How a shader accesses a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Access {
    /// Read only.
    Read,
    /// Write only.
    Write,
    /// Read and write.
    ReadWrite,
}

/// A descriptor type: Vulkan's `VkDescriptorType`.
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
    /// `VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR`
    AccelerationStructure,
}

/// The layout of a buffer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Block {
    /// The block's name in the source.
    pub name: String,
    /// Its members, in the order of the source.
    pub members: Vec<Field>,
}

/// An image type that descriptors are accessed with.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Image {
    /// Dimensionality: `1d`, `2d`, `3d`, `cube`, `rect` or `buffer`.
    pub dim: String,
    /// Component type of a texel: `f32`, `i32` or `u32`; `i64` or `u64` for 64-bit images.
    pub texel: crate::Scalar,
    /// Whether the image has layers.
    pub arrayed: bool,
    /// Whether it is multisampled.
    pub multisampled: bool,
    /// Whether it is a depth image, for comparison with a reference.
    pub depth: bool,
    /// SPIR-V's name of a storage image's texel format, such as `R32ui`; null if the shader does not
    /// declare one.
    pub format: Option<String>,
}
