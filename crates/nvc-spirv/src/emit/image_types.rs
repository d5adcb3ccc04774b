//! Image types: texel signedness, formats, and the capabilities that images require.

use super::{Emit, Emitter};
use crate::capabilities::Requirement;
use nvc_ir::types::{Dim, ImageFormat, ImageType};
use nvc_ir::{TypeKind, Types};
use rspirv::dr::Operand;
use spirv::{Op, Word};

impl Emitter<'_> {
    /// The SPIR-V type of a texel's components, signed where the image is.
    pub(super) fn texel_type(&mut self, image: ImageType) -> Emit<Word> {
        match self.signed_texel(image)? {
            Some(signed) => Ok(signed),
            None => self.ty(image.texel),
        }
    }

    /// The signed type of a texel's components, where it differs from the IR's type (IR integers
    /// have no sign).
    pub(super) fn signed_texel(&mut self, image: ImageType) -> Emit<Option<Word>> {
        Ok(match *self.kind(image.texel)? {
            TypeKind::Int(bits) if image.signed => Some(self.int_type(bits, true)),
            _ => None,
        })
    }

    /// The type of an image without a sampler.
    pub(super) fn image_type(&mut self, image: ImageType) -> Emit<Word> {
        self.require_image(image);
        let texel = self.texel_type(image)?;
        let operands = vec![
            Operand::IdRef(texel),
            Operand::Dim(match image.dim {
                Dim::D1 => spirv::Dim::Dim1D,
                Dim::D2 => spirv::Dim::Dim2D,
                Dim::D3 => spirv::Dim::Dim3D,
                Dim::Cube => spirv::Dim::DimCube,
                Dim::Rect => spirv::Dim::DimRect,
                Dim::Buffer => spirv::Dim::DimBuffer,
            }),
            Operand::LiteralBit32(image.depth.into()),
            Operand::LiteralBit32(image.arrayed.into()),
            Operand::LiteralBit32(image.multisampled.into()),
            Operand::LiteralBit32(if image.storage { 2 } else { 1 }),
            Operand::ImageFormat(image.format.map_or(spirv::ImageFormat::Unknown, format)),
        ];
        Ok(self.writer.intern(Op::TypeImage, None, operands))
    }

    fn require_image(&mut self, image: ImageType) {
        let (sampled, stored) = match image.dim {
            Dim::D1 => (Some(Requirement::Sampled1D), Some(Requirement::Image1D)),
            Dim::Rect => (Some(Requirement::SampledRect), Some(Requirement::ImageRect)),
            Dim::Buffer => (Some(Requirement::SampledBuffer), Some(Requirement::ImageBuffer)),
            Dim::Cube if image.arrayed => {
                (Some(Requirement::SampledCubeArray), Some(Requirement::ImageCubeArray))
            }
            Dim::D2 | Dim::D3 | Dim::Cube => (None, None),
        };
        if let Some(requirement) = if image.storage { stored } else { sampled } {
            self.require(requirement);
        }
        if image.storage && image.multisampled {
            self.require(Requirement::StorageImageMultisample);
            if image.arrayed {
                self.require(Requirement::ImageMSArray);
            }
        }
        if image.texel == Types::I64 {
            self.require(Requirement::Int64ImageEXT);
        } else if image.format.is_some_and(is_extended) {
            self.require(Requirement::StorageImageExtendedFormats);
        }
    }
}

fn format(format: ImageFormat) -> spirv::ImageFormat {
    match format {
        ImageFormat::R8ui => spirv::ImageFormat::R8ui,
        ImageFormat::R8i => spirv::ImageFormat::R8i,
        ImageFormat::R16ui => spirv::ImageFormat::R16ui,
        ImageFormat::R16i => spirv::ImageFormat::R16i,
        ImageFormat::R32ui => spirv::ImageFormat::R32ui,
        ImageFormat::R32i => spirv::ImageFormat::R32i,
        ImageFormat::R32f => spirv::ImageFormat::R32f,
        ImageFormat::Rg32ui => spirv::ImageFormat::Rg32ui,
        ImageFormat::Rg32i => spirv::ImageFormat::Rg32i,
        ImageFormat::Rg32f => spirv::ImageFormat::Rg32f,
        ImageFormat::Rgba32ui => spirv::ImageFormat::Rgba32ui,
        ImageFormat::Rgba32i => spirv::ImageFormat::Rgba32i,
        ImageFormat::Rgba32f => spirv::ImageFormat::Rgba32f,
        ImageFormat::Rg8ui => spirv::ImageFormat::Rg8ui,
        ImageFormat::Rg8i => spirv::ImageFormat::Rg8i,
        ImageFormat::Rgba8ui => spirv::ImageFormat::Rgba8ui,
        ImageFormat::Rgba8i => spirv::ImageFormat::Rgba8i,
        ImageFormat::Rg16ui => spirv::ImageFormat::Rg16ui,
        ImageFormat::Rg16i => spirv::ImageFormat::Rg16i,
        ImageFormat::Rgba16ui => spirv::ImageFormat::Rgba16ui,
        ImageFormat::Rgba16i => spirv::ImageFormat::Rgba16i,
        ImageFormat::R16f => spirv::ImageFormat::R16f,
        ImageFormat::Rg16f => spirv::ImageFormat::Rg16f,
        ImageFormat::Rgba16f => spirv::ImageFormat::Rgba16f,
        ImageFormat::R8 => spirv::ImageFormat::R8,
        ImageFormat::R8Snorm => spirv::ImageFormat::R8Snorm,
        ImageFormat::Rg8 => spirv::ImageFormat::Rg8,
        ImageFormat::Rg8Snorm => spirv::ImageFormat::Rg8Snorm,
        ImageFormat::Rgba8 => spirv::ImageFormat::Rgba8,
        ImageFormat::Rgba8Snorm => spirv::ImageFormat::Rgba8Snorm,
        ImageFormat::R16 => spirv::ImageFormat::R16,
        ImageFormat::R16Snorm => spirv::ImageFormat::R16Snorm,
        ImageFormat::Rg16 => spirv::ImageFormat::Rg16,
        ImageFormat::Rg16Snorm => spirv::ImageFormat::Rg16Snorm,
        ImageFormat::Rgba16 => spirv::ImageFormat::Rgba16,
        ImageFormat::Rgba16Snorm => spirv::ImageFormat::Rgba16Snorm,
        ImageFormat::R11fG11fB10f => spirv::ImageFormat::R11fG11fB10f,
        ImageFormat::Rgb10A2 => spirv::ImageFormat::Rgb10A2,
        ImageFormat::Rgb10a2ui => spirv::ImageFormat::Rgb10a2ui,
        ImageFormat::R64ui => spirv::ImageFormat::R64ui,
        ImageFormat::R64i => spirv::ImageFormat::R64i,
    }
}

/// Whether a format requires `StorageImageExtendedFormats`.
fn is_extended(format: ImageFormat) -> bool {
    use ImageFormat::{
        R32f, R32i, R32ui, Rgba8, Rgba8Snorm, Rgba8i, Rgba8ui, Rgba16f, Rgba16i, Rgba16ui, Rgba32f, Rgba32i,
        Rgba32ui,
    };
    !matches!(
        format,
        R32f | R32i
            | R32ui
            | Rgba8
            | Rgba8Snorm
            | Rgba8i
            | Rgba8ui
            | Rgba16f
            | Rgba16i
            | Rgba16ui
            | Rgba32f
            | Rgba32i
            | Rgba32ui
    )
}
