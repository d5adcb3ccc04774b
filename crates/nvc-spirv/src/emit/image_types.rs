//! Image types: the sign of texels, formats, and what each kind of image needs.

use super::{Emit, Emitter};
use crate::capabilities::Need;
use nvc_ir::types::{Dim, ImageFormat, ImageType};
use nvc_ir::{TypeKind, Types};
use rspirv::dr::Operand;
use rspirv::spirv::{self, Op, Word};

impl Emitter<'_> {
    /// What a texel's components are in SPIR-V, where the sign counts.
    pub(super) fn texel_type(&mut self, image: ImageType) -> Emit<Word> {
        match self.signed_texel(image)? {
            Some(signed) => Ok(signed),
            None => self.ty(image.texel),
        }
    }

    /// The type of a texel's components where it is another than that of the IR's values: signed.
    pub(super) fn signed_texel(&mut self, image: ImageType) -> Emit<Option<Word>> {
        Ok(match *self.kind(image.texel)? {
            TypeKind::Int(bits) if image.signed => Some(self.int_type(bits, true)),
            _ => None,
        })
    }

    /// The type of an image without a sampler.
    pub(super) fn image_type(&mut self, image: ImageType) -> Emit<Word> {
        self.image_needs(image);
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

    fn image_needs(&mut self, image: ImageType) {
        let (sampled, stored) = match image.dim {
            Dim::D1 => (Some(Need::Sampled1D), Some(Need::Image1D)),
            Dim::Rect => (Some(Need::SampledRect), Some(Need::ImageRect)),
            Dim::Buffer => (Some(Need::SampledBuffer), Some(Need::ImageBuffer)),
            Dim::Cube if image.arrayed => (Some(Need::SampledCubeArray), Some(Need::ImageCubeArray)),
            Dim::D2 | Dim::D3 | Dim::Cube => (None, None),
        };
        if let Some(need) = if image.storage { stored } else { sampled } {
            self.need(need);
        }
        if image.storage && image.multisampled {
            self.need(Need::StorageImageMultisample);
            if image.arrayed {
                self.need(Need::ImageMSArray);
            }
        }
        if image.texel == Types::I64 {
            self.need(Need::Int64ImageEXT);
        } else if image.format.is_some_and(is_extended) {
            self.need(Need::StorageImageExtendedFormats);
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

/// Formats beyond those of SPIR-V's capability `Shader`.
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
