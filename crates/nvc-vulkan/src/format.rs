//! Texel formats: GLSL's name, Vulkan's and SPIR-V's.
use ash::vk;
use nvc_exec::Format as Texels;

/// A texel format on the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Format(&'static Row);

#[derive(Debug, PartialEq, Eq)]
struct Row {
    name: &'static str,
    vk: vk::Format,
    /// SPIR-V *Image Format* operand (SPIR-V 3.11).
    spirv: u32,
}

const fn row(name: &'static str, vk: vk::Format, spirv: u32) -> Row {
    Row { name, vk, spirv }
}

static FORMATS: &[Row] = &[
    row("rgba32f", vk::Format::R32G32B32A32_SFLOAT, 1),
    row("rgba16f", vk::Format::R16G16B16A16_SFLOAT, 2),
    row("r32f", vk::Format::R32_SFLOAT, 3),
    row("rgba8", vk::Format::R8G8B8A8_UNORM, 4),
    row("rgba8_snorm", vk::Format::R8G8B8A8_SNORM, 5),
    row("rg32f", vk::Format::R32G32_SFLOAT, 6),
    row("rg16f", vk::Format::R16G16_SFLOAT, 7),
    row("r16f", vk::Format::R16_SFLOAT, 9),
    row("rg8", vk::Format::R8G8_UNORM, 13),
    row("r8", vk::Format::R8_UNORM, 15),
    row("rgba16", vk::Format::R16G16B16A16_UNORM, 10),
    row("rg16", vk::Format::R16G16_UNORM, 12),
    row("r16", vk::Format::R16_UNORM, 14),
    row("rgba16_snorm", vk::Format::R16G16B16A16_SNORM, 16),
    row("rg16_snorm", vk::Format::R16G16_SNORM, 17),
    row("rg8_snorm", vk::Format::R8G8_SNORM, 18),
    row("r16_snorm", vk::Format::R16_SNORM, 19),
    row("r8_snorm", vk::Format::R8_SNORM, 20),
    row("rgba32i", vk::Format::R32G32B32A32_SINT, 21),
    row("rgba16i", vk::Format::R16G16B16A16_SINT, 22),
    row("rgba8i", vk::Format::R8G8B8A8_SINT, 23),
    row("r32i", vk::Format::R32_SINT, 24),
    row("rg32i", vk::Format::R32G32_SINT, 25),
    row("rg16i", vk::Format::R16G16_SINT, 26),
    row("rg8i", vk::Format::R8G8_SINT, 27),
    row("r16i", vk::Format::R16_SINT, 28),
    row("r8i", vk::Format::R8_SINT, 29),
    row("rgba32ui", vk::Format::R32G32B32A32_UINT, 30),
    row("rgba16ui", vk::Format::R16G16B16A16_UINT, 31),
    row("rgba8ui", vk::Format::R8G8B8A8_UINT, 32),
    row("r32ui", vk::Format::R32_UINT, 33),
    row("rg32ui", vk::Format::R32G32_UINT, 35),
    row("rg16ui", vk::Format::R16G16_UINT, 36),
    row("rg8ui", vk::Format::R8G8_UINT, 37),
    row("r16ui", vk::Format::R16_UINT, 38),
    row("r8ui", vk::Format::R8_UINT, 39),
    row("r64ui", vk::Format::R64_UINT, 40),
    row("r64i", vk::Format::R64_SINT, 41),
];

/// What samplers that compare read.
static DEPTH: Row = row("d32f", vk::Format::D32_SFLOAT, UNKNOWN);

/// *Image Format* of a variable that takes views of any format, and of formats that SPIR-V does not name.
const UNKNOWN: u32 = 0;

impl Row {
    fn bytes(&self) -> Option<usize> {
        Texels::from_name(self.name).map(Texels::bytes)
    }
}

impl Format {
    /// The format of these texels.
    pub(crate) fn of(texels: Texels) -> Option<Self> {
        FORMATS.iter().find(|row| Texels::from_name(row.name) == Some(texels)).map(Self)
    }

    /// The format of depths in these texels.
    pub(crate) fn depth(texels: Texels) -> Option<Self> {
        (Some(texels) == Texels::from_name("d32f")).then_some(Self(&DEPTH))
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
            let same_size =
                |row: &&Row| spirv != UNKNOWN && row.spirv == spirv && row.bytes() == self.0.bytes();
            raw = raw.or_else(|| FORMATS.iter().find(same_size).map(Self));
        }
        raw.unwrap_or(self)
    }
}

#[cfg(test)]
mod tests {
    use super::{FORMATS, Format};
    use nvc_exec::Format as Texels;

    #[test]
    fn every_row_is_a_format_of_texels() {
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
        assert_eq!(rgba8.view([rgba32ui.0.spirv]), rgba8, "another texel size is no raw view");
        assert_eq!(rgba8.view([0, r32ui.0.spirv]), r32ui, "a variable without format takes any view");
        assert_eq!(rgba8.view([0]), rgba8, "without formats the image's own counts");
        assert_eq!(rgba8.view([]), rgba8);
    }
}
