//! Texel formats: GLSL's name, Vulkan's, SPIR-V's and the size.
use anyhow::{Context, Result};
use ash::vk;

/// A texel format on the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Format(&'static Row);

#[derive(Debug, PartialEq, Eq)]
struct Row {
    name: &'static str,
    bytes: usize,
    vk: vk::Format,
    /// SPIR-V *Image Format* operand (SPIR-V 3.11).
    spirv: u32,
}

const fn row(name: &'static str, bytes: usize, vk: vk::Format, spirv: u32) -> Row {
    Row { name, bytes, vk, spirv }
}

static FORMATS: &[Row] = &[
    row("rgba32f", 16, vk::Format::R32G32B32A32_SFLOAT, 1),
    row("rgba16f", 8, vk::Format::R16G16B16A16_SFLOAT, 2),
    row("r32f", 4, vk::Format::R32_SFLOAT, 3),
    row("rgba8", 4, vk::Format::R8G8B8A8_UNORM, 4),
    row("rgba8_snorm", 4, vk::Format::R8G8B8A8_SNORM, 5),
    row("rg32f", 8, vk::Format::R32G32_SFLOAT, 6),
    row("rg16f", 4, vk::Format::R16G16_SFLOAT, 7),
    row("r16f", 2, vk::Format::R16_SFLOAT, 9),
    row("rg8", 2, vk::Format::R8G8_UNORM, 13),
    row("r8", 1, vk::Format::R8_UNORM, 15),
    row("rgba32i", 16, vk::Format::R32G32B32A32_SINT, 21),
    row("rgba16i", 8, vk::Format::R16G16B16A16_SINT, 22),
    row("rgba8i", 4, vk::Format::R8G8B8A8_SINT, 23),
    row("r32i", 4, vk::Format::R32_SINT, 24),
    row("rg32i", 8, vk::Format::R32G32_SINT, 25),
    row("rg16i", 4, vk::Format::R16G16_SINT, 26),
    row("rg8i", 2, vk::Format::R8G8_SINT, 27),
    row("r16i", 2, vk::Format::R16_SINT, 28),
    row("r8i", 1, vk::Format::R8_SINT, 29),
    row("rgba32ui", 16, vk::Format::R32G32B32A32_UINT, 30),
    row("rgba16ui", 8, vk::Format::R16G16B16A16_UINT, 31),
    row("rgba8ui", 4, vk::Format::R8G8B8A8_UINT, 32),
    row("r32ui", 4, vk::Format::R32_UINT, 33),
    row("rg32ui", 8, vk::Format::R32G32_UINT, 35),
    row("rg16ui", 4, vk::Format::R16G16_UINT, 36),
    row("rg8ui", 2, vk::Format::R8G8_UINT, 37),
    row("r16ui", 2, vk::Format::R16_UINT, 38),
    row("d32f", 4, vk::Format::D32_SFLOAT, UNKNOWN),
    row("r8ui", 1, vk::Format::R8_UINT, 39),
    row("r64ui", 8, vk::Format::R64_UINT, 40),
    row("r64i", 8, vk::Format::R64_SINT, 41),
];

/// *Image Format* of a variable that takes views of any format, and of formats that SPIR-V does not name.
const UNKNOWN: u32 = 0;

impl Format {
    /// The format of a case's image.
    pub(crate) fn of(format: &nvc_case::Format) -> Result<Self> {
        let row = FORMATS.iter().find(|row| row.name == format.name());
        row.map(Self).with_context(|| format!("no Vulkan format is known for {}", format.name()))
    }

    /// GLSL's name.
    pub(crate) fn name(self) -> &'static str {
        self.0.name
    }

    /// What a texel holds.
    pub(crate) fn aspect(self) -> vk::ImageAspectFlags {
        match self.0.vk {
            vk::Format::D32_SFLOAT => vk::ImageAspectFlags::DEPTH,
            _ => vk::ImageAspectFlags::COLOR,
        }
    }

    pub(crate) fn vk(self) -> vk::Format {
        self.0.vk
    }

    /// The view of an image of this format at a binding whose variables declare these SPIR-V
    /// formats: its own where one of them is that or none declares a format (`Unknown`, 0), else the
    /// first declared one whose texels are as large, which reads the texel's raw bits. A variable
    /// without format beside one with a format only queries sizes.
    pub(crate) fn view(self, declared: impl IntoIterator<Item = u32>) -> Self {
        let mut raw = None;
        for spirv in declared {
            if spirv == self.0.spirv {
                return self;
            }
            let same_size = |row: &&Row| spirv != UNKNOWN && row.spirv == spirv && row.bytes == self.0.bytes;
            raw = raw.or_else(|| FORMATS.iter().find(same_size).map(Self));
        }
        raw.unwrap_or(self)
    }
}

#[cfg(test)]
mod tests {
    use super::Format;

    fn format(name: &str) -> Format {
        let format = nvc_case::Format::try_from(name.to_owned()).unwrap();
        assert_eq!(Format::of(&format).unwrap().0.bytes, format.bytes());
        Format::of(&format).unwrap()
    }

    #[test]
    fn raw_views_keep_the_texel_size() {
        let (rgba8, r32ui, rgba32ui) = (format("rgba8"), format("r32ui"), format("rgba32ui"));
        assert_eq!(rgba8.view([r32ui.0.spirv]), r32ui);
        assert_eq!(rgba8.view([rgba32ui.0.spirv]), rgba8, "another texel size is no raw view");
        assert_eq!(rgba8.view([0, r32ui.0.spirv]), r32ui, "a variable without format takes any view");
        assert_eq!(rgba8.view([0]), rgba8, "without formats the image's own counts");
        assert_eq!(rgba8.view([]), rgba8);
    }
}
