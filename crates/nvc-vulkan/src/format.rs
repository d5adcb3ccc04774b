//! Texel formats in GLSL, Vulkan and SPIR-V.

use ash::vk;
use nvc_exec::Format as Texels;
use spirv::ImageFormat;

/// A texel format on the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Format(&'static Row);

#[derive(Debug, PartialEq, Eq)]
struct Row {
    name: &'static str,
    vk: vk::Format,
    spirv: ImageFormat,
}

const fn row(name: &'static str, vk: vk::Format, spirv: ImageFormat) -> Row {
    Row { name, vk, spirv }
}

static FORMATS: &[Row] = &[
    row("rgba32f", vk::Format::R32G32B32A32_SFLOAT, ImageFormat::Rgba32f),
    row("rgba16f", vk::Format::R16G16B16A16_SFLOAT, ImageFormat::Rgba16f),
    row("r32f", vk::Format::R32_SFLOAT, ImageFormat::R32f),
    row("rgba8", vk::Format::R8G8B8A8_UNORM, ImageFormat::Rgba8),
    row("rgba8_snorm", vk::Format::R8G8B8A8_SNORM, ImageFormat::Rgba8Snorm),
    row("rg32f", vk::Format::R32G32_SFLOAT, ImageFormat::Rg32f),
    row("rg16f", vk::Format::R16G16_SFLOAT, ImageFormat::Rg16f),
    row("r16f", vk::Format::R16_SFLOAT, ImageFormat::R16f),
    row("rg8", vk::Format::R8G8_UNORM, ImageFormat::Rg8),
    row("r8", vk::Format::R8_UNORM, ImageFormat::R8),
    row("rgba16", vk::Format::R16G16B16A16_UNORM, ImageFormat::Rgba16),
    row("rg16", vk::Format::R16G16_UNORM, ImageFormat::Rg16),
    row("r16", vk::Format::R16_UNORM, ImageFormat::R16),
    row("rgba16_snorm", vk::Format::R16G16B16A16_SNORM, ImageFormat::Rgba16Snorm),
    row("rg16_snorm", vk::Format::R16G16_SNORM, ImageFormat::Rg16Snorm),
    row("rg8_snorm", vk::Format::R8G8_SNORM, ImageFormat::Rg8Snorm),
    row("r16_snorm", vk::Format::R16_SNORM, ImageFormat::R16Snorm),
    row("r8_snorm", vk::Format::R8_SNORM, ImageFormat::R8Snorm),
    row("rgba32i", vk::Format::R32G32B32A32_SINT, ImageFormat::Rgba32i),
    row("rgba16i", vk::Format::R16G16B16A16_SINT, ImageFormat::Rgba16i),
    row("rgba8i", vk::Format::R8G8B8A8_SINT, ImageFormat::Rgba8i),
    row("r32i", vk::Format::R32_SINT, ImageFormat::R32i),
    row("rg32i", vk::Format::R32G32_SINT, ImageFormat::Rg32i),
    row("rg16i", vk::Format::R16G16_SINT, ImageFormat::Rg16i),
    row("rg8i", vk::Format::R8G8_SINT, ImageFormat::Rg8i),
    row("r16i", vk::Format::R16_SINT, ImageFormat::R16i),
    row("r8i", vk::Format::R8_SINT, ImageFormat::R8i),
    row("rgba32ui", vk::Format::R32G32B32A32_UINT, ImageFormat::Rgba32ui),
    row("rgba16ui", vk::Format::R16G16B16A16_UINT, ImageFormat::Rgba16ui),
    row("rgba8ui", vk::Format::R8G8B8A8_UINT, ImageFormat::Rgba8ui),
    row("r32ui", vk::Format::R32_UINT, ImageFormat::R32ui),
    row("rg32ui", vk::Format::R32G32_UINT, ImageFormat::Rg32ui),
    row("rg16ui", vk::Format::R16G16_UINT, ImageFormat::Rg16ui),
    row("rg8ui", vk::Format::R8G8_UINT, ImageFormat::Rg8ui),
    row("r16ui", vk::Format::R16_UINT, ImageFormat::R16ui),
    row("r8ui", vk::Format::R8_UINT, ImageFormat::R8ui),
    row("r64ui", vk::Format::R64_UINT, ImageFormat::R64ui),
    row("r64i", vk::Format::R64_SINT, ImageFormat::R64i),
];

/// The format for comparing samplers. SPIR-V has no name for it.
static DEPTH: Row = row("d32f", vk::Format::D32_SFLOAT, ImageFormat::Unknown);

impl Row {
    fn bytes(&self) -> Option<usize> {
        Texels::from_name(self.name).map(Texels::bytes)
    }
}

impl Format {
    /// The color format of texels; `None` if Vulkan has none.
    pub(crate) fn of(texels: Texels) -> Option<Self> {
        FORMATS.iter().find(|row| Texels::from_name(row.name) == Some(texels)).map(Self)
    }

    /// The depth format of texels; `None` if Vulkan has none.
    pub(crate) fn depth(texels: Texels) -> Option<Self> {
        (Some(texels) == Texels::from_name("d32f")).then_some(Self(&DEPTH))
    }

    /// The GLSL name.
    pub(crate) fn name(self) -> &'static str {
        self.0.name
    }

    /// Whether texels are colors or depths.
    pub(crate) fn aspect(self) -> vk::ImageAspectFlags {
        match self.0.vk {
            vk::Format::D32_SFLOAT => vk::ImageAspectFlags::DEPTH,
            _ => vk::ImageAspectFlags::COLOR,
        }
    }

    pub(crate) fn vk(self) -> vk::Format {
        self.0.vk
    }

    /// The format of the view of an image at a binding whose variables declare the given SPIR-V formats.
    /// This is the image's own format if a variable declares it or none declares a format. Otherwise it is
    /// the first declared format with the same texel size, which accesses the raw bits. A variable without
    /// format that shares the binding only queries sizes.
    pub(crate) fn view(self, declared: impl IntoIterator<Item = ImageFormat>) -> Self {
        let mut raw = None;
        for spirv in declared {
            if spirv == self.0.spirv {
                return self;
            }
            let same_size = |row: &&Row| {
                spirv != ImageFormat::Unknown && row.spirv == spirv && row.bytes() == self.0.bytes()
            };
            raw = raw.or_else(|| FORMATS.iter().find(same_size).map(Self));
        }
        raw.unwrap_or(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_names_a_texel_format() {
        for row in FORMATS {
            assert_eq!(format(row.name).name(), row.name);
        }
        assert!(Format::depth(Texels::from_name("d32f").unwrap()).is_some());
        assert!(Format::depth(Texels::from_name("rgba8").unwrap()).is_none());
    }

    fn format(name: &str) -> Format {
        let format = Format::of(Texels::from_name(name).unwrap()).unwrap();
        assert_eq!(format.name(), name);
        format
    }

    #[test]
    fn raw_views_keep_the_texel_size() {
        let (rgba8, r32ui, rgba32ui) = (format("rgba8"), format("r32ui"), format("rgba32ui"));
        assert_eq!(rgba8.view([r32ui.0.spirv]), r32ui);
        assert_eq!(rgba8.view([rgba32ui.0.spirv]), rgba8, "a raw view has the same texel size");
        assert_eq!(
            rgba8.view([ImageFormat::Unknown, r32ui.0.spirv]),
            r32ui,
            "a variable without format accepts any view"
        );
        assert_eq!(rgba8.view([ImageFormat::Unknown]), rgba8, "the image's own format is the default");
        assert_eq!(rgba8.view([]), rgba8);
    }
}
