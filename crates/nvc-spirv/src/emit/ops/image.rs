//! Emits texture and image accesses and queries.

mod sparse;

use super::{arg, direct, memory, operands, result, result_type, result_value, wrong_imm};
use crate::capabilities::Requirement;
use crate::emit::Emit;
use crate::emit::function::FunctionEmitter;
use nvc_ir::constant::Const;
use nvc_ir::function::InstRef;
use nvc_ir::imm::{Imm, TextureImm};
use nvc_ir::types::ImageType;
use nvc_ir::{Space, TypeKind, Types, Value};
use rspirv::dr::Operand;
use spirv::{Decoration, ImageOperands, Op as S, Word};

/// The operands of an access after image, coordinate and stored texel, in the order of the IR.
struct TextureOperands<'d> {
    image: ImageType,
    imm: TextureImm,
    values: std::slice::Iter<'d, Value>,
}

impl<'d> TextureOperands<'d> {
    fn new(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'d>, skip: usize) -> Emit<Self> {
        let Imm::Texture(imm) = data.imm() else { return Err(wrong_imm(f, data)) };
        let image = arg(f, data, 0)?;
        let image = image_of(f, image)?;
        Ok(TextureOperands { image, imm, values: data.data().args.get(skip..).unwrap_or_default().iter() })
    }

    fn next(&mut self, f: &mut FunctionEmitter<'_, '_>) -> Emit<Value> {
        match self.values.next() {
            Some(&value) => Ok(value),
            None => Err(f.m.fault("an image access has fewer operands than its flags require")),
        }
    }

    /// Returns the depth reference.
    fn dref(&mut self, f: &mut FunctionEmitter<'_, '_>) -> Emit<Operand> {
        let value = self.next(f)?;
        f.operand(value)
    }

    /// Returns the optional image operands: a mask, followed by the operands in the order of the mask's bits,
    /// which is also the order of the IR.
    fn image_operands(&mut self, f: &mut FunctionEmitter<'_, '_>, gather: bool) -> Emit<Vec<Operand>> {
        let imm = self.imm;
        let mut mask = ImageOperands::NONE;
        let mut ids = Vec::new();
        if imm.lod {
            if gather {
                f.m.require(Requirement::ImageGatherBiasLodAMD);
            } else if self.image.storage {
                f.m.require(Requirement::ImageReadWriteLodAMD);
            }
            mask |= ImageOperands::LOD;
            let value = self.next(f)?;
            ids.push(f.operand(value)?);
        }
        if imm.grad {
            mask |= ImageOperands::GRAD;
            for _ in 0..2 {
                let value = self.next(f)?;
                ids.push(f.operand(value)?);
            }
        }
        if let Some(offset) = imm.const_offset {
            mask |= ImageOperands::CONST_OFFSET;
            let count = usize::from(self.image.dim.coordinates());
            let components: Vec<i32> = offset.iter().take(count).map(|&n| n.into()).collect();
            ids.push(Operand::IdRef(f.m.signed_vector(&components)));
        }
        if imm.offset {
            let value = self.next(f)?;
            match constant_components(f, value) {
                Some(components) => {
                    mask |= ImageOperands::CONST_OFFSET;
                    ids.push(Operand::IdRef(f.m.signed_vector(&components)));
                }
                None if gather => {
                    f.m.require(Requirement::ImageGatherExtended);
                    mask |= ImageOperands::OFFSET;
                    ids.push(f.operand(value)?);
                }
                None => return Err(f.m.fault("only gathers may have non-constant offsets")),
            }
        }
        if imm.offsets {
            f.m.require(Requirement::ImageGatherExtended);
            mask |= ImageOperands::CONST_OFFSETS;
            ids.push(self.gather_offsets(f)?);
        }
        if imm.sample {
            mask |= ImageOperands::SAMPLE;
            let value = self.next(f)?;
            ids.push(f.operand(value)?);
        }
        if imm.min_lod {
            f.m.require(Requirement::MinLod);
            mask |= ImageOperands::MIN_LOD;
            let value = self.next(f)?;
            ids.push(f.operand(value)?);
        }
        if mask.is_empty() {
            return Ok(vec![]);
        }
        ids.insert(0, Operand::ImageOperands(mask));
        Ok(ids)
    }

    /// Returns the constant array of a gather's four offsets.
    fn gather_offsets(&mut self, f: &mut FunctionEmitter<'_, '_>) -> Emit<Operand> {
        let mut parts = [0; 4];
        for part in &mut parts {
            let value = self.next(f)?;
            let Some(components) = constant_components(f, value) else {
                return Err(f.m.fault("the four offsets of a gather are not constant"));
            };
            *part = f.m.signed_vector(&components);
        }
        let scalar = f.m.int_type(32, true);
        let element = f.m.vector_type(scalar, 2);
        let length = f.m.u32(4);
        // The array type has no layout decorations, so it can be interned.
        let operands = vec![Operand::IdRef(element), Operand::IdRef(length)];
        let array = f.m.writer.intern(S::TypeArray, None, &operands);
        Ok(Operand::IdRef(f.m.composite(array, &parts)))
    }
}

/// Returns the components of a constant integer or integer vector.
fn constant_components(f: &FunctionEmitter<'_, '_>, value: Value) -> Option<Vec<i32>> {
    match f.func.as_const(value)? {
        Const::Bits(bits) => Some(vec![*bits as u32 as i32]),
        Const::Null => Some(vec![0; usize::from(f.m.ir.types.components(f.func.ty(value)))]),
        Const::Composite(parts) => {
            parts.iter().map(|&part| f.func.as_bits(part).map(|bits| bits as u32 as i32)).collect()
        }
        Const::Undef | Const::Spec(_) => None,
    }
}

/// Returns the image type of an image or sampled image.
fn image_of(f: &mut FunctionEmitter<'_, '_>, value: Value) -> Emit<ImageType> {
    match *f.kind(value)? {
        TypeKind::Image(image) | TypeKind::SampledImage(image) => Ok(image),
        _ => Err(f.m.fault(format!("{value} is not an image"))),
    }
}

/// Emits nothing at the definition: [`combined`] is called at the first use in each block.
pub(super) fn combine(_: &mut FunctionEmitter<'_, '_>, _: InstRef<'_>) -> Emit<()> {
    Ok(())
}

/// Combines an image and a sampler in the current block. Returns the id.
pub(in crate::emit) fn combined(
    f: &mut FunctionEmitter<'_, '_>,
    value: Value,
    data: InstRef<'_>,
) -> Emit<Word> {
    let args = operands(f, &data.args)?;
    let ty = f.ty(f.func.ty(value))?;
    let id = f.fresh(S::SampledImage, ty, args);
    if data.args.iter().any(|&arg| f.facts(arg).non_uniform) {
        memory::mark_non_uniform(f, value, id);
    }
    Ok(id)
}

/// Returns the image operand of an instruction that does not use a sampler.
fn bare_image(f: &mut FunctionEmitter<'_, '_>, value: Value) -> Emit<Operand> {
    let id = f.id(value)?;
    let TypeKind::SampledImage(image) = *f.kind(value)? else { return Ok(Operand::IdRef(id)) };
    let ty = f.m.image_type(image)?;
    let bare = f.fresh(S::Image, ty, vec![Operand::IdRef(id)]);
    if f.facts(value).non_uniform {
        f.m.writer.decorate(bare, Decoration::NonUniform, &[]);
    }
    Ok(Operand::IdRef(bare))
}

/// Emits an access that returns a texel. `scalar` is set for samples with a depth comparison, which return a
/// single number.
fn texels(
    f: &mut FunctionEmitter<'_, '_>,
    op: S,
    image: ImageType,
    scalar: bool,
    data: InstRef<'_>,
    args: Vec<Operand>,
) -> Emit<()> {
    let (ty, id) = result(f, data)?;
    let texel = f.m.texel_type(image)?;
    let raw = if scalar { texel } else { f.m.vector_type(texel, 4) };
    if matches!(data.imm(), Imm::Texture(imm) if imm.sparse) {
        return sparse::texels(f, op, raw, data, args);
    }
    if raw == ty {
        f.push(op, Some(ty), Some(id), args);
    } else {
        // IR integers have no sign, so bitcast the signed texel.
        let value = f.fresh(op, raw, args);
        f.push(S::Bitcast, Some(ty), Some(id), vec![Operand::IdRef(value)]);
    }
    Ok(())
}

/// Emits a filtered sample. Without an explicit level of detail or derivatives, it samples level 0: the
/// IR has no implicit derivatives, because front ends lower them to gradients.
pub(super) fn sample(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let (image, coord) = (arg(f, data, 0)?, arg(f, data, 1)?);
    let mut texture = TextureOperands::new(f, data, 2)?;
    let mut args = vec![f.operand(image)?, f.operand(coord)?];
    let op = if texture.imm.dref {
        args.push(texture.dref(f)?);
        S::ImageSampleDrefExplicitLod
    } else {
        S::ImageSampleExplicitLod
    };
    let imm = texture.imm;
    let mut optional = texture.image_operands(f, false)?;
    if !imm.lod && !imm.grad {
        let float = f.ty(Types::F32)?;
        let zero = f.m.writer.intern(S::Constant, Some(float), &[Operand::LiteralBit32(0)]);
        match optional.first_mut() {
            Some(Operand::ImageOperands(mask)) => *mask |= ImageOperands::LOD,
            _ => optional.insert(0, Operand::ImageOperands(ImageOperands::LOD)),
        }
        optional.insert(1, Operand::IdRef(zero));
    }
    args.extend(optional);
    texels(f, op, texture.image, imm.dref, data, args)
}

/// Emits an unfiltered fetch of one texel.
pub(super) fn fetch(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let (image, coord) = (arg(f, data, 0)?, arg(f, data, 1)?);
    let mut texture = TextureOperands::new(f, data, 2)?;
    let mut args = vec![bare_image(f, image)?, f.operand(coord)?];
    args.extend(texture.image_operands(f, false)?);
    texels(f, S::ImageFetch, texture.image, false, data, args)
}

/// Emits a gather of one component of four texels.
pub(super) fn gather(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let (image, coord) = (arg(f, data, 0)?, arg(f, data, 1)?);
    let mut texture = TextureOperands::new(f, data, 2)?;
    let mut args = vec![f.operand(image)?, f.operand(coord)?];
    let op = if texture.imm.dref {
        args.push(texture.dref(f)?);
        S::ImageDrefGather
    } else {
        args.push(Operand::IdRef(f.m.u32(texture.imm.component.into())));
        S::ImageGather
    };
    args.extend(texture.image_operands(f, true)?);
    texels(f, op, texture.image, false, data, args)
}

/// Emits a query for the size of a mip level, or of an image without mip levels.
pub(super) fn size(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    f.m.require(Requirement::ImageQuery);
    let image = arg(f, data, 0)?;
    let texture = TextureOperands::new(f, data, 1)?;
    let mut args = vec![bare_image(f, image)?];
    let op = if texture.imm.lod {
        let level = arg(f, data, 1)?;
        args.push(f.operand(level)?);
        S::ImageQuerySizeLod
    } else {
        S::ImageQuerySize
    };
    let (ty, id) = result(f, data)?;
    f.push(op, Some(ty), Some(id), args);
    Ok(())
}

/// Emits a query for the number of mip levels.
pub(super) fn levels(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    query(f, S::ImageQueryLevels, data)
}

/// Emits a test of whether a residency code means that all texels were resident.
pub(super) fn resident(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    f.m.require(Requirement::SparseResidency);
    direct(f, S::ImageSparseTexelsResident, data)
}

/// Emits a query for the number of samples per texel.
pub(super) fn samples(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    query(f, S::ImageQuerySamples, data)
}

fn query(f: &mut FunctionEmitter<'_, '_>, op: S, data: InstRef<'_>) -> Emit<()> {
    f.m.require(Requirement::ImageQuery);
    let image = arg(f, data, 0)?;
    let args = vec![bare_image(f, image)?];
    let (ty, id) = result(f, data)?;
    f.push(op, Some(ty), Some(id), args);
    Ok(())
}

/// Emits a read of a storage image. Coherent and volatile are decorations of the variable, because the
/// GLSL450 memory model has no image operands for them.
pub(super) fn read(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let (image, coord) = (arg(f, data, 0)?, arg(f, data, 1)?);
    let mut texture = TextureOperands::new(f, data, 2)?;
    if texture.image.format.is_none() {
        f.m.require(Requirement::StorageImageReadWithoutFormat);
    }
    let mut args = vec![f.operand(image)?, f.operand(coord)?];
    args.extend(texture.image_operands(f, false)?);
    texels(f, S::ImageRead, texture.image, false, data, args)
}

/// Emits a write to a storage image.
pub(super) fn write(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let (image, coord, texel) = (arg(f, data, 0)?, arg(f, data, 1)?, arg(f, data, 2)?);
    let mut texture = TextureOperands::new(f, data, 3)?;
    if texture.image.format.is_none() {
        f.m.require(Requirement::StorageImageWriteWithoutFormat);
    }
    let mut value = f.operand(texel)?;
    if let Some(scalar) = f.m.signed_texel(texture.image)? {
        let count = f.m.ir.types.components(f.func.ty(texel));
        let ty = f.m.vector_type(scalar, count);
        value = Operand::IdRef(f.fresh(S::Bitcast, ty, vec![value]));
    }
    let mut args = vec![f.operand(image)?, f.operand(coord)?, value];
    args.extend(texture.image_operands(f, false)?);
    f.push(S::ImageWrite, None, None, args);
    Ok(())
}

/// Emits a texel pointer, for atomics.
pub(super) fn texel_addr(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let pointer = arg(f, data, 0)?;
    let value = result_value(f, data)?;
    let (_, to) = memory::pointee(f, pointer)?;
    let TypeKind::Image(image) = *f.m.kind(to)? else {
        return Err(f.m.fault(format!("{pointer} does not point to an image")));
    };
    if f.func.def(pointer).is_some_and(|def| def.op == nvc_ir::Op::HeapAddr) {
        let ty = f.m.untyped_pointer(spirv::StorageClass::Image);
        let mut operands = vec![Operand::IdRef(f.m.ty(to)?)];
        operands.extend(super::operands(f, &data.args)?);
        let id = f.id(value)?;
        f.push(S::UntypedImageTexelPointerEXT, Some(ty), Some(id), operands);
        return Ok(());
    }
    let texel = f.m.texel_type(image)?;
    let ty = f.m.raw_pointer_type(Space::Image, texel);
    let args = super::operands(f, &data.args)?;
    // Check the IR's result type, which differs from `ty` only in the sign of the texel.
    result_type(f, data)?;
    let id = f.id(value)?;
    f.push(S::ImageTexelPointer, Some(ty), Some(id), args);
    if f.facts(pointer).non_uniform {
        memory::mark_non_uniform(f, value, id);
    }
    Ok(())
}
