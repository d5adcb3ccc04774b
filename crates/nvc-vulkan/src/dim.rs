//! Maps the image shapes of `nvc-exec` to SPIR-V and Vulkan image types.

use crate::reflect;
use ash::vk;
use nvc_exec::{Image, Shape};
use spirv::Dim;

/// Creation parameters of a Vulkan image and its view.
pub(crate) struct Geometry {
    pub(crate) flags: vk::ImageCreateFlags,
    pub(crate) image: vk::ImageType,
    pub(crate) view: vk::ImageViewType,
    pub(crate) extent: vk::Extent3D,
    pub(crate) layers: u32,
    pub(crate) levels: u32,
    pub(crate) samples: vk::SampleCountFlags,
}

/// Whether an image can be bound to a variable with the given image type.
pub(crate) fn fits(image: &Image, shape: &reflect::Shape) -> bool {
    let expected = match image.shape {
        Shape::D1 => (Dim::Dim1D, false),
        Shape::D2 => (Dim::Dim2D, false),
        Shape::D3 => (Dim::Dim3D, false),
        Shape::Cube => (Dim::DimCube, false),
        Shape::D1Array => (Dim::Dim1D, true),
        Shape::D2Array => (Dim::Dim2D, true),
        Shape::CubeArray => (Dim::DimCube, true),
        Shape::Buffer => (Dim::DimBuffer, false),
    };
    (shape.dim, shape.arrayed) == expected && shape.multisampled == (image.samples > 1)
}

/// The creation parameters of an image; `None` for a texel buffer.
pub(crate) fn geometry(image: &Image) -> Option<Geometry> {
    use vk::{ImageType as T, ImageViewType as V};
    let [w, h, d] = image.size.map(|s| s.max(1));
    // The value of each sample-count flag is the count itself.
    let samples = vk::SampleCountFlags::from_raw(image.samples.max(1));
    let (levels, layers) = (image.levels.max(1), layers(image));
    let (image, view, extent) = match image.shape {
        Shape::D1 => (T::TYPE_1D, V::TYPE_1D, [w, 1, 1]),
        Shape::D2 => (T::TYPE_2D, V::TYPE_2D, [w, h, 1]),
        Shape::D3 => (T::TYPE_3D, V::TYPE_3D, [w, h, d]),
        Shape::Cube => (T::TYPE_2D, V::CUBE, [w, h, 1]),
        Shape::D1Array => (T::TYPE_1D, V::TYPE_1D_ARRAY, [w, 1, 1]),
        Shape::D2Array => (T::TYPE_2D, V::TYPE_2D_ARRAY, [w, h, 1]),
        Shape::CubeArray => (T::TYPE_2D, V::CUBE_ARRAY, [w, h, 1]),
        Shape::Buffer => return None,
    };
    let flags = match view {
        V::CUBE | V::CUBE_ARRAY => vk::ImageCreateFlags::CUBE_COMPATIBLE,
        _ => vk::ImageCreateFlags::empty(),
    };
    let [width, height, depth] = extent;
    let extent = vk::Extent3D { width, height, depth };
    Some(Geometry { flags, image, view, extent, layers, levels, samples })
}

/// The number of array layers. Each face of a cube is a layer.
fn layers(image: &Image) -> u32 {
    let [_, h, d] = image.size.map(|s| s.max(1));
    match image.shape {
        Shape::D1Array => h,
        Shape::D2Array => d,
        Shape::Cube => 6,
        Shape::CubeArray => d.saturating_mul(6),
        Shape::D1 | Shape::D2 | Shape::D3 | Shape::Buffer => 1,
    }
}
