//! Dimensionalities of images, in SPIR-V's words and Vulkan's.
use crate::Shape;
use ash::vk;
use nvc_exec::{Image, Shape as Dim};

/// How Vulkan creates an image of a dimensionality.
pub(crate) struct Geometry {
    pub(crate) flags: vk::ImageCreateFlags,
    pub(crate) image: vk::ImageType,
    pub(crate) view: vk::ImageViewType,
    pub(crate) extent: vk::Extent3D,
    pub(crate) layers: u32,
    pub(crate) levels: u32,
    pub(crate) samples: vk::SampleCountFlags,
}

/// Whether a shader variable of this shape reads this image.
pub(crate) fn fits(image: &Image, shape: &Shape) -> bool {
    // SPIR-V *Dim* (SPIR-V 3.8): 1D, 2D, 3D, Cube, Rect, Buffer.
    let expected = match image.shape {
        Dim::D1 => (0, false),
        Dim::D2 => (1, false),
        Dim::D3 => (2, false),
        Dim::Cube => (3, false),
        Dim::D1Array => (0, true),
        Dim::D2Array => (1, true),
        Dim::CubeArray => (3, true),
        Dim::Buffer => (5, false),
    };
    (shape.dim, shape.arrayed) == expected && shape.multisampled == (image.samples > 1)
}

/// Creation parameters, or none for a texel buffer.
pub(crate) fn geometry(image: &Image) -> Option<Geometry> {
    use vk::{ImageType as T, ImageViewType as V};
    let [w, h, d] = image.size.map(|s| s.max(1));
    // Vulkan's flags are the numbers of samples.
    let samples = vk::SampleCountFlags::from_raw(image.samples.max(1));
    let (levels, layers) = (image.levels.max(1), layers(image));
    let (image, view, extent) = match image.shape {
        Dim::D1 => (T::TYPE_1D, V::TYPE_1D, [w, 1, 1]),
        Dim::D2 => (T::TYPE_2D, V::TYPE_2D, [w, h, 1]),
        Dim::D3 => (T::TYPE_3D, V::TYPE_3D, [w, h, d]),
        Dim::Cube => (T::TYPE_2D, V::CUBE, [w, h, 1]),
        Dim::D1Array => (T::TYPE_1D, V::TYPE_1D_ARRAY, [w, 1, 1]),
        Dim::D2Array => (T::TYPE_2D, V::TYPE_2D_ARRAY, [w, h, 1]),
        Dim::CubeArray => (T::TYPE_2D, V::CUBE_ARRAY, [w, h, 1]),
        Dim::Buffer => return None,
    };
    let flags = match view {
        V::CUBE | V::CUBE_ARRAY => vk::ImageCreateFlags::CUBE_COMPATIBLE,
        _ => vk::ImageCreateFlags::empty(),
    };
    let [width, height, depth] = extent;
    let extent = vk::Extent3D { width, height, depth };
    Some(Geometry { flags, image, view, extent, layers, levels, samples })
}

/// Number of layers; faces count.
fn layers(image: &Image) -> u32 {
    let [_, h, d] = image.size.map(|s| s.max(1));
    match image.shape {
        Dim::D1Array => h,
        Dim::D2Array => d,
        Dim::Cube => 6,
        Dim::CubeArray => d.saturating_mul(6),
        Dim::D1 | Dim::D2 | Dim::D3 | Dim::Buffer => 1,
    }
}
