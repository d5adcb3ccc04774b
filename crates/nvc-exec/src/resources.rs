//! The memory of a dispatch: resources by class and index (`docs/interface.md`).

use crate::AccelerationStructure;
use crate::texel::Format;
use nvc_ir::ResourceClass;
use std::collections::BTreeMap;

/// All bound resources. On the interpreter, unbound resources read as zero, and writes to them are dropped. On
/// Vulkan, a binding without a resource is an error.
#[derive(Clone, Debug, Default)]
pub struct Resources {
    /// Uniform, storage and counter buffers, by class and binding point. Buffers of the class `Bindless` have
    /// no binding and are accessed by [`device_address`].
    pub buffers: BTreeMap<(ResourceClass, u32), Vec<u8>>,
    /// The contents of `program.local` and `program.env`, or of the loose uniforms of GLSL, 16 bytes per element.
    pub parameters: Vec<u8>,
    /// Textures by unit. A bindless handle is a unit index.
    pub textures: BTreeMap<u32, Texture>,
    /// Separate samplers by unit.
    pub samplers: BTreeMap<u32, Sampler>,
    /// Storage images by unit. A bindless handle is a unit index.
    pub images: BTreeMap<u32, Image>,
    /// Acceleration structures by texture unit. Only Vulkan devices run ray queries.
    pub acceleration_structures: BTreeMap<u32, AccelerationStructure>,
}

/// Returns the address that a buffer has on the interpreter. It depends only on the class and the low 16 bits of
/// the index, so it can be written to other buffers before the run.
pub fn device_address(class: ResourceClass, index: u32) -> u64 {
    (class as u64 + 1) << 48 | u64::from(index & 0xffff) << 32
}

/// Splits an address of the interpreter into the class, index and offset; `None` if no class has such addresses.
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
    /// Six square faces in Vulkan's order, +X first.
    Cube,
    /// An array of 1D images; the height is the number of layers.
    D1Array,
    /// An array of 2D images; the depth is the number of layers.
    D2Array,
    /// An array of cubes; the depth is the number of cubes.
    CubeArray,
    /// A texel buffer.
    Buffer,
}

impl Shape {
    /// Returns the width, height and depth of level 0, and the number of layers. Each face of a cube is a layer.
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
    /// The width, height and depth. For arrays, the number of elements (images or cubes) is the height of a 1D
    /// array, or the depth of any other array.
    pub size: [u32; 3],
    /// The number of mip levels. Each level has half the size of the previous one, at least 1.
    pub levels: u32,
    /// The number of samples per texel, which are adjacent in memory.
    pub samples: u32,
    /// The texels of all levels in order, layer by layer, row by row.
    pub texels: Vec<u8>,
}

impl Image {
    /// Returns the size of all texels in bytes.
    pub fn bytes(&self) -> u64 {
        (0..self.level_count()).map(|level| self.level_bytes(level)).fold(0, u64::saturating_add)
    }

    /// Returns the number of mip levels, clamped to 1 to 32.
    pub fn level_count(&self) -> u32 {
        self.levels.clamp(1, u32::BITS)
    }

    /// Returns the width, height and depth of a mip level.
    pub fn level_extent(&self, level: u32) -> [u32; 3] {
        let (extent, _) = self.shape.extent(self.size);
        extent.map(|n| n.checked_shr(level).unwrap_or(0).max(1))
    }

    /// Returns the number of layers. Each face of a cube is a layer.
    pub fn layers(&self) -> u32 {
        self.shape.extent(self.size).1
    }

    fn level_bytes(&self, level: u32) -> u64 {
        let texels =
            self.level_extent(level).map(u64::from).iter().fold(1, |n, &m| u64::saturating_mul(n, m));
        let one = self.format.bytes() as u64 * u64::from(self.samples.max(1));
        texels.saturating_mul(u64::from(self.layers())).saturating_mul(one)
    }

    /// Returns the byte offset of one sample of a texel; `None` if it is outside the image or past the end of
    /// `texels`.
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

/// The coordinates of a sample of a texel.
#[derive(Clone, Copy, Debug, Default)]
pub struct Texel {
    /// The column, row and slice.
    pub position: [i64; 3],
    /// The array layer. A cube has six layers, one per face.
    pub layer: i64,
    /// The mip level.
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
    /// The filter within a mip level.
    pub filter: Filter,
    /// The filter between mip levels.
    pub mip: Mip,
    /// The address modes in x, y and z.
    pub wrap: [Wrap; 3],
    /// The comparison of a reference value with a texel; `None` means `LessEqual`.
    pub compare: Option<Compare>,
}

/// The filter within a mip level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    /// The nearest texel.
    #[default]
    Nearest,
    /// The weighted mean of the neighbouring texels.
    Linear,
}

/// The filter between mip levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mip {
    /// The nearest level.
    #[default]
    Nearest,
    /// The weighted mean of the two nearest levels.
    Linear,
}

/// Address mode: the texel that a coordinate outside the texture selects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wrap {
    /// The nearest edge texel.
    #[default]
    Clamp,
    /// The texel of the periodically repeated texture.
    Repeat,
    /// Like `Repeat`, with every second copy mirrored.
    Mirror,
    /// A border of zeros.
    Border,
}

/// The comparison of a reference value with a texel.
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
