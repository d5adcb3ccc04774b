//! Decodes instructions: with a handler per operation, or as an elementwise kernel.

use super::decoder::{Decoder, Slots};
use super::error::{Result, fault, no_heaps, unsupported, wrong_imm};
use super::{coop, coop_vector, image, memory, tensor, vector};
use crate::code::{Parts, PrintStep, Repack, Step, WarpStep};
use crate::column::Slot;
use crate::kernels::{self, Kind};
use nvc_exec::Format;
use nvc_ir::entity::Entity;
use nvc_ir::function::OwnedInst;
use nvc_ir::image_format::NumericFormat;
use nvc_ir::imm::Imm;
use nvc_ir::ops::Effect;
use nvc_ir::{Op, Space, TypeKind};

/// Decodes the instructions of one or more operations.
type Handler = fn(&mut Decoder<'_, '_>, &OwnedInst) -> Result<()>;

/// Decodes an instruction.
pub(super) fn decode(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    handler(data.op).unwrap_or(elementwise)(d, data)
}

/// Returns the handler of an operation that is not elementwise.
fn handler(op: Op) -> Option<Handler> {
    Some(match op {
        Op::Construct => vector::construct,
        Op::Extract => vector::extract,
        Op::Insert => vector::insert,
        Op::ExtractDynamic | Op::InsertDynamic => vector::dynamic,
        Op::All => |d, data| vector::fold_bools(d, data, Op::And),
        Op::Any => |d, data| vector::fold_bools(d, data, Op::Or),
        Op::FDot => vector::dot,
        Op::SDot => |d, data| vector::integer_dot(d, data, [true, true]),
        Op::UDot => |d, data| vector::integer_dot(d, data, [false, false]),
        Op::SUDot => |d, data| vector::integer_dot(d, data, [true, false]),
        Op::SDotAccSat => |d, data| vector::integer_dot(d, data, [true, true]),
        Op::UDotAccSat => |d, data| vector::integer_dot(d, data, [false, false]),
        Op::SUDotAccSat => |d, data| vector::integer_dot(d, data, [true, false]),
        Op::Bitcast => bitcast,
        op if packed(op).is_some() => |d, data| repack(d, data, packed(data.op).unwrap_or(Parts::Bits)),
        Op::FConvertRounded => rounded,
        Op::CcTest => test,
        Op::Builtin => builtin,
        Op::BytesLoad | Op::BytesStore | Op::BytesAtomic | Op::BytesLength => memory::bytes,
        Op::GlobalAddr | Op::LocalAddr | Op::PhysicalAddr => memory::address,
        Op::HeapAddr | Op::DescriptorSize => |_, _| Err(no_heaps()),
        Op::PhysicalValue => memory::physical_value,
        Op::AccessChain => memory::access_chain,
        Op::Load | Op::Store | Op::Atomic => memory::access,
        Op::ArrayLength => memory::array_length,
        Op::CoopLoad | Op::CoopStore => coop::access,
        Op::CoopMulAdd | Op::CoopMulAddSat => coop::mul_add,
        Op::CoopScale => coop::scale,
        Op::CoopLength => coop::length,
        Op::CoopConvertUse => coop::convert_use,
        Op::CoopTranspose => coop::transpose,
        Op::CoopReduce => coop::reduce,
        Op::CoopPerElement => coop::per_element,
        Op::CoopCoordinate => coop::coordinate,
        Op::CoopLoadTensor | Op::CoopLoadDecoded | Op::CoopStoreTensor => tensor::access,
        Op::CoopVecLoad | Op::CoopVecStore | Op::CoopVecReduceSum => coop_vector::access,
        Op::CoopVecMatMul | Op::CoopVecMatMulAdd => coop_vector::product,
        Op::CoopVecOuterProduct => coop_vector::outer_product,
        Op::TensorLayout => tensor::layout,
        Op::TensorLayoutBlock
        | Op::TensorLayoutDimensions
        | Op::TensorLayoutStrides
        | Op::TensorLayoutSlice
        | Op::TensorLayoutClamp => tensor::set_layout,
        Op::TensorView => tensor::view,
        Op::TensorViewDimensions | Op::TensorViewStrides | Op::TensorViewClip => tensor::set_view,
        Op::BindlessAddr | Op::UnitAddr => image::descriptor,
        Op::TexCombine => image::combine,
        Op::TexelAddr => image::texel_addr,
        Op::TexSample
        | Op::TexFetch
        | Op::TexGather
        | Op::TexSize
        | Op::TexLevels
        | Op::TexQueryLod
        | Op::TexSamples => image::access,
        Op::ImageRead | Op::ImageWrite => image::access,
        Op::Barrier => barrier,
        Op::ReadClock => clock,
        Op::DebugPrintf => print,
        Op::Abort => abort,
        Op::Spirv | Op::SpirvPure => opaque,
        Op::Call => call,
        // Operations across lanes, except those on matrices and level-of-detail queries, which are handled
        // above.
        Op::NvShuffleValid => warp,
        op if op.info().effect == Effect::Convergent => warp,
        _ => return None,
    })
}

/// Decodes an opaque instruction as the equivalent operation of the IR, if there is one.
fn opaque(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let Imm::Index(index) = data.imm() else { return Err(wrong_imm(data)) };
    let inst = d.context.layouts.module.spirv.get(index as usize);
    let inst = inst.ok_or_else(|| fault("an opaque instruction does not exist"))?;
    if let Some(barrier) = inst.split_barrier() {
        // `split_barrier` returns a memory barrier for an arrival and a control barrier for a wait: only the
        // wait has to block invocations.
        d.push(Step::Barrier(barrier));
        return Ok(());
    }
    if inst.is_mixed_dot() {
        return vector::mixed_dot(d, data);
    }
    match inst.operation() {
        Some(op) => decode(d, &data.with_op(op)),
        None => Err(unsupported(inst, data)),
    }
}

fn barrier(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let Imm::Barrier(barrier) = data.imm() else { return Err(wrong_imm(data)) };
    d.push(Step::Barrier(barrier));
    Ok(())
}

/// Decodes `clock`.
fn clock(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let dst = d.fresh(d.result(data)?)?;
    d.push(Step::Clock(dst.clone().into()));
    d.define(data, dst);
    Ok(())
}

/// Decodes `debug.printf`.
fn print(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let Imm::Index(index) = data.imm() else { return Err(wrong_imm(data)) };
    let format = d.context.layouts.module.strings.get(index as usize);
    let format = format.ok_or_else(|| fault("a string does not exist"))?.clone();
    let mut args = Vec::new();
    for &arg in &data.args {
        let kinds = d.kinds(d.func.ty(arg))?;
        args.extend(d.slots(arg)?.into_iter().zip(kinds));
    }
    d.push(Step::Print(Box::new(PrintStep { format, args })));
    Ok(())
}

/// Decodes `abort`. The text becomes the error message; the values are not printed.
fn abort(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let Imm::Index(index) = data.imm() else { return Err(wrong_imm(data)) };
    let text = d.context.layouts.module.strings.get(index as usize).cloned().unwrap_or_default();
    d.push(Step::Abort(text));
    Ok(())
}

/// Returns the conversion of a pack or unpack operation.
fn packed(op: Op) -> Option<Parts> {
    let format = Format::single;
    Some(match op {
        Op::PackHalf => Parts::Pack(format(NumericFormat::Float, 16)),
        Op::PackSnorm4x8 => Parts::Pack(format(NumericFormat::Snorm, 8)),
        Op::PackUnorm4x8 => Parts::Pack(format(NumericFormat::Unorm, 8)),
        Op::PackSnorm2x16 => Parts::Pack(format(NumericFormat::Snorm, 16)),
        Op::PackUnorm2x16 => Parts::Pack(format(NumericFormat::Unorm, 16)),
        Op::UnpackHalf => Parts::Unpack(format(NumericFormat::Float, 16)),
        Op::UnpackSnorm4x8 => Parts::Unpack(format(NumericFormat::Snorm, 8)),
        Op::UnpackUnorm4x8 => Parts::Unpack(format(NumericFormat::Unorm, 8)),
        Op::UnpackSnorm2x16 => Parts::Unpack(format(NumericFormat::Snorm, 16)),
        Op::UnpackUnorm2x16 => Parts::Unpack(format(NumericFormat::Unorm, 16)),
        _ => return None,
    })
}

/// Decodes an elementwise operation. A scalar operand applies to every component.
fn elementwise(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let ty = d.result(data)?;
    let types = &d.context.layouts.module.types;
    let first = d.func.ty(d.arg(data, 0)?);
    let unknown = || fault(format!("{} cannot be interpreted", data.op.info().name));
    let from = Kind::of(types, first).ok_or_else(unknown)?;
    // A select supports every type, including those without a scalar kind.
    let to = Kind::of(types, ty).unwrap_or(from);
    let kernel = kernels::elementwise(data.op, from, to).ok_or_else(unknown)?;
    let args: Vec<Slots> = data.args.iter().map(|&arg| d.slots(arg)).collect::<Result<_>>()?;
    let count = d.kinds(ty)?.len();
    let mut out = Slots::with_capacity(count);
    for k in 0..count {
        let mut slots = [0; 4];
        for (slot, arg) in slots.iter_mut().zip(&args) {
            let part = if arg.len() == 1 { arg.first() } else { arg.get(k) };
            *slot = *part.ok_or_else(unknown)?;
        }
        let used = &slots[..args.len().min(4)];
        if d.context.config.check {
            check_operands(d, data.op, from, used);
        }
        let dst = d.compute(kernel, used);
        d.check_exact(data.op, from, to, used, dst);
        out.push(dst);
    }
    d.define(data, out);
    Ok(())
}

/// Adds checks of divisions and shifts whose results are undefined.
fn check_operands(d: &mut Decoder<'_, '_>, op: Op, kind: Kind, args: &[Slot]) {
    let &[x, y] = args else { return };
    let all = u64::MAX >> (64 - u32::from(kind.bits().clamp(1, 64)));
    match op {
        Op::SDiv | Op::SRem | Op::SMod => d.push(Step::Divisor { x, y, min: Some(all / 2 + 1), all }),
        Op::UDiv | Op::URem => d.push(Step::Divisor { x, y, min: None, all }),
        Op::Shl | Op::LShr | Op::AShr => d.push(Step::Amount { amount: y, width: kind.bits() }),
        _ => {}
    }
}

fn bitcast(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let arg = d.arg(data, 0)?;
    let (from, to) = (d.func.ty(arg), d.result(data)?);
    let physical =
        |ty| matches!(d.context.layouts.kind(ty), TypeKind::Pointer(Space::PhysicalStorageBuffer, _));
    let (from, to) = (physical(from), physical(to));
    let slots = d.slots(arg)?;
    match (from, to, &slots[..]) {
        (true, false, &[_, address]) => d.define(data, vec![address]),
        (false, true, &[address]) => {
            let region = d.context.columns.constant(0);
            d.define(data, vec![region, address]);
        }
        _ => return repack(d, data, Parts::Bits),
    }
    Ok(())
}

/// Decodes a bitcast, pack or unpack. The result of a bitcast that keeps the widths of all scalars shares the
/// operand's columns.
fn repack(d: &mut Decoder<'_, '_>, data: &OwnedInst, parts: Parts) -> Result<()> {
    let arg = d.arg(data, 0)?;
    let ty = d.result(data)?;
    let widths = |kinds: Vec<Kind>| -> Vec<u8> { kinds.into_iter().map(Kind::bits).collect() };
    let (from, to) = (widths(d.kinds(d.func.ty(arg))?), widths(d.kinds(ty)?));
    let slots = d.slots(arg)?;
    if parts == Parts::Bits && from == to {
        d.define(data, slots);
        return Ok(());
    }
    let out = d.fresh(ty)?;
    d.push(Step::Repack(Box::new(Repack {
        from: slots.into_iter().zip(from).collect(),
        to: out.iter().copied().zip(to).collect(),
        parts,
    })));
    d.define(data, out);
    Ok(())
}

fn rounded(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let Imm::Rounding(rounding) = data.imm() else { return Err(wrong_imm(data)) };
    let (arg, ty) = (d.arg(data, 0)?, d.result(data)?);
    let types = &d.context.layouts.module.types;
    let kinds = Kind::of(types, d.func.ty(arg)).zip(Kind::of(types, ty));
    let kernel = kinds.and_then(|(from, to)| kernels::rounded(rounding, from, to));
    let kernel = kernel.ok_or_else(|| fault("a conversion cannot be interpreted"))?;
    let out = d.slots(arg)?.into_iter().map(|slot| d.compute(kernel, &[slot])).collect();
    d.define(data, out);
    Ok(())
}

fn test(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let Imm::Test(test) = data.imm() else { return Err(wrong_imm(data)) };
    let flags: Slots = data.args.iter().map(|&arg| d.slot(arg)).collect::<Result<_>>()?;
    let out = d.compute(kernels::test(test), &flags);
    d.define(data, vec![out]);
    Ok(())
}

fn builtin(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let Imm::Builtin(builtin) = data.imm() else { return Err(wrong_imm(data)) };
    let ty = d.result(data)?;
    let out = d.fresh(ty)?;
    d.push(Step::Builtin { builtin, dst: out.clone().into() });
    d.define(data, out);
    Ok(())
}

fn call(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let Imm::Function(callee) = data.imm() else { return Err(wrong_imm(data)) };
    let Some(interface) = d.interfaces.get(callee.index()) else {
        return Err(fault("a call of a function that does not exist"));
    };
    let mut from = Slots::new();
    for &arg in &data.args {
        from.extend(d.slots(arg)?);
    }
    let moves = interface.params.iter().copied().zip(from).collect();
    let results = match data.result {
        Some(result) => d.fresh(d.func.ty(result))?,
        None => Slots::new(),
    };
    d.push(Step::Call { function: callee.index(), moves, results: results.clone().into() });
    d.define(data, results);
    Ok(())
}

fn warp(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let mut args = Vec::with_capacity(data.args.len());
    for &arg in &data.args {
        args.push(d.slots(arg)?.into_boxed_slice());
    }
    let first = data.args.first().map(|&arg| d.func.ty(arg));
    let kind = first.and_then(|ty| Kind::of(&d.context.layouts.module.types, ty)).unwrap_or(Kind::Bool);
    let dst = d.fresh(d.result(data)?)?;
    d.push(Step::Warp(Box::new(WarpStep {
        op: data.op,
        imm: data.imm(),
        kind,
        args: args.into(),
        dst: dst.clone().into(),
    })));
    d.define(data, dst);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use nvc_ir::FpEncoding;

    #[test]
    fn every_operation_is_decoded() {
        let kinds = [Kind::Bool, Kind::Int(32), Kind::Float(32), Kind::Encoded(FpEncoding::Float8E4M3)];
        let pairs = || kinds.iter().flat_map(|&from| kinds.map(|to| (from, to)));
        for &op in Op::ALL {
            let elementwise = || pairs().any(|(from, to)| kernels::elementwise(op, from, to).is_some());
            assert!(handler(op).is_some() || elementwise(), "{}", op.info().name);
        }
    }
}
