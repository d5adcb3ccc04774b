//! Maps texel formats to Vulkan formats, using the format table of `nvc-ir`.

use ash::vk;
use nvc_exec::Format as Texels;
use nvc_ir::types::ImageFormat;

/// A texel format on the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// A color format, one of the formats of storage images.
    Color(ImageFormat),
    /// `d32f`, for textures with comparing samplers.
    Depth,
}

/// The Vulkan format; `None` for formats with channels of different widths, which this crate does not support.
fn vk_format(format: ImageFormat) -> Option<vk::Format> {
    Some(match format {
        ImageFormat::R8ui => vk::Format::R8_UINT,
        ImageFormat::R8i => vk::Format::R8_SINT,
        ImageFormat::R16ui => vk::Format::R16_UINT,
        ImageFormat::R16i => vk::Format::R16_SINT,
        ImageFormat::R32ui => vk::Format::R32_UINT,
        ImageFormat::R32i => vk::Format::R32_SINT,
        ImageFormat::R32f => vk::Format::R32_SFLOAT,
        ImageFormat::Rg32ui => vk::Format::R32G32_UINT,
        ImageFormat::Rg32i => vk::Format::R32G32_SINT,
        ImageFormat::Rg32f => vk::Format::R32G32_SFLOAT,
        ImageFormat::Rgba32ui => vk::Format::R32G32B32A32_UINT,
        ImageFormat::Rgba32i => vk::Format::R32G32B32A32_SINT,
        ImageFormat::Rgba32f => vk::Format::R32G32B32A32_SFLOAT,
        ImageFormat::Rg8ui => vk::Format::R8G8_UINT,
        ImageFormat::Rg8i => vk::Format::R8G8_SINT,
        ImageFormat::Rgba8ui => vk::Format::R8G8B8A8_UINT,
        ImageFormat::Rgba8i => vk::Format::R8G8B8A8_SINT,
        ImageFormat::Rg16ui => vk::Format::R16G16_UINT,
        ImageFormat::Rg16i => vk::Format::R16G16_SINT,
        ImageFormat::Rgba16ui => vk::Format::R16G16B16A16_UINT,
        ImageFormat::Rgba16i => vk::Format::R16G16B16A16_SINT,
        ImageFormat::R16f => vk::Format::R16_SFLOAT,
        ImageFormat::Rg16f => vk::Format::R16G16_SFLOAT,
        ImageFormat::Rgba16f => vk::Format::R16G16B16A16_SFLOAT,
        ImageFormat::R8 => vk::Format::R8_UNORM,
        ImageFormat::R8Snorm => vk::Format::R8_SNORM,
        ImageFormat::Rg8 => vk::Format::R8G8_UNORM,
        ImageFormat::Rg8Snorm => vk::Format::R8G8_SNORM,
        ImageFormat::Rgba8 => vk::Format::R8G8B8A8_UNORM,
        ImageFormat::Rgba8Snorm => vk::Format::R8G8B8A8_SNORM,
        ImageFormat::R16 => vk::Format::R16_UNORM,
        ImageFormat::R16Snorm => vk::Format::R16_SNORM,
        ImageFormat::Rg16 => vk::Format::R16G16_UNORM,
        ImageFormat::Rg16Snorm => vk::Format::R16G16_SNORM,
        ImageFormat::Rgba16 => vk::Format::R16G16B16A16_UNORM,
        ImageFormat::Rgba16Snorm => vk::Format::R16G16B16A16_SNORM,
        ImageFormat::R64ui => vk::Format::R64_UINT,
        ImageFormat::R64i => vk::Format::R64_SINT,
        ImageFormat::R11fG11fB10f | ImageFormat::Rgb10A2 | ImageFormat::Rgb10a2ui => return None,
    })
}

impl Format {
    /// The color format of texels; `None` if it is not supported.
    pub(crate) fn of(texels: Texels) -> Option<Self> {
        let format = texels.image_format()?;
        vk_format(format).map(|_| Self::Color(format))
    }

    /// The depth format of texels; `None` for color formats.
    pub(crate) fn depth(texels: Texels) -> Option<Self> {
        (Some(texels) == Texels::from_name("d32f")).then_some(Self::Depth)
    }

    /// The GLSL name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Color(format) => format.glsl_name(),
            Self::Depth => "d32f",
        }
    }

    /// The image aspect: color or depth.
    pub(crate) fn aspect(self) -> vk::ImageAspectFlags {
        match self {
            Self::Color(_) => vk::ImageAspectFlags::COLOR,
            Self::Depth => vk::ImageAspectFlags::DEPTH,
        }
    }

    pub(crate) fn vk(self) -> vk::Format {
        match self {
            Self::Color(format) => vk_format(format).unwrap_or_default(),
            Self::Depth => vk::Format::D32_SFLOAT,
        }
    }

    /// The format of an image's view at a binding whose variables declare the given SPIR-V formats. If a variable declares the
    /// image's own format, or none declares a format, the view has the image's format. Otherwise it has the first declared
    /// format with the same texel size, so that accesses see the raw bits, or the image's format if there is none. (If another
    /// variable at the binding declares a format, a variable without one only queries sizes.)
    pub(crate) fn view(self, declared: impl IntoIterator<Item = spirv::ImageFormat>) -> Self {
        let Self::Color(own) = self else { return self };
        let mut raw = None;
        for format in declared {
            // `Unknown` has no entry in the table.
            let Some(format) = ImageFormat::from_spirv_operand(format as u32) else { continue };
            if format == own {
                return self;
            }
            if format.texel_bytes() == own.texel_bytes() && vk_format(format).is_some() {
                raw = raw.or(Some(Self::Color(format)));
            }
        }
        raw.unwrap_or(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spirv::ImageFormat as Declared;

    #[test]
    fn formats_of_equal_channels_are_supported() {
        for format in ImageFormat::ALL {
            let supported = vk_format(format).is_some();
            assert_eq!(Texels::declared(format).is_some(), supported, "{format:?}");
            assert_eq!(Texels::declared(format).and_then(Format::of).is_some(), supported, "{format:?}");
        }
        assert!(Format::depth(Texels::from_name("d32f").unwrap()).is_some());
        assert!(Format::depth(Texels::from_name("rgba8").unwrap()).is_none());
    }

    #[test]
    fn raw_views_keep_the_texel_size() {
        let format = |name: &str| Format::of(Texels::from_name(name).unwrap()).unwrap();
        let (rgba8, r32ui) = (format("rgba8"), format("r32ui"));
        assert_eq!(rgba8.view([Declared::R32ui]), r32ui);
        assert_eq!(rgba8.view([Declared::Rgba32ui]), rgba8, "a raw view has the same texel size");
        assert_eq!(
            rgba8.view([Declared::Unknown, Declared::R32ui]),
            r32ui,
            "a variable without a format does not affect the view"
        );
        assert_eq!(rgba8.view([Declared::Unknown]), rgba8, "the image's own format is the default");
        assert_eq!(rgba8.view([]), rgba8);
    }
}
