//! Decodes descriptors and accesses to images and textures.

use super::decoder::{Decoder, Slots};
use super::error::{Result, fault, wrong_imm};
use super::resources::Place;
use crate::code::{ImageStep, SAMPLER_SHIFT, Step};
use crate::column::Slot;
use crate::kernels::{self, Kernel};
use nvc_ir::function::OwnedInst;
use nvc_ir::imm::{Imm, TextureImm};
use nvc_ir::types::ImageType;
use nvc_ir::{Op, TypeKind, Value};

/// Largest unit of a separate sampler; larger ones are clamped. Unit plus 1 fits in the bits of a descriptor from
/// [`SAMPLER_SHIFT`] on.
const MAX_SAMPLER: u64 = (1 << 20) - 1;

/// Decodes `bindless.addr` and `unit.addr`.
pub(super) fn descriptor(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let Imm::Global(global) = data.imm() else { return Err(wrong_imm(data)) };
    let Some(Place::Descriptors(first)) = d.context.globals.get(global) else {
        return Err(fault(format!("{global} is not an array of descriptors")));
    };
    let index = d.slot(d.arg(data, 0)?)?;
    let (first, one) = (d.context.columns.constant(first), d.context.columns.constant(1));
    // Only the low 32 bits of a bindless handle are used.
    let low: Kernel =
        |r, m, dst, a| kernels::map2(r, m, dst, a, |first, n| first.wrapping_add(n & 0xffff_ffff));
    let kernel = if data.op == Op::BindlessAddr { low } else { kernels::scaled(32) };
    let region = d.compute(kernel, &[first, index, one]);
    let zero = d.context.columns.constant(0);
    d.define(data, vec![region, zero]);
    Ok(())
}

/// Decodes `tex.combine`: puts the unit of the sampler into the high bits of the image's descriptor.
pub(super) fn combine(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let (image, sampler) = (d.slot(d.arg(data, 0)?)?, d.slot(d.arg(data, 1)?)?);
    let both: Kernel = |r, m, dst, a| {
        kernels::map2(r, m, dst, a, |image, sampler| {
            let unit = (sampler & 0xffff_ffff).min(MAX_SAMPLER);
            image & ((1 << SAMPLER_SHIFT) - 1) | (unit + 1) << SAMPLER_SHIFT
        })
    };
    let descriptor = d.compute(both, &[image, sampler]);
    d.define(data, vec![descriptor]);
    Ok(())
}

/// Decodes `texel.addr`, whose result is the descriptor and the byte offset of the texel.
pub(super) fn texel_addr(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let address = d.arg(data, 0)?;
    let image = d.context.layouts.module.types.pointee(d.func.ty(address));
    let image = image.and_then(|(_, to)| image_type(d, to));
    let image = image.ok_or_else(|| fault("the operand of texel.addr does not point to an image"))?;
    let descriptor = d.slot(address)?;
    let coord = d.slots(d.arg(data, 1)?)?.into_boxed_slice();
    let sample = Some(d.slot(d.arg(data, 2)?)?);
    let dst = d.context.columns.fresh();
    let step = ImageStep { coord, sample, dst: Box::new([dst]), ..blank(data.op, image, descriptor) };
    d.push(Step::Image(Box::new(step)));
    d.define(data, vec![descriptor, dst]);
    Ok(())
}

fn image_type(d: &Decoder<'_, '_>, ty: nvc_ir::Type) -> Option<ImageType> {
    match *d.context.layouts.kind(ty) {
        TypeKind::Image(image) | TypeKind::SampledImage(image) => Some(image),
        _ => None,
    }
}

/// Returns an access without operands and results.
fn blank(op: Op, image: ImageType, descriptor: Slot) -> ImageStep {
    ImageStep {
        op,
        image,
        descriptor,
        coord: Box::default(),
        imm: TextureImm::default(),
        dref: None,
        lod: None,
        grad: None,
        offset: None,
        offsets: None,
        sample: None,
        min_lod: None,
        data: Box::default(),
        dst: Box::default(),
    }
}

/// The optional operands of an access, in the order of the flags.
struct Operands<'a> {
    values: std::slice::Iter<'a, Value>,
}

impl Operands<'_> {
    fn scalar(&mut self, d: &mut Decoder<'_, '_>, set: bool) -> Result<Option<Slot>> {
        Ok(self.vector(d, set)?.and_then(|slots| slots.first().copied()))
    }

    fn vector(&mut self, d: &mut Decoder<'_, '_>, set: bool) -> Result<Option<Box<[Slot]>>> {
        if !set {
            return Ok(None);
        }
        match self.values.next() {
            Some(&value) => Ok(Some(d.slots(value)?.into_boxed_slice())),
            None => Err(fault("an image access has fewer operands than its flags require")),
        }
    }

    fn several<const N: usize>(
        &mut self,
        d: &mut Decoder<'_, '_>,
        set: bool,
    ) -> Result<Option<[Box<[Slot]>; N]>> {
        let mut list = Vec::with_capacity(N);
        for _ in 0..N {
            list.extend(self.vector(d, set)?);
        }
        Ok(list.try_into().ok())
    }
}

/// Decodes samples, fetches, gathers, queries, reads and writes.
pub(super) fn access(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let image_value = d.arg(data, 0)?;
    let image =
        image_type(d, d.func.ty(image_value)).ok_or_else(|| fault("the accessed value is not an image"))?;
    let imm = match data.imm() {
        Imm::Texture(imm) => imm,
        _ => TextureImm::default(),
    };
    let descriptor = d.slot(image_value)?;
    let fixed = data.op.info().args.len();
    let coord = if fixed > 1 { d.slots(d.arg(data, 1)?)? } else { Slots::new() };
    let written = if data.op == Op::ImageWrite { d.slots(d.arg(data, 2)?)? } else { Slots::new() };
    let mut operands = Operands { values: data.args.get(fixed..).unwrap_or_default().iter() };
    let mut step = blank(data.op, image, descriptor);
    step.imm = imm;
    step.dref = operands.scalar(d, imm.dref)?;
    step.lod = operands.scalar(d, imm.lod)?;
    step.grad = operands.several(d, imm.grad)?;
    step.offset = operands.vector(d, imm.offset)?;
    step.offsets = operands.several(d, imm.offsets)?;
    step.sample = operands.scalar(d, imm.sample)?;
    step.min_lod = operands.scalar(d, imm.min_lod)?;
    step.coord = coord.into();
    step.data = written.into();
    let dst = match data.result {
        Some(result) => d.fresh(d.func.ty(result))?,
        None => Slots::new(),
    };
    step.dst = dst.clone().into();
    d.push(Step::Image(Box::new(step)));
    d.define(data, dst);
    Ok(())
}
