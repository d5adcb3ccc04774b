//! Vectors and aggregates: taking apart and putting together names columns.

use super::function::{Decoder, Slots};
use super::memory::watch_index;
use super::ops::wrong_imm;
use super::{Result, fault};
use crate::column::Slot;
use crate::kernels::{self, Kind};
use nvc_ir::function::InstData;
use nvc_ir::imm::Imm;
use nvc_ir::{Op, TypeKind};
use std::ops::Range;

/// `construct`. Every element of a cooperative matrix is the one operand.
pub(super) fn construct(d: &mut Decoder<'_, '_>, data: &InstData) -> Result<()> {
    let ty = d.result(data)?;
    let mut out = Slots::new();
    for &arg in &data.args {
        out.extend(d.slots(arg)?);
    }
    if let (TypeKind::CoopMatrix(_), &[element]) = (d.shared.layouts.kind(ty), &out[..]) {
        out = vec![element; d.kinds(ty)?.len()];
    }
    d.define(data, out);
    Ok(())
}

/// `extract`.
pub(super) fn extract(d: &mut Decoder<'_, '_>, data: &InstData) -> Result<()> {
    let size = d.kinds(d.result(data)?)?.len();
    let (slots, part) = part(d, data, size)?;
    let slots = slots.get(part).ok_or_else(missing)?.to_vec();
    d.define(data, slots);
    Ok(())
}

/// `insert`.
pub(super) fn insert(d: &mut Decoder<'_, '_>, data: &InstData) -> Result<()> {
    let new = d.slots(d.arg(data, 1)?)?;
    let (mut slots, part) = part(d, data, new.len())?;
    slots.get_mut(part).ok_or_else(missing)?.copy_from_slice(&new);
    d.define(data, slots);
    Ok(())
}

fn missing() -> Box<nvc_diag::Diagnostic> {
    fault("a part that is not there")
}

/// The columns of the first operand, and those among them of the part that the immediate names.
fn part(d: &mut Decoder<'_, '_>, data: &InstData, size: usize) -> Result<(Slots, Range<usize>)> {
    let Imm::Index(index) = data.imm else { return Err(wrong_imm(data)) };
    let whole = d.arg(data, 0)?;
    let start = match d.shared.layouts.kind(d.func.ty(whole)) {
        TypeKind::Struct { members, .. } => {
            let before = members.iter().take(index as usize);
            before.map(|m| Ok(d.kinds(m.ty)?.len())).sum::<Result<usize>>()?
        }
        _ => (index as usize).saturating_mul(size),
    };
    Ok((d.slots(whole)?, start..start.saturating_add(size)))
}

/// `extract.dynamic`, `insert.dynamic`: a choice for each component.
pub(super) fn dynamic(d: &mut Decoder<'_, '_>, data: &InstData) -> Result<()> {
    let components = d.slots(d.arg(data, 0)?)?;
    let inserts = data.op == Op::InsertDynamic;
    let index = d.arg(data, if inserts { 2 } else { 1 })?;
    watch_index(d, index, Some(components.len() as u32))?;
    let index = d.slot(index)?;
    let mut out = Slots::new();
    if inserts {
        let new = d.slot(d.arg(data, 1)?)?;
        for (number, &component) in components.iter().enumerate() {
            out.push(choose(d, index, number, new, component)?);
        }
    } else {
        let mut found = d.shared.columns.constant(0);
        for (number, &component) in components.iter().enumerate() {
            found = choose(d, index, number, component, found)?;
        }
        out.push(found);
    }
    d.define(data, out);
    Ok(())
}

/// One column where the index is a number, and another elsewhere.
fn choose(d: &mut Decoder<'_, '_>, index: Slot, number: usize, there: Slot, elsewhere: Slot) -> Result<Slot> {
    let number = d.shared.columns.constant(number as u64);
    let here = kernel(d, Op::IEq, Kind::Int(32), &[index, number])?;
    kernel(d, Op::Select, Kind::Bool, &[here, there, elsewhere])
}

/// `fdot`: products and their sums, one after the other.
pub(super) fn dot(d: &mut Decoder<'_, '_>, data: &InstData) -> Result<()> {
    let x = d.arg(data, 0)?;
    let kind = Kind::of(&d.shared.layouts.module.types, d.func.ty(x)).ok_or_else(missing)?;
    let (x, y) = (d.slots(x)?, d.slots(d.arg(data, 1)?)?);
    let mut sum = None;
    for (x, y) in x.into_iter().zip(y) {
        let product = kernel(d, Op::FMul, kind, &[x, y])?;
        sum = Some(match sum {
            Some(sum) => kernel(d, Op::FAdd, kind, &[sum, product])?,
            None => product,
        });
    }
    d.define(data, vec![sum.ok_or_else(missing)?]);
    Ok(())
}

/// A column that an operation gives.
pub(super) fn kernel(d: &mut Decoder<'_, '_>, op: Op, kind: Kind, args: &[Slot]) -> Result<Slot> {
    let kernel = kernels::elementwise(op, kind, kind);
    let kernel = kernel.ok_or_else(|| fault(format!("{} cannot be interpreted", op.info().name)))?;
    let dst = d.compute(kernel, args);
    d.watch_floats(op, kind, kind, args, dst);
    Ok(dst)
}
