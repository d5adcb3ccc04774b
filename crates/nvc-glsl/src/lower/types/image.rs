//! IR types of textures and storage images.

use super::scalar_type;
use crate::lower::context::Lowerer;
use crate::types::{Format, ImageType, Scalar, ScalarKind, TextureDim, TextureType};
use naga::ImageDimension;
use nvc_ir::Types;
use nvc_ir::types::{Dim, ImageType as IrImage};

impl Lowerer<'_, '_> {
    /// Returns the IR type of a texture without its sampler.
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

    /// Returns the IR type of a storage image.
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
            format,
        }
    }
}

/// Returns the component type of an image's texels.
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
        // In Vulkan, unnormalised coordinates are a property of the sampler.
        TextureDim::Rect => Dim::D2,
    }
}
