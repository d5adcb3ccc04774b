//! Dimensionalities of images, in the case's words, SPIR-V's and Vulkan's.
use crate::Shape;
use ash::vk;
use serde::Deserialize;

/// Dimensionality of a texture or image.
#[derive(Deserialize, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dim {
    /// One-dimensional.
    #[serde(rename = "1d")]
    D1,
    /// Two-dimensional.
    #[serde(rename = "2d")]
    D2,
    /// Three-dimensional.
    #[serde(rename = "3d")]
    D3,
    /// Six square faces, +X first.
    #[serde(rename = "cube")]
    Cube,
    /// Layers of one-dimensional images.
    #[serde(rename = "1darray")]
    D1Array,
    /// Layers of two-dimensional images.
    #[serde(rename = "2darray")]
    D2Array,
    /// Layers of cubes.
    #[serde(rename = "cubearray")]
    CubeArray,
    /// Texels in a buffer.
    #[serde(rename = "buffer")]
    Buffer,
}

/// How Vulkan creates an image of a dimensionality.
pub(crate) struct Geometry {
    pub(crate) flags: vk::ImageCreateFlags,
    pub(crate) image: vk::ImageType,
    pub(crate) view: vk::ImageViewType,
    pub(crate) extent: vk::Extent3D,
    pub(crate) layers: u32,
    pub(crate) levels: u32,
}

impl Dim {
    /// Number of texels of an image of this size.
    pub fn texels(self, [w, h, d]: [u32; 3]) -> usize {
        let faces = if matches!(self, Self::Cube | Self::CubeArray) { 6 } else { 1 };
        w.max(1) as usize * h.max(1) as usize * d.max(1) as usize * faces
    }

    /// The size of a level: layers stay.
    pub(crate) fn level_size(self, [w, h, d]: [u32; 3], level: u32) -> [u32; 3] {
        let half = |n: u32| (n >> level).max(1);
        match self {
            Self::D1Array => [half(w), h, d],
            Self::D2Array | Self::CubeArray => [half(w), half(h), d],
            _ => [half(w), half(h), half(d)],
        }
    }

    /// Whether a shader variable of this shape reads images of this dimensionality.
    pub(crate) fn fits(self, shape: &Shape) -> bool {
        // SPIR-V *Dim* (SPIR-V 3.8): 1D, 2D, 3D, Cube, Rect, Buffer.
        let (dim, arrayed) = match self {
            Self::D1 => (0, false),
            Self::D2 => (1, false),
            Self::D3 => (2, false),
            Self::Cube => (3, false),
            Self::D1Array => (0, true),
            Self::D2Array => (1, true),
            Self::CubeArray => (3, true),
            Self::Buffer => (5, false),
        };
        (shape.dim, shape.arrayed) == (dim, arrayed)
    }

    /// Creation parameters, or none for a texel buffer.
    pub(crate) fn geometry(self, size: [u32; 3], levels: u32) -> Option<Geometry> {
        use vk::{ImageType as T, ImageViewType as V};
        let [w, h, d] = size.map(|s| s.max(1));
        let (image, view, extent, layers) = match self {
            Self::D1 => (T::TYPE_1D, V::TYPE_1D, [w, 1, 1], 1),
            Self::D2 => (T::TYPE_2D, V::TYPE_2D, [w, h, 1], 1),
            Self::D3 => (T::TYPE_3D, V::TYPE_3D, [w, h, d], 1),
            Self::Cube => (T::TYPE_2D, V::CUBE, [w, h, 1], 6),
            Self::D1Array => (T::TYPE_1D, V::TYPE_1D_ARRAY, [w, 1, 1], h),
            Self::D2Array => (T::TYPE_2D, V::TYPE_2D_ARRAY, [w, h, 1], d),
            Self::CubeArray => (T::TYPE_2D, V::CUBE_ARRAY, [w, h, 1], 6 * d),
            Self::Buffer => return None,
        };
        let flags = match view {
            V::CUBE | V::CUBE_ARRAY => vk::ImageCreateFlags::CUBE_COMPATIBLE,
            _ => vk::ImageCreateFlags::empty(),
        };
        let [width, height, depth] = extent;
        let extent = vk::Extent3D { width, height, depth };
        Some(Geometry { flags, image, view, extent, layers, levels })
    }
}
