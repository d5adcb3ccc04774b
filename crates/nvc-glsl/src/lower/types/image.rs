//! Texture and image types: IR types of GLSL's opaque types.

use super::scalar_type;
use crate::lower::context::Lowerer;
use crate::types::{Format, ImageType, TextureDim, TextureType};
use naga::{ImageDimension, Scalar, ScalarKind, StorageFormat};
use nvc_ir::Types;
use nvc_ir::types::{Dim, ImageFormat, ImageType as IrImage};

impl Lowerer<'_, '_> {
    /// The IR's type of a texture without its sampler.
    pub(in crate::lower) fn texture_type(&mut self, texture: TextureType) -> IrImage {
        let float = texture.kind == ScalarKind::Float;
        IrImage {
            texel: if float { Types::F32 } else { Types::I32 },
            signed: texture.kind == ScalarKind::Sint,
            dim: dimensions(texture.dim),
            arrayed: texture.arrayed,
            multisampled: texture.multi,
            depth: texture.shadow,
            storage: false,
            format: None,
        }
    }

    /// The IR's type of a storage image.
    pub(in crate::lower) fn image_type(&self, image: ImageType, format: Format) -> IrImage {
        let signed = image.scalar.kind == ScalarKind::Sint;
        IrImage {
            texel: scalar_type(image.scalar),
            signed,
            dim: dimensions(image.dim),
            arrayed: image.arrayed,
            multisampled: image.multi,
            depth: false,
            storage: true,
            format: format.and_then(|format| texel_format(format, signed)),
        }
    }
}

/// The component of an image's texels as values.
pub(in crate::lower) fn texel_scalar(image: IrImage) -> Scalar {
    use crate::types::scalar;
    match (image.texel, image.signed) {
        (Types::F32, _) => scalar::F32,
        (Types::I64, true) => scalar::I64,
        (Types::I64, false) => scalar::U64,
        (_, true) => scalar::I32,
        (_, false) => scalar::U32,
    }
}

fn dimensions(dim: TextureDim) -> Dim {
    match dim {
        TextureDim::Image(ImageDimension::D1) => Dim::D1,
        TextureDim::Image(ImageDimension::D2) => Dim::D2,
        TextureDim::Image(ImageDimension::D3) => Dim::D3,
        TextureDim::Image(ImageDimension::Cube) => Dim::Cube,
        TextureDim::Buffer => Dim::Buffer,
        // Vulkan has unnormalised coordinates through the sampler only.
        TextureDim::Rect => Dim::D2,
    }
}

/// SPIR-V's name of a texel format. naga has one for both signs of 64 bits; GLSL has no format with
/// blue first.
fn texel_format(format: StorageFormat, signed: bool) -> Option<ImageFormat> {
    use {ImageFormat as I, StorageFormat as S};
    Some(match format {
        S::R8Unorm => I::R8,
        S::R8Snorm => I::R8Snorm,
        S::R8Uint => I::R8ui,
        S::R8Sint => I::R8i,
        S::R16Uint => I::R16ui,
        S::R16Sint => I::R16i,
        S::R16Float => I::R16f,
        S::Rg8Unorm => I::Rg8,
        S::Rg8Snorm => I::Rg8Snorm,
        S::Rg8Uint => I::Rg8ui,
        S::Rg8Sint => I::Rg8i,
        S::R32Uint => I::R32ui,
        S::R32Sint => I::R32i,
        S::R32Float => I::R32f,
        S::Rg16Uint => I::Rg16ui,
        S::Rg16Sint => I::Rg16i,
        S::Rg16Float => I::Rg16f,
        S::Rgba8Unorm => I::Rgba8,
        S::Rgba8Snorm => I::Rgba8Snorm,
        S::Rgba8Uint => I::Rgba8ui,
        S::Rgba8Sint => I::Rgba8i,
        S::Rgb10a2Uint => I::Rgb10a2ui,
        S::Rgb10a2Unorm => I::Rgb10A2,
        S::Rg11b10Ufloat => I::R11fG11fB10f,
        S::Rg32Uint => I::Rg32ui,
        S::Rg32Sint => I::Rg32i,
        S::Rg32Float => I::Rg32f,
        S::Rgba16Uint => I::Rgba16ui,
        S::Rgba16Sint => I::Rgba16i,
        S::Rgba16Float => I::Rgba16f,
        S::Rgba32Uint => I::Rgba32ui,
        S::Rgba32Sint => I::Rgba32i,
        S::Rgba32Float => I::Rgba32f,
        S::R16Unorm => I::R16,
        S::R16Snorm => I::R16Snorm,
        S::Rg16Unorm => I::Rg16,
        S::Rg16Snorm => I::Rg16Snorm,
        S::Rgba16Unorm => I::Rgba16,
        S::Rgba16Snorm => I::Rgba16Snorm,
        S::R64Uint if signed => I::R64i,
        S::R64Uint => I::R64ui,
        S::Bgra8Unorm => return None,
    })
}
