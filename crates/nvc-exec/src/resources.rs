//! The memory of a dispatch, addressed by class and index (`docs/interface.md`).

use crate::texel::Format;
use nvc_ir::ResourceClass;
use std::collections::BTreeMap;

/// All bound resources. Unbound resources read as zero, and writes to them are dropped.
#[derive(Clone, Debug, Default)]
pub struct Resources {
    /// Uniform, storage and counter buffers by class and binding point. Those of the class `Bindless` have
    /// no binding and are accessed by [`device_address`].
    pub buffers: BTreeMap<(ResourceClass, u32), Vec<u8>>,
    /// `program.local` and `program.env`, 16 bytes each.
    pub parameters: Vec<u8>,
    /// Textures by unit. Bindless handles are unit numbers, too.
    pub textures: BTreeMap<u32, Texture>,
    /// Separate samplers by unit.
    pub samplers: BTreeMap<u32, Sampler>,
    /// Storage images by unit. Bindless handles are unit numbers, too.
    pub images: BTreeMap<u32, Image>,
}

/// The device address of a buffer. It depends only on class and index, so that it can be written into other
/// buffers before the run.
pub fn device_address(class: ResourceClass, index: u32) -> u64 {
    (class as u64 + 1) << 48 | u64::from(index & 0xffff) << 32
}

/// The class, index and offset of a device address.
pub fn of_address(address: u64) -> Option<(ResourceClass, u32, u64)> {
    let class = (address >> 48).checked_sub(1)?;
    let class = *ResourceClass::ALL.get(usize::try_from(class).ok()?)?;
    Some((class, (address >> 32) as u32 & 0xffff, address & 0xffff_ffff))
}

/// The shape of an image.
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
    /// 1D layers; the height is their number.
    D1Array,
    /// 2D layers; the depth is their number.
    D2Array,
    /// Cubes; the depth is their number.
    CubeArray,
    /// A texel buffer.
    Buffer,
}

impl Shape {
    /// Width, height and depth of level 0, and the number of layers; each cube face is one.
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

/// An image.
#[derive(Clone, Debug)]
pub struct Image {
    /// The shape.
    pub shape: Shape,
    /// The texel format.
    pub format: Format,
    /// Width, height and depth. The number of layers is the height of a 1D array, or the depth of others.
    pub size: [u32; 3],
    /// Number of levels. Each has half the size of the previous one, but at least 1.
    pub levels: u32,
    /// Number of samples per texel, which are adjacent in memory.
    pub samples: u32,
    /// The texels of all levels in order, layer by layer, row by row.
    pub texels: Vec<u8>,
}

impl Image {
    /// Size of all texels in bytes.
    pub fn bytes(&self) -> u64 {
        (0..self.level_count()).map(|level| self.level_bytes(level)).fold(0, u64::saturating_add)
    }

    /// Number of levels, clamped to a valid number.
    pub fn level_count(&self) -> u32 {
        self.levels.clamp(1, u32::BITS)
    }

    /// Width, height and depth of a level.
    pub fn level_extent(&self, level: u32) -> [u32; 3] {
        let (extent, _) = self.shape.extent(self.size);
        extent.map(|n| n.checked_shr(level).unwrap_or(0).max(1))
    }

    /// Number of layers; each cube face is one.
    pub fn layers(&self) -> u32 {
        self.shape.extent(self.size).1
    }

    fn level_bytes(&self, level: u32) -> u64 {
        let texels =
            self.level_extent(level).map(u64::from).iter().fold(1, |n, &m| u64::saturating_mul(n, m));
        let one = self.format.bytes() as u64 * u64::from(self.samples.max(1));
        texels.saturating_mul(u64::from(self.layers())).saturating_mul(one)
    }

    /// The byte offset of a texel's sample; `None` outside the image.
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
        // The product of 32-bit sizes can exceed 64 bits.
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

/// An image with its sampler.
#[derive(Clone, Debug)]
pub struct Texture {
    /// The image.
    pub image: Image,
    /// The sampler.
    pub sampler: Sampler,
}

/// A sampler.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sampler {
    /// Filter within a level.
    pub filter: Filter,
    /// Filter between levels.
    pub mip: Mip,
    /// Address modes along x, y and z.
    pub wrap: [Wrap; 3],
    /// Comparison of a reference with a texel; `None` means `LessEqual`.
    pub compare: Option<Compare>,
}

/// Filter within a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    /// The nearest one.
    #[default]
    Nearest,
    /// The weighted mean of the neighbours.
    Linear,
}

/// Filter between levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mip {
    /// The nearest one.
    #[default]
    Nearest,
    /// The weighted mean of the two nearest levels.
    Linear,
}

/// Address mode: what coordinates outside the texture access.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wrap {
    /// The edge texel.
    #[default]
    Clamp,
    /// The repeated texture.
    Repeat,
    /// The repeated texture, mirrored every second time.
    Mirror,
    /// Zeros.
    Border,
}

/// Comparison of a reference with a texel.
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
