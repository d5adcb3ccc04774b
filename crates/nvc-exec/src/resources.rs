//! The memory that a dispatch works on, in the terms of `docs/interface.md`: classes and indices.

use crate::texel::Format;
use nvc_ir::ResourceClass;
use std::collections::BTreeMap;

/// All that is bound. What is not reads as zero, and writes to it are lost.
#[derive(Clone, Debug, Default)]
pub struct Resources {
    /// Uniform, storage and counter buffers by class and binding point. Those of the class `Bindless` are
    /// bound nowhere: only [`device_address`] leads to them.
    pub buffers: BTreeMap<(ResourceClass, u32), Vec<u8>>,
    /// `program.local` and `program.env`: 16 bytes each.
    pub parameters: Vec<u8>,
    /// Textures by unit. A bindless handle is a unit number, too.
    pub textures: BTreeMap<u32, Texture>,
    /// Samplers apart from textures, by unit.
    pub samplers: BTreeMap<u32, Sampler>,
    /// Storage images by unit. A bindless handle is a unit number, too.
    pub images: BTreeMap<u32, Image>,
}

/// The address that a buffer has for physical accesses. It depends on nothing but class and index,
/// so that it can be written into other buffers before the run.
pub fn device_address(class: ResourceClass, index: u32) -> u64 {
    (class as u64 + 1) << 48 | u64::from(index & 0xffff) << 32
}

/// Class, index and offset of an address.
pub fn of_address(address: u64) -> Option<(ResourceClass, u32, u64)> {
    let class = (address >> 48).checked_sub(1)?;
    let class = *ResourceClass::ALL.get(usize::try_from(class).ok()?)?;
    Some((class, (address >> 32) as u32 & 0xffff, address & 0xffff_ffff))
}

/// What an image is shaped like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// One dimension.
    D1,
    /// Two dimensions.
    D2,
    /// Three dimensions.
    D3,
    /// Six square faces, +X first.
    Cube,
    /// Layers of one dimension; the height counts them.
    D1Array,
    /// Layers of two dimensions; the depth counts them.
    D2Array,
    /// Layers of cubes; the depth counts cubes.
    CubeArray,
    /// Texels in a buffer.
    Buffer,
}

impl Shape {
    /// Width, height, depth and layers (faces count) of level 0 of an image of this size.
    pub fn extent(self, size: [u32; 3]) -> ([u32; 3], u32) {
        let [w, h, d] = size.map(|n| n.max(1));
        match self {
            Shape::D1 | Shape::Buffer => ([w, 1, 1], 1),
            Shape::D2 => ([w, h, 1], 1),
            Shape::D3 => ([w, h, d], 1),
            Shape::Cube => ([w, h, 1], 6),
            Shape::D1Array => ([w, 1, 1], h),
            Shape::D2Array => ([w, h, 1], d),
            Shape::CubeArray => ([w, h, 1], d.saturating_mul(6)),
        }
    }
}

/// Texels.
#[derive(Clone, Debug)]
pub struct Image {
    /// What it is shaped like.
    pub shape: Shape,
    /// What a texel in memory means.
    pub format: Format,
    /// Width, height and depth; height counts the layers of a 1D array, depth those of the others.
    pub size: [u32; 3],
    /// Levels; each is half as large as the one before, and at least 1.
    pub levels: u32,
    /// Samples of a texel, which lie side by side.
    pub samples: u32,
    /// All levels in order: layer after layer, row after row.
    pub texels: Vec<u8>,
}

impl Image {
    /// Bytes that all texels take.
    pub fn bytes(&self) -> u64 {
        (0..self.level_count()).map(|level| self.level_bytes(level)).fold(0, u64::saturating_add)
    }

    /// Levels, as far as sizes can be halved.
    pub fn level_count(&self) -> u32 {
        self.levels.clamp(1, u32::BITS)
    }

    /// Width, height and depth of a level.
    pub fn level_extent(&self, level: u32) -> [u32; 3] {
        let (extent, _) = self.shape.extent(self.size);
        extent.map(|n| n.checked_shr(level).unwrap_or(0).max(1))
    }

    /// Layers, where faces count.
    pub fn layers(&self) -> u32 {
        self.shape.extent(self.size).1
    }

    fn level_bytes(&self, level: u32) -> u64 {
        let texels =
            self.level_extent(level).map(u64::from).iter().fold(1, |n, &m| u64::saturating_mul(n, m));
        let one = self.format.bytes() as u64 * u64::from(self.samples.max(1));
        texels.saturating_mul(u64::from(self.layers())).saturating_mul(one)
    }

    /// Where a texel's sample lies; `None` outside.
    pub fn offset(&self, at: Texel) -> Option<usize> {
        let [w, h, d] = self.level_extent(at.level).map(i64::from);
        let [x, y, z] = at.position;
        let inside = (0..w).contains(&x) && (0..h).contains(&y) && (0..d).contains(&z);
        let layers = i64::from(self.layers());
        if !inside || !(0..layers).contains(&at.layer) || at.level >= self.level_count() {
            return None;
        }
        let samples = i64::from(self.samples.max(1));
        if !(0..samples).contains(&i64::from(at.sample)) {
            return None;
        }
        // Sizes have 32 bits each, so that their product needs more than 64.
        let [x, y, z, w, h, d] = [x, y, z, w, h, d].map(i128::from);
        let row = ((i128::from(at.layer) * d + z) * h + y) * w + x;
        let index = usize::try_from(row * i128::from(samples) + i128::from(at.sample)).ok()?;
        let before: u64 = (0..at.level).map(|level| self.level_bytes(level)).fold(0, u64::saturating_add);
        let offset = usize::try_from(before).ok()?.checked_add(index.checked_mul(self.format.bytes())?)?;
        (offset.checked_add(self.format.bytes())? <= self.texels.len()).then_some(offset)
    }
}

/// The coordinates of one sample of one texel.
#[derive(Clone, Copy, Debug, Default)]
pub struct Texel {
    /// Column, row and slice.
    pub position: [i64; 3],
    /// The array layer; a cube has six, one per face.
    pub layer: i64,
    /// The mipmap level.
    pub level: u32,
    /// The sample of a multisample texel.
    pub sample: u32,
}

/// Texels and how they are sampled.
#[derive(Clone, Debug)]
pub struct Texture {
    /// The texels.
    pub image: Image,
    /// How they are sampled.
    pub sampler: Sampler,
}

/// How texels become samples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sampler {
    /// How texels of a level are combined.
    pub filter: Filter,
    /// How levels are combined.
    pub mip: Mip,
    /// What lies outside, along x, y and z.
    pub wrap: [Wrap; 3],
    /// How a reference is compared with a texel; `None` passes where it is at most the texel.
    pub compare: Option<Compare>,
}

/// How texels of a level are combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    /// The nearest.
    #[default]
    Nearest,
    /// A weighted mean of the neighbours.
    Linear,
}

/// How levels are combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mip {
    /// The nearest.
    #[default]
    Nearest,
    /// A weighted mean of the two neighbours.
    Linear,
}

/// What lies outside a texture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wrap {
    /// The edge continues.
    #[default]
    Clamp,
    /// The texture repeats.
    Repeat,
    /// The texture repeats, mirrored each second time.
    Mirror,
    /// Zeros.
    Border,
}

/// How a reference is compared with a texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Compare {
    Never,
    Less,
    Equal,
    LessEqual,
    Greater,
    NotEqual,
    GreaterEqual,
    Always,
}
