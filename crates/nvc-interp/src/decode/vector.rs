//! Decodes operations on vectors and aggregates, and dot products. Constructing or extracting parts only renames
//! columns.

use super::decoder::{Decoder, Slots};
use super::error::{Result, fault, wrong_imm};
use crate::column::Slot;
use crate::kernels::{self, Kind};
use nvc_ir::function::OwnedInst;
use nvc_ir::imm::Imm;
use nvc_ir::{Op, TypeKind};
use std::ops::Range;

/// Decodes `construct`. For a cooperative matrix or a vector whose length may be a specialization constant, a single scalar
/// becomes every element.
pub(super) fn construct(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let ty = d.result(data)?;
    let mut out = Slots::new();
    for &arg in &data.args {
        out.extend(d.slots(arg)?);
    }
    match (d.context.layouts.kind(ty), &out[..]) {
        (TypeKind::CoopMatrix(_) | TypeKind::IdVector(_), &[element]) => {
            out = vec![element; d.kinds(ty)?.len()];
        }
        // With specialization, the vector can have a different length from the one in the program.
        (TypeKind::IdVector(_), _) => {
            let zero = d.context.columns.constant(0);
            out.resize(d.kinds(ty)?.len(), zero);
        }
        _ => {}
    }
    d.define(data, out);
    Ok(())
}

/// Decodes `extract`.
pub(super) fn extract(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let size = d.kinds(d.result(data)?)?.len();
    let (slots, part) = part(d, data, size)?;
    let slots = slots.get(part).ok_or_else(missing)?.to_vec();
    d.define(data, slots);
    Ok(())
}

/// Decodes `insert`.
pub(super) fn insert(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let new = d.slots(d.arg(data, 1)?)?;
    let (mut slots, part) = part(d, data, new.len())?;
    slots.get_mut(part).ok_or_else(missing)?.copy_from_slice(&new);
    d.define(data, slots);
    Ok(())
}

fn missing() -> Box<nvc_diag::Diagnostic> {
    fault("a component does not exist")
}

/// Returns the columns of the first operand, and the range of the part that the immediate selects.
fn part(d: &mut Decoder<'_, '_>, data: &OwnedInst, size: usize) -> Result<(Slots, Range<usize>)> {
    let Imm::Index(index) = data.imm() else { return Err(wrong_imm(data)) };
    let whole = d.arg(data, 0)?;
    let start = match d.context.layouts.kind(d.func.ty(whole)) {
        TypeKind::Struct { members, .. } => {
            let before = members.iter().take(index as usize);
            before.map(|m| Ok(d.kinds(m.ty)?.len())).sum::<Result<usize>>()?
        }
        _ => (index as usize).saturating_mul(size),
    };
    Ok((d.slots(whole)?, start..start.saturating_add(size)))
}

/// Decodes `extract.dynamic` and `insert.dynamic` to one select per component.
pub(super) fn dynamic(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let components = d.slots(d.arg(data, 0)?)?;
    let inserts = data.op == Op::InsertDynamic;
    let index = d.arg(data, if inserts { 2 } else { 1 })?;
    d.check_index(index, Some(components.len() as u32))?;
    let index = d.slot(index)?;
    let mut out = Slots::new();
    if inserts {
        let new = d.slot(d.arg(data, 1)?)?;
        for (number, &component) in components.iter().enumerate() {
            out.push(select_at(d, index, number, new, component)?);
        }
    } else {
        let mut found = d.context.columns.constant(0);
        for (number, &component) in components.iter().enumerate() {
            found = select_at(d, index, number, component, found)?;
        }
        out.push(found);
    }
    d.define(data, out);
    Ok(())
}

/// Returns a column with `equal` in the lanes whose index is `number`, and `otherwise` in all other lanes.
fn select_at(
    d: &mut Decoder<'_, '_>,
    index: Slot,
    number: usize,
    equal: Slot,
    otherwise: Slot,
) -> Result<Slot> {
    let number = d.context.columns.constant(number as u64);
    let matches = d.operation(Op::IEq, Kind::Int(32), &[index, number])?;
    d.operation(Op::Select, Kind::Bool, &[matches, equal, otherwise])
}

/// Decodes `all` and `any`, which combine the components by `op`.
pub(super) fn fold_bools(d: &mut Decoder<'_, '_>, data: &OwnedInst, op: Op) -> Result<()> {
    let components = d.slots(d.arg(data, 0)?)?;
    let (&first, rest) = components.split_first().ok_or_else(missing)?;
    let mut folded = first;
    for &component in rest {
        folded = d.operation(op, Kind::Bool, &[folded, component])?;
    }
    d.define(data, vec![folded]);
    Ok(())
}

/// Decodes `OpFDot2MixAcc32VALVE`: a dot product of halves, summed in single precision.
pub(super) fn mixed_dot(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let (half, single) = (Kind::Float(16), Kind::Float(32));
    let (x, y) = (d.slots(d.arg(data, 0)?)?, d.slots(d.arg(data, 1)?)?);
    let mut sum = *d.slots(d.arg(data, 2)?)?.first().ok_or_else(missing)?;
    let convert = kernels::elementwise(Op::FConvert, half, single).ok_or_else(missing)?;
    for (x, y) in x.into_iter().zip(y) {
        let (x, y) = (d.compute(convert, &[x]), d.compute(convert, &[y]));
        let product = d.operation(Op::FMul, single, &[x, y])?;
        sum = d.operation(Op::FAdd, single, &[sum, product])?;
    }
    d.define(data, vec![sum]);
    Ok(())
}

/// Decodes `fdot`: products that are summed in order. For bfloat16, the sum is computed in single precision
/// and rounded once.
pub(super) fn dot(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let x = d.arg(data, 0)?;
    let own = Kind::of(&d.context.layouts.module.types, d.func.ty(x)).ok_or_else(missing)?;
    let (mut x, mut y) = (d.slots(x)?, d.slots(d.arg(data, 1)?)?);
    let kind = if matches!(own, Kind::Encoded(_)) { Kind::Float(32) } else { own };
    if own != kind {
        let widen = kernels::elementwise(Op::FConvert, own, kind).ok_or_else(missing)?;
        for slot in x.iter_mut().chain(&mut y) {
            *slot = d.compute(widen, &[*slot]);
        }
    }
    let mut sum = None;
    for (x, y) in x.into_iter().zip(y) {
        let product = d.operation(Op::FMul, kind, &[x, y])?;
        sum = Some(match sum {
            Some(sum) => d.operation(Op::FAdd, kind, &[sum, product])?,
            None => product,
        });
    }
    let mut sum = sum.ok_or_else(missing)?;
    if own != kind {
        let round = kernels::elementwise(Op::FConvert, kind, own).ok_or_else(missing)?;
        sum = d.compute(round, &[sum]);
    }
    d.define(data, vec![sum]);
    Ok(())
}

/// Decodes `sdot` and its variants. `signs` is whether the first and the second factor are signed.
pub(super) fn integer_dot(d: &mut Decoder<'_, '_>, data: &OwnedInst, signs: [bool; 2]) -> Result<()> {
    let ty = d.result(data)?;
    let to = Kind::of(&d.context.layouts.module.types, ty).ok_or_else(missing)?;
    let [x, y] = [factor(d, data, 0, signs[0], to)?, factor(d, data, 1, signs[1], to)?];
    let mut sum = None;
    for (x, y) in x.into_iter().zip(y) {
        let product = d.operation(Op::IMul, to, &[x, y])?;
        sum = Some(match sum {
            Some(sum) => d.operation(Op::IAdd, to, &[sum, product])?,
            None => product,
        });
    }
    let mut sum = sum.ok_or_else(missing)?;
    if let Some(&accumulator) = data.args.get(2) {
        let accumulator = d.slot(accumulator)?;
        sum = d.compute(kernels::saturating_add(to, signs[0]), &[sum, accumulator]);
    }
    d.define(data, vec![sum]);
    Ok(())
}

/// Returns the components of a dot product's factor, or the four bytes of a 32-bit integer, extended to the
/// kind of the result.
fn factor(d: &mut Decoder<'_, '_>, data: &OwnedInst, index: usize, signed: bool, to: Kind) -> Result<Slots> {
    let value = d.arg(data, index)?;
    let ty = d.func.ty(value);
    let from = Kind::of(&d.context.layouts.module.types, ty).ok_or_else(missing)?;
    let mut parts = d.slots(value)?;
    if let &[word] = &parts[..] {
        let field = if signed { Op::SBfe } else { Op::UBfe };
        let count = d.context.columns.constant(8);
        parts = (0..4)
            .map(|k| {
                let offset = d.context.columns.constant(8 * k);
                d.operation(field, from, &[word, offset, count])
            })
            .collect::<Result<_>>()?;
    }
    if from == to {
        return Ok(parts);
    }
    let extend = if signed { Op::SExt } else { Op::ZExt };
    let kernel = kernels::elementwise(extend, from, to).ok_or_else(missing)?;
    Ok(parts.into_iter().map(|part| d.compute(kernel, &[part])).collect())
}
