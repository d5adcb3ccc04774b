//! Filtered samples, gathers and fetches.

use super::cube;
use nvc_exec::Format;
use nvc_exec::{Compare, Filter, Image, Mip, Sampler, Texel, Wrap};
use nvc_ir::types::{Dim, ImageType};

/// A sample or gather by one lane.
pub(crate) struct Request<'a> {
    pub image: &'a Image,
    pub sampler: Sampler,
    pub ty: ImageType,
    /// Coordinates, with the layer last.
    pub coord: [f64; 4],
    pub lod: f64,
    pub offset: [i64; 3],
    pub dref: Option<f64>,
}

/// A texel (`None` for the border) and its weight.
type Tap = (Option<Texel>, f64);

/// Number of steps between filter weights 0 and 1: 8 bits, NVIDIA's `subTexelPrecisionBits`.
const WEIGHT_STEPS: f64 = 256.0;

/// Bound on texel coordinates. It is larger than any image, and small enough to add offsets without overflow.
const FAR: f64 = 1e12;

impl Request<'_> {
    fn axes(&self) -> usize {
        match self.ty.dim {
            Dim::Cube => 2,
            dim => usize::from(dim.coordinates()),
        }
    }

    /// Returns the layer: the last coordinate, rounded and clamped to the existing layers.
    fn layer(&self) -> i64 {
        if !self.ty.arrayed {
            return 0;
        }
        let last = self.coord[usize::from(self.ty.dim.coordinates())];
        let layers = match self.ty.dim {
            Dim::Cube => i64::from(self.image.layers()) / 6,
            _ => i64::from(self.image.layers()),
        };
        (last.round_ties_even() as i64).clamp(0, (layers - 1).max(0))
    }

    /// Returns the coordinates along the axes, and the face of a cube.
    fn coordinates(&self) -> ([f64; 3], i64) {
        let [x, y, z, _] = self.coord;
        if self.ty.dim == Dim::Cube {
            let (face, [s, t]) = cube::face([x, y, z]);
            return ([s, t, 0.0], face);
        }
        ([x, y, z], 0)
    }

    /// Returns, for each axis of a mip level, the first texel and the weight of the second.
    fn footprint(&self, level: u32, filter: Filter) -> [(i64, f64); 3] {
        let (coordinates, _) = self.coordinates();
        let size = self.image.level_extent(level);
        std::array::from_fn(|axis| {
            if axis >= self.axes() {
                return (0, 0.0);
            }
            let scale = if self.ty.dim == Dim::Rect { 1.0 } else { f64::from(size[axis]) };
            // Hardware computes the texel coordinate in single precision.
            let at = f64::from((coordinates[axis] * scale) as f32).clamp(-FAR, FAR);
            match filter {
                Filter::Nearest => (at.floor() as i64 + self.offset[axis], 0.0),
                Filter::Linear => {
                    let steps = ((at - 0.5) * WEIGHT_STEPS).round_ties_even();
                    let first = (steps / WEIGHT_STEPS).floor();
                    (first as i64 + self.offset[axis], steps / WEIGHT_STEPS - first)
                }
            }
        })
    }

    /// Returns the texel at a position, after wrapping; `None` for the border.
    fn texel(&self, at: [i64; 3], level: u32) -> Option<Texel> {
        let size = self.image.level_extent(level).map(i64::from);
        let (_, face) = self.coordinates();
        let layer = self.layer();
        if self.ty.dim == Dim::Cube {
            let (face, [x, y]) = cube::across(face, [at[0], at[1]], size[0]);
            return Some(Texel { position: [x, y, 0], layer: layer * 6 + face, level, sample: 0 });
        }
        let mut position = [0; 3];
        for axis in 0..self.axes() {
            position[axis] = wrap(self.sampler.wrap[axis], at[axis], size[axis])?;
        }
        Some(Texel { position, layer, level, sample: 0 })
    }

    /// Returns the texels of a mip level that contribute to a sample, with their weights.
    fn taps(&self, level: u32, filter: Filter) -> Vec<Tap> {
        let footprint = self.footprint(level, filter);
        let mut taps = Vec::with_capacity(8);
        for corner in 0..8u32 {
            let mut weight = 1.0;
            let mut at = [0; 3];
            for (axis, &(first, second)) in footprint.iter().enumerate() {
                let high = corner >> axis & 1 == 1;
                weight *= if high { second } else { 1.0 - second };
                at[axis] = first + i64::from(high);
            }
            if weight > 0.0 {
                taps.push((self.texel(at, level), weight));
            }
        }
        taps
    }

    /// Returns the filtered value of a mip level. A single integer texel is returned as bits.
    fn level(&self, level: u32, filter: Filter) -> Words {
        let taps = self.taps(level, filter);
        let mut sum = [0.0; 4];
        for &(texel, weight) in &taps {
            let words = self.words(texel);
            if let (Words::Bits(_), 1) = (&words, taps.len()) {
                return words;
            }
            let values = match (words, self.dref) {
                (Words::Floats(v), Some(reference)) => [self.passes(reference, v[0]); 4],
                (Words::Floats(v), None) => v,
                (Words::Bits(v), _) => v.map(f64::from),
            };
            for (sum, value) in sum.iter_mut().zip(values) {
                *sum += weight * value;
            }
        }
        Words::Floats(sum)
    }

    /// Returns the components of a texel; zeros for the border.
    fn words(&self, texel: Option<Texel>) -> Words {
        let format = self.image.format;
        let bytes =
            texel.and_then(|texel| self.image.offset(texel)).and_then(|at| self.image.texels.get(at..));
        let words = bytes.map_or([0; 4], |bytes| decode(format, bytes));
        if self.ty.texel == nvc_ir::Types::F32 {
            Words::Floats(words.map(|word| f64::from(f32::from_bits(word))))
        } else {
            Words::Bits(words)
        }
    }

    /// Returns 1 if the comparison of the reference with a texel passes, otherwise 0.
    fn passes(&self, reference: f64, texel: f64) -> f64 {
        let passes = match self.sampler.compare.unwrap_or(Compare::LessEqual) {
            Compare::Never => false,
            Compare::Less => reference < texel,
            Compare::Equal => reference == texel,
            Compare::LessEqual => reference <= texel,
            Compare::Greater => reference > texel,
            Compare::NotEqual => reference != texel,
            Compare::GreaterEqual => reference >= texel,
            Compare::Always => true,
        };
        f64::from(u8::from(passes))
    }
}

fn decode(format: Format, bytes: &[u8]) -> [u32; 4] {
    bytes.get(..format.bytes()).map_or([0; 4], |texel| format.decode(texel))
}

/// The components of a texel.
#[derive(Clone, Copy)]
enum Words {
    Floats([f64; 4]),
    Bits([u32; 4]),
}

impl Words {
    fn bits(self) -> [u32; 4] {
        match self {
            Words::Floats(v) => v.map(|x| (x as f32).to_bits()),
            Words::Bits(v) => v,
        }
    }
}

/// Applies an address mode to a texel coordinate. Returns `None` for the border.
fn wrap(mode: Wrap, at: i64, size: i64) -> Option<i64> {
    Some(match mode {
        Wrap::Clamp => at.clamp(0, size - 1),
        Wrap::Repeat => at.rem_euclid(size),
        Wrap::Mirror => {
            let at = at.rem_euclid(2 * size);
            if at < size { at } else { 2 * size - 1 - at }
        }
        Wrap::Border if !(0..size).contains(&at) => return None,
        Wrap::Border => at,
    })
}

/// Returns the mip level that a sample accesses, clamped to the existing levels. It is fractional if two
/// levels are filtered.
pub(crate) fn accessed(image: &Image, sampler: Sampler, lod: f64) -> f64 {
    let last = f64::from(image.level_count() - 1);
    // `max` converts a NaN to 0.
    let lod = lod.max(0.0).min(last);
    match sampler.mip {
        Mip::Nearest => (lod + 0.5).ceil().max(1.0) - 1.0,
        Mip::Linear => lod,
    }
}

/// Executes a filtered sample.
pub(crate) fn sample(request: &Request<'_>) -> [u32; 4] {
    let last = f64::from(request.image.level_count() - 1);
    let lod = accessed(request.image, request.sampler, request.lod);
    let filter = request.sampler.filter;
    match request.sampler.mip {
        Mip::Nearest => request.level(lod as u32, filter).bits(),
        Mip::Linear => {
            let (low, share) = (lod.floor(), lod - lod.floor());
            let (near, far) =
                (request.level(low as u32, filter), request.level((low + 1.0).min(last) as u32, filter));
            match (near, far) {
                (Words::Floats(a), Words::Floats(b)) => {
                    let mix = std::array::from_fn(|k| a[k] + share * (b[k] - a[k]));
                    Words::Floats(mix).bits()
                }
                (near, _) => near.bits(),
            }
        }
    }
}

/// Executes a gather: returns one component of the four texels that a linear filter would use. With
/// `offsets`, returns that component of four texels at these offsets from the first texel instead.
pub(crate) fn gather(request: &Request<'_>, component: usize, offsets: Option<[[i64; 2]; 4]>) -> [u32; 4] {
    // Counterclockwise from the lower left.
    const CORNERS: [[i64; 2]; 4] = [[0, 1], [1, 1], [1, 0], [0, 0]];
    let nearest = Sampler { mip: Mip::Nearest, ..request.sampler };
    let level = accessed(request.image, nearest, request.lod) as u32;
    let [(x, _), (y, _), _] = request.footprint(level, Filter::Linear);
    offsets.unwrap_or(CORNERS).map(|[dx, dy]| {
        let words = request.words(request.texel([x + dx, y + dy, 0], level));
        match (words, request.dref) {
            (Words::Floats(v), Some(reference)) => (request.passes(reference, v[0]) as f32).to_bits(),
            (words, _) => words.bits()[component.min(3)],
        }
    })
}

/// Reads a texel in a given format. Returns zeros outside the image.
pub(crate) fn fetch(image: &Image, format: Format, texel: Texel) -> [u32; 4] {
    let bytes = image.offset(texel).and_then(|at| image.texels.get(at..));
    bytes.map_or([0; 4], |bytes| decode(format, bytes))
}
