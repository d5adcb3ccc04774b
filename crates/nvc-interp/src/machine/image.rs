//! Executes image and texture accesses, lane by lane.

use super::frame::Warp;
use super::{Machine, Site, derivative};
use crate::code::{ImageStep, SAMPLER_SHIFT, TEXTURES, view};
use crate::column::{Mask, Registers, Slot, lanes};
use crate::texture::{self, Request};
use nvc_exec::{Image, Sampler, Texel};
use nvc_ir::Op;
use nvc_ir::types::{Dim, ImageType};

/// Offset that represents a texel outside the image.
const OUTSIDE: u64 = u64::MAX / 2;

/// Residency code of a bound image. All its texels are resident.
const RESIDENT: u64 = 1;

impl Machine<'_> {
    /// Executes an image or texture access.
    pub(super) fn image(&mut self, warp: &mut Warp, mask: Mask, step: &ImageStep, _site: Site) {
        for lane in lanes(mask) {
            let descriptor = warp.registers.get(step.descriptor, lane);
            if step.op == Op::ImageWrite {
                self.write_texel(&warp.registers, lane, step, descriptor);
                continue;
            }
            let bound = self.descriptor(descriptor);
            let words =
                bound.map_or([0; 4], |(image, sampler)| read(&warp.registers, lane, step, image, sampler));
            let code = if bound.is_some() { RESIDENT } else { 0 };
            let results = step.imm.sparse.then_some(code).into_iter().chain(words);
            for (&slot, word) in step.dst.iter().zip(results) {
                warp.registers.set(slot, lane, word);
            }
        }
    }

    /// Returns the image and sampler of a descriptor; `None` if nothing is bound.
    fn descriptor(&self, descriptor: u64) -> Option<(&Image, Sampler)> {
        let unit = descriptor as u32;
        if descriptor & TEXTURES != 0 {
            let texture = self.resources.textures.get(&unit)?;
            let separate = (descriptor >> SAMPLER_SHIFT).checked_sub(1).map(|unit| unit as u32);
            let sampler = match separate {
                Some(unit) => self.resources.samplers.get(&unit).copied().unwrap_or_default(),
                None => texture.sampler,
            };
            return Some((&texture.image, sampler));
        }
        Some((self.resources.images.get(&unit)?, Sampler::default()))
    }

    fn write_texel(&mut self, registers: &Registers, lane: usize, step: &ImageStep, descriptor: u64) {
        let Some(image) = self.resources.images.get_mut(&(descriptor as u32)) else { return };
        let Some(at) = image.offset(texel(registers, lane, step, [0; 3])) else { return };
        if is_wide(step) {
            let value = step.data.first().map_or(0, |&slot| registers.get(slot, lane));
            if let Some(bytes) = image.texels.get_mut(at..at + 8) {
                bytes.copy_from_slice(&value.to_le_bytes());
            }
            return;
        }
        let format = view(step.image, image.format);
        let mut words = [0; 4];
        for (word, &slot) in words.iter_mut().zip(&step.data) {
            *word = registers.get(slot, lane) as u32;
        }
        if let Some(bytes) = image.texels.get_mut(at..at + format.bytes()) {
            format.encode(words, bytes);
        }
    }
}

/// Returns whether texels are 64-bit integers (SPV_EXT_shader_image_int64).
fn is_wide(step: &ImageStep) -> bool {
    step.image.texel == nvc_ir::Types::I64
}

/// Reads a 64-bit texel. Missing components are 0, 0, 1. Outside the image, all components are 0.
fn wide(image: &Image, texel: Texel) -> [u64; 4] {
    let bytes = image.offset(texel).and_then(|at| image.texels.get(at..at + 8));
    let value = bytes.and_then(|bytes| bytes.try_into().ok()).map(u64::from_le_bytes);
    value.map_or([0; 4], |value| [value, 0, 0, 1])
}

/// Returns the result of an access that reads.
fn read(registers: &Registers, lane: usize, step: &ImageStep, image: &Image, sampler: Sampler) -> [u64; 4] {
    let words = match step.op {
        Op::TexSize => size(step.image, image, step.lod.map_or(0, |slot| registers.get(slot, lane) as u32)),
        Op::TexLevels => [image.level_count(), 0, 0, 0],
        Op::TexQueryLod => query_lod(registers, lane, step, image, sampler),
        Op::TexSamples => [image.samples.max(1), 0, 0, 0],
        Op::TexFetch => {
            let offset = step.imm.const_offset.map_or([0; 3], |offset| offset.map(i64::from));
            let mut at = texel(registers, lane, step, offset);
            if let Some(offset) = &step.offset {
                add(registers, lane, offset, &mut at.position);
            }
            texture::fetch(image, image.format, at)
        }
        Op::ImageRead if is_wide(step) => return wide(image, texel(registers, lane, step, [0; 3])),
        Op::ImageRead => {
            texture::fetch(image, view(step.image, image.format), texel(registers, lane, step, [0; 3]))
        }
        Op::TexelAddr => {
            let offset = image.offset(texel(registers, lane, step, [0; 3]));
            return [offset.map_or(OUTSIDE, |at| at as u64), 0, 0, 0];
        }
        _ => filtered(registers, lane, step, image, sampler),
    };
    words.map(u64::from)
}

/// Executes a sample or gather.
fn filtered(
    registers: &Registers,
    lane: usize,
    step: &ImageStep,
    image: &Image,
    sampler: Sampler,
) -> [u32; 4] {
    let float = |slot: Slot| f64::from(f32::from_bits(registers.get(slot, lane) as u32));
    let mut coord = [0.0; 4];
    for (to, &slot) in coord.iter_mut().zip(&step.coord) {
        *to = float(slot);
    }
    let mut offset = step.imm.const_offset.map_or([0; 3], |offset| offset.map(i64::from));
    if let Some(slots) = &step.offset {
        add(registers, lane, slots, &mut offset);
    }
    let mut lod = step.lod.map_or(0.0, float);
    if let Some([dx, dy]) = &step.grad {
        let floats = |slots: &[Slot]| slots.iter().map(|&slot| float(slot)).collect::<Vec<f64>>();
        lod = level(image, &floats(dx), &floats(dy));
    }
    if let Some(slot) = step.min_lod {
        lod = lod.max(float(slot));
    }
    let dref = step.dref.map(float);
    let request = Request { image, sampler, ty: step.image, coord, lod, offset, dref };
    if step.op != Op::TexGather {
        return texture::sample(&request);
    }
    let offsets = step.offsets.as_ref().map(|list| {
        [0, 1, 2, 3].map(|k: usize| {
            let mut offset = [0; 3];
            add(registers, lane, &list[k], &mut offset);
            [offset[0], offset[1]]
        })
    });
    texture::gather(&request, step.imm.component.into(), offsets)
}

/// Returns the level of detail that follows from the derivatives of the coordinates in x and y.
fn level(image: &Image, dx: &[f64], dy: &[f64]) -> f64 {
    let size = image.level_extent(0).map(f64::from);
    let length = |parts: &[f64]| {
        let squares = parts.iter().zip(size.iter().cycle()).map(|(part, size)| (part * size).powi(2));
        squares.sum::<f64>().sqrt()
    };
    libm::log2(length(dx).max(length(dy)))
}

/// Returns the mip level that a sample would access, and the unclamped level of detail, from the derivatives
/// within a quad.
fn query_lod(
    registers: &Registers,
    lane: usize,
    step: &ImageStep,
    image: &Image,
    sampler: Sampler,
) -> [u32; 4] {
    let derivatives = |op: Op| derivative::of_coordinates(registers, lane, &step.coord, op);
    let unclamped = level(image, &derivatives(Op::Ddx), &derivatives(Op::Ddy));
    let accessed = texture::accessed(image, sampler, unclamped);
    [(accessed as f32).to_bits(), (unclamped as f32).to_bits(), 0, 0]
}

/// Adds signed offsets to coordinates.
fn add(registers: &Registers, lane: usize, slots: &[Slot], to: &mut [i64; 3]) {
    for (to, &slot) in to.iter_mut().zip(slots) {
        *to += i64::from(registers.get(slot, lane) as i32);
    }
}

/// Returns the texel at integer coordinates.
fn texel(registers: &Registers, lane: usize, step: &ImageStep, offset: [i64; 3]) -> Texel {
    let part = |k: usize| step.coord.get(k).map_or(0, |&slot| i64::from(registers.get(slot, lane) as i32));
    let axes = match step.image.dim {
        Dim::Cube => 2,
        dim => usize::from(dim.coordinates()),
    };
    let mut position = [0; 3];
    for axis in 0..axes {
        position[axis] = part(axis) + offset[axis];
    }
    let scalar = |slot: Option<Slot>| slot.map_or(0, |slot| registers.get(slot, lane) as u32);
    let level = scalar(step.lod);
    // The layer, or the face of a cube, follows the coordinates of the axes.
    Texel { position, layer: part(axes), level, sample: scalar(step.sample) }
}

/// Returns the size of a mip level, followed by the number of layers, or of cubes, if the image is arrayed.
fn size(ty: ImageType, image: &Image, level: u32) -> [u32; 4] {
    let extent = image.level_extent(level);
    let axes = usize::from(ty.dim.size_components());
    let mut out = [0; 4];
    out[..axes].copy_from_slice(&extent[..axes]);
    if ty.arrayed {
        out[axes] = if ty.dim == Dim::Cube { image.layers() / 6 } else { image.layers() };
    }
    out
}
