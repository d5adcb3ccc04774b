//! Decodes tensor layouts and views, and loads and stores through them.
//!
//! Layouts and views have one column for each of their parts, in the order of [`crate::layout::layout_parts`]
//! and [`crate::layout::view_parts`]. Setting a part renames columns; setting the dimensions or a slice also computes
//! strides or offsets.

use super::coop::{callback, check_convergence, matrix, spread};
use super::decoder::{Decoder, Slots};
use super::error::{Result, fault};
use super::memory::elements;
use crate::code::{DecodeOperand, LayoutOperand, MemoryAccess, Step, TensorStep, ViewOperand};
use crate::column::Slot;
use crate::kernels::Kind;
use crate::layout::{layout_parts, rank, view_parts};
use nvc_ir::function::OwnedInst;
use nvc_ir::imm::Imm;
use nvc_ir::tensor::{ClampMode, TensorLayoutType, TensorViewType};
use nvc_ir::types::Length;
use nvc_ir::{FuncId, Op, Type, TypeKind};

fn layout_type(d: &Decoder<'_, '_>, ty: Type) -> Result<TensorLayoutType> {
    match d.context.layouts.kind(ty) {
        TypeKind::TensorLayout(layout) => Ok(*layout),
        _ => Err(fault("an operand is not a tensor layout")),
    }
}

fn view_type<'m>(d: &Decoder<'_, 'm>, ty: Type) -> Result<&'m TensorViewType> {
    match d.context.layouts.kind(ty) {
        TypeKind::TensorView(view) => Ok(view),
        _ => Err(fault("an operand is not a tensor view")),
    }
}

fn dimensions(d: &Decoder<'_, '_>, length: Length) -> usize {
    rank(d.context.layouts.length(length))
}

/// Decodes `tensor.layout`.
pub(super) fn layout(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let count = dimensions(d, layout_type(d, d.result(data)?)?.dimensions);
    let (zero, one) = (d.context.columns.constant(0), d.context.columns.constant(1));
    let mut slots = vec![zero; layout_parts(count as u32)];
    slots[..count].fill(one);
    d.define(data, slots);
    Ok(())
}

/// Decodes `tensor.view`.
pub(super) fn view(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let count = dimensions(d, view_type(d, d.result(data)?)?.dimensions);
    let (zero, all) = (d.context.columns.constant(0), d.context.columns.constant(u32::MAX.into()));
    let mut slots = vec![zero; view_parts(count as u32)];
    // By default nothing is clipped: the spans of rows and columns are maximal.
    slots[2 * count + 1] = all;
    slots[2 * count + 3] = all;
    d.define(data, slots);
    Ok(())
}

/// Returns the columns of the operands after the first. There must be `count` of them.
fn numbers(d: &mut Decoder<'_, '_>, data: &OwnedInst, count: usize) -> Result<Slots> {
    let given = data.args.iter().skip(1).map(|&arg| d.slot(arg)).collect::<Result<Slots>>()?;
    if given.len() == count { Ok(given) } else { Err(fault("the dimensions of a tensor do not match")) }
}

/// Returns the strides of a dense tensor, outermost dimension first. Each stride is the product of the sizes
/// of all inner dimensions.
fn strides(d: &mut Decoder<'_, '_>, sizes: &[Slot]) -> Result<Slots> {
    let mut stride = d.context.columns.constant(1);
    let mut list = vec![stride; sizes.len()];
    for (slot, &size) in list.iter_mut().zip(sizes).rev() {
        *slot = stride;
        stride = d.operation(Op::IMul, Kind::Int(32), &[stride, size])?;
    }
    Ok(list)
}

/// Decodes operations that set a part of a layout.
pub(super) fn set_layout(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let from = d.arg(data, 0)?;
    let count = dimensions(d, layout_type(d, d.func.ty(from))?.dimensions);
    let mut slots = d.slots(from)?;
    let (block, size, stride, offset, span) = (0, count, 2 * count, 3 * count, 4 * count);
    match data.op {
        Op::TensorLayoutBlock => slots[block..size].copy_from_slice(&numbers(d, data, count)?),
        Op::TensorLayoutStrides => slots[stride..offset].copy_from_slice(&numbers(d, data, count)?),
        Op::TensorLayoutDimensions => {
            let sizes = numbers(d, data, count)?;
            let mut blocks = Slots::new();
            for (&size, &block) in sizes.iter().zip(&slots[block..count]) {
                blocks.push(ceiling(d, size, block)?);
            }
            let zero = d.context.columns.constant(0);
            slots[size..stride].copy_from_slice(&sizes);
            slots[stride..offset].copy_from_slice(&strides(d, &blocks)?);
            slots[offset..span].fill(zero);
            slots[span..span + count].copy_from_slice(&sizes);
        }
        Op::TensorLayoutSlice => {
            for (at, pair) in numbers(d, data, 2 * count)?.chunks_exact(2).enumerate() {
                slots[offset + at] = d.operation(Op::IAdd, Kind::Int(32), &[slots[offset + at], pair[0]])?;
                slots[span + at] = pair[1];
            }
        }
        _ => slots[span + count] = d.slot(d.arg(data, 1)?)?,
    }
    d.define(data, slots);
    Ok(())
}

/// Returns `size / block`, rounded up.
fn ceiling(d: &mut Decoder<'_, '_>, size: Slot, block: Slot) -> Result<Slot> {
    let (less, kind) = (d.context.columns.constant(u32::MAX.into()), Kind::Int(32));
    let before = d.operation(Op::IAdd, kind, &[block, less])?;
    let sum = d.operation(Op::IAdd, kind, &[size, before])?;
    d.operation(Op::UDiv, kind, &[sum, block])
}

/// Decodes operations that set a part of a view.
pub(super) fn set_view(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let from = d.arg(data, 0)?;
    let count = dimensions(d, view_type(d, d.func.ty(from))?.dimensions);
    let mut slots = d.slots(from)?;
    match data.op {
        Op::TensorViewDimensions => {
            let sizes = numbers(d, data, count)?;
            slots[..count].copy_from_slice(&sizes);
            slots[count..2 * count].copy_from_slice(&strides(d, &sizes)?);
        }
        Op::TensorViewStrides => slots[count..2 * count].copy_from_slice(&numbers(d, data, count)?),
        _ => slots[2 * count..].copy_from_slice(&numbers(d, data, 4)?),
    }
    d.define(data, slots);
    Ok(())
}

/// Decodes `coop.load.tensor`, `coop.load.decoded` and `coop.store.tensor`.
pub(super) fn access(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    check_convergence(d);
    let (value, layout) = (d.arg(data, 1)?, d.arg(data, 2)?);
    let matrix = matrix(d, d.func.ty(value))?;
    let component = matrix.component;
    let array = elements(d, data)?;
    let offset = d.context.columns.fresh();
    let stores = data.op == Op::CoopStoreTensor;
    let old = d.slots(value)?;
    let dst = if stores { Slots::new() } else { d.fresh(d.func.ty(value))? };
    let (mut accesses, mut decode) = (Vec::new(), None);
    let mut size = d.context.layouts.size(component);
    if let Imm::Decode(how) = data.imm() {
        size = block_size(d, how.function)?;
        let callback = callback(d, how.function)?;
        decode = Some(DecodeOperand { callback, arena: array.arena, region: array.region });
    } else {
        for &slot in if stores { &old } else { &dst } {
            let access = if stores { MemoryAccess::Store } else { MemoryAccess::Load };
            accesses.push(array.access(d, component, offset, access, slot)?);
        }
    }
    let layout_type = layout_type(d, d.func.ty(layout))?;
    let clamp = ClampMode::from_number(d.context.layouts.length(layout_type.clamp));
    let layout = LayoutOperand {
        dimensions: dimensions(d, layout_type.dimensions),
        clamp: clamp.unwrap_or(ClampMode::Undefined),
        slots: d.slots(layout)?.into(),
    };
    let view = match data.args.get(3) {
        None => None,
        Some(&view) => {
            let ty = view_type(d, d.func.ty(view))?;
            let length = |length: Length| d.context.layouts.length(length);
            Some(ViewOperand {
                has_dimensions: length(ty.has_dimensions) != 0,
                permutation: ty.permutation.iter().map(|&number| length(number) as usize).collect(),
                slots: d.slots(view)?.into(),
            })
        }
    };
    let bits = d.context.layouts.module.types.scalar_bits(component).unwrap_or(64);
    d.push(Step::Tensor(Box::new(TensorStep {
        spread: spread(d, &matrix),
        accesses,
        offset,
        start: array.offset,
        size: size.into(),
        layout,
        view,
        old: if stores { Box::default() } else { old.into() },
        dst: dst.clone().into(),
        mask: u64::MAX >> (64 - u32::from(bits.clamp(1, 64))),
        decode,
    })));
    if !stores {
        d.define(data, dst);
    }
    Ok(())
}

/// Returns the size of the blocks that a callback decodes, which is the size of the pointee of its first parameter.
fn block_size(d: &Decoder<'_, '_>, function: FuncId) -> Result<u32> {
    let layouts = &d.context.layouts;
    let params = layouts.module.functions.get(function).map(|function| &function.params);
    let first = params.and_then(|params| layouts.module.types.pointee(*params.first()?));
    let (_, block) = first.ok_or_else(|| fault("a decoder has no address"))?;
    Ok(layouts.size(block))
}
