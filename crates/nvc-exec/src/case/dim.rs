//! Image dimensionalities in `case.toml`.

use serde::Deserialize;

/// The dimensionality of a texture or image.
#[derive(Deserialize, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dim {
    /// One-dimensional.
    #[serde(rename = "1d")]
    D1,
    /// Two-dimensional.
    #[serde(rename = "2d")]
    D2,
    /// Three-dimensional.
    #[serde(rename = "3d")]
    D3,
    /// Six square faces in Vulkan's order, +X first.
    #[serde(rename = "cube")]
    Cube,
    /// Layers of one-dimensional images.
    #[serde(rename = "1darray")]
    D1Array,
    /// Layers of two-dimensional images.
    #[serde(rename = "2darray")]
    D2Array,
    /// Two-dimensional with several samples per texel.
    #[serde(rename = "2dms")]
    D2Ms,
    /// Layers of two-dimensional images with several samples per texel.
    #[serde(rename = "2dmsarray")]
    D2MsArray,
    /// An array of cubes.
    #[serde(rename = "cubearray")]
    CubeArray,
    /// A texel buffer.
    #[serde(rename = "buffer")]
    Buffer,
}

impl Dim {
    /// Returns the number of texels of an image of the given size.
    pub fn texels(self, [w, h, d]: [u32; 3]) -> usize {
        // The depth of a cube may be written as 1 or as 6, its number of faces.
        let d = match self {
            Self::Cube => 6,
            Self::CubeArray => d.max(1) as usize * 6,
            _ => d.max(1) as usize,
        };
        w.max(1) as usize * h.max(1) as usize * d
    }

    /// Returns whether each texel has several samples.
    pub fn is_multisample(self) -> bool {
        matches!(self, Self::D2Ms | Self::D2MsArray)
    }

    /// Returns the number of layers of an image of the given size. Each face of a cube is a layer.
    pub fn layers(self, [_, h, d]: [u32; 3]) -> u32 {
        match self {
            Self::D1Array => h.max(1),
            Self::D2Array | Self::D2MsArray => d.max(1),
            Self::Cube => 6,
            Self::CubeArray => d.max(1).saturating_mul(6),
            Self::D1 | Self::D2 | Self::D2Ms | Self::D3 | Self::Buffer => 1,
        }
    }

    /// Returns the size of a mip level. The number of layers does not change.
    pub fn level_size(self, [w, h, d]: [u32; 3], level: u32) -> [u32; 3] {
        let scaled = |n: u32| (n >> level).max(1);
        match self {
            Self::D1Array => [scaled(w), h, d],
            Self::D2Array | Self::CubeArray => [scaled(w), scaled(h), d],
            _ => [scaled(w), scaled(h), scaled(d)],
        }
    }
}
