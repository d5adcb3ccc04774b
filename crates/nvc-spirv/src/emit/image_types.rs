//! Emits image types: texel signedness, formats, and the required capabilities.

use super::{Emit, Emitter};
use crate::capabilities::Requirement;
use nvc_ir::image_format::FormatCapability;
use nvc_ir::types::{Dim, ImageFormat, ImageType};
use nvc_ir::{TypeKind, Types};
use rspirv::dr::Operand;
use spirv::{Op, Word};

impl Emitter<'_> {
    /// Returns the type of a texel's components, which is signed if the image is.
    pub(super) fn texel_type(&mut self, image: ImageType) -> Emit<Word> {
        match self.signed_texel(image)? {
            Some(signed) => Ok(signed),
            None => self.ty(image.texel),
        }
    }

    /// Returns the signed type of a texel's components; `None` if the IR's type, which has no sign, can be
    /// used.
    pub(super) fn signed_texel(&mut self, image: ImageType) -> Emit<Option<Word>> {
        Ok(match *self.kind(image.texel)? {
            TypeKind::Int(bits) if image.signed => Some(self.int_type(bits, true)),
            _ => None,
        })
    }

    /// Returns the type of an image without a sampler.
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
            Operand::ImageFormat(self.image_format(image.format)?),
        ];
        Ok(self.writer.intern(Op::TypeImage, None, &operands))
    }

    /// Returns the SPIR-V format of an image; `Unknown` for an image without a format.
    fn image_format(&mut self, format: Option<ImageFormat>) -> Emit<spirv::ImageFormat> {
        let Some(format) = format else { return Ok(spirv::ImageFormat::Unknown) };
        let found = spirv::ImageFormat::from_u32(format.spirv_operand());
        found.ok_or_else(|| self.fault(format!("format {} has no SPIR-V operand", format.name())))
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
        let capability = image.format.map(ImageFormat::capability);
        if image.texel == Types::I64 {
            // The sampled type is a 64-bit integer, which needs its own capability.
            self.require(Requirement::Int64);
            self.require(Requirement::Int64ImageEXT);
        } else if capability == Some(FormatCapability::Extended) {
            self.require(Requirement::StorageImageExtendedFormats);
        }
    }
}
