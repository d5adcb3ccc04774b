//! Cooperative matrices. Each lane of a subgroup holds an equal share of the elements, so elementwise
//! operations need no special handling.

use super::context::ModuleContext;
use super::decoder::Decoder;
use super::error::{Result, fault, limit, wrong_imm};
use super::memory::{Elements, elements};
use crate::code::{CoopOperand, CoopStep, MemoryAccess, Step};
use crate::column::{Column, Slot};
use crate::kernels::{self, Kind};
use nvc_ir::function::InstData;
use nvc_ir::imm::Imm;
use nvc_ir::types::{CoopMatrixType, Length};
use nvc_ir::{Op, Type, TypeKind, Value};

/// The scope `Subgroup` in SPIR-V.
const SUBGROUP: u32 = 3;

/// Checks that every matrix type can be divided between the lanes.
pub(super) fn check(context: &ModuleContext<'_>) -> Result<()> {
    let layouts = &context.layouts;
    for (_, kind) in layouts.module.types.iter() {
        let TypeKind::CoopMatrix(matrix) = kind else { continue };
        let (rows, columns) = (layouts.length(matrix.rows), layouts.length(matrix.columns));
        let lanes = layouts.lanes();
        if layouts.length(matrix.scope) != SUBGROUP {
            let message = "a cooperative matrix whose scope is not the subgroup cannot be interpreted";
            return Err(limit(
                message.into(),
                "the interpreter divides elements between the lanes of a subgroup",
            ));
        }
        if rows.checked_mul(columns).is_none_or(|count| count == 0 || count % lanes != 0) {
            let message =
                format!("a cooperative matrix of {rows} x {columns} elements cannot be interpreted");
            return Err(limit(message, &format!("{lanes} lanes must hold equal shares")));
        }
    }
    Ok(())
}

fn matrix(d: &Decoder<'_, '_>, ty: Type) -> Result<CoopMatrixType> {
    match *d.context.layouts.kind(ty) {
        TypeKind::CoopMatrix(matrix) => Ok(matrix),
        _ => Err(fault("an operand is not a cooperative matrix")),
    }
}

fn count(d: &Decoder<'_, '_>, length: Length) -> usize {
    d.context.layouts.length(length) as usize
}

/// Adds the check that all lanes execute an operation on matrices that they share (SPV_KHR_cooperative_matrix:
/// loads, stores and products are in uniform control flow within the scope).
fn check_convergence(d: &mut Decoder<'_, '_>) {
    if d.context.config.check {
        d.push(Step::Converged);
    }
}

/// Decodes `coop.length`.
pub(super) fn length(d: &mut Decoder<'_, '_>, data: &InstData) -> Result<()> {
    let Imm::Type(ty) = data.imm else { return Err(wrong_imm(data)) };
    let share = d.context.layouts.share(&matrix(d, ty)?);
    let slot = d.context.columns.constant(share.into());
    d.define(data, vec![slot]);
    Ok(())
}

/// Decodes `coop.load` and `coop.store`: one access per element of a share.
pub(super) fn access(d: &mut Decoder<'_, '_>, data: &InstData) -> Result<()> {
    check_convergence(d);
    let (ty, slots, rest) = match data.op {
        Op::CoopStore => {
            let value = d.arg(data, 1)?;
            (d.func.ty(value), d.slots(value)?, 2)
        }
        _ => {
            let ty = d.result(data)?;
            (ty, d.fresh(ty)?, 1)
        }
    };
    let matrix = matrix(d, ty)?;
    let (stride, by_columns) = (d.arg(data, rest)?, d.arg(data, rest + 1)?);
    let array = elements(d, data)?;
    for (number, &slot) in slots.iter().enumerate() {
        let offset = element(d, &matrix, number, array, [stride, by_columns])?;
        let access = if data.op == Op::CoopStore { MemoryAccess::Store } else { MemoryAccess::Load };
        let step = array.step(d, matrix.component, offset, access, slot)?;
        d.push(step);
    }
    if data.result.is_some() {
        d.define(data, slots);
    }
    Ok(())
}

/// The byte offset of an element of the share, per lane.
fn element(
    d: &mut Decoder<'_, '_>,
    matrix: &CoopMatrixType,
    number: usize,
    array: Elements,
    [stride, by_columns]: [Value; 2],
) -> Result<Slot> {
    let (columns, lanes) = (count(d, matrix.columns).max(1), d.context.layouts.lanes() as usize);
    let per_lane = |f: fn(usize, usize) -> usize| -> Column {
        std::array::from_fn(|lane| f(number * lanes + lane, columns) as u64)
    };
    let row = d.context.columns.varying(per_lane(|n, columns| n / columns));
    let column = d.context.columns.varying(per_lane(|n, columns| n % columns));
    let by_columns = d.slot(by_columns)?;
    let outer = d.operation(Op::Select, Kind::Bool, &[by_columns, column, row])?;
    let inner = d.operation(Op::Select, Kind::Bool, &[by_columns, row, column])?;
    let size = d.context.columns.constant(d.context.layouts.size(matrix.component).into());
    let unit = d.context.columns.constant(array.bytes.into());
    let (stride, zero) = (d.slot(stride)?, d.context.columns.constant(0));
    let line = d.compute(kernels::scaled(64), &[zero, outer, unit]);
    let start = d.compute(kernels::scaled(32), &[array.offset, stride, line]);
    Ok(d.compute(kernels::scaled(64), &[start, inner, size]))
}

/// Decodes `coop.muladd`.
pub(super) fn mul_add(d: &mut Decoder<'_, '_>, data: &InstData) -> Result<()> {
    check_convergence(d);
    let [left, right, sum] = [d.arg(data, 0)?, d.arg(data, 1)?, d.arg(data, 2)?];
    let (a, b) = (matrix(d, d.func.ty(left))?, matrix(d, d.func.ty(right))?);
    let (rows, columns, common) = (count(d, a.rows), count(d, b.columns), count(d, a.columns));
    let dst = d.fresh(d.result(data)?)?;
    let step = CoopStep {
        rows,
        columns,
        common,
        left: operand(d, left)?,
        right: operand(d, right)?,
        sum: operand(d, sum)?,
        saturates: data.op == Op::CoopMulAddSat,
        dst: dst.clone().into(),
    };
    d.push(Step::Coop(Box::new(step)));
    d.define(data, dst);
    Ok(())
}

fn operand(d: &mut Decoder<'_, '_>, value: Value) -> Result<CoopOperand> {
    let matrix = matrix(d, d.func.ty(value))?;
    let kind = Kind::of(&d.context.layouts.module.types, matrix.component);
    let kind = kind.ok_or_else(|| fault("a matrix component is not a number"))?;
    Ok(CoopOperand { slots: d.slots(value)?.into(), kind, signed: matrix.signed })
}

/// Decodes `coop.scale`: an elementwise multiplication.
pub(super) fn scale(d: &mut Decoder<'_, '_>, data: &InstData) -> Result<()> {
    let scalar = d.arg(data, 1)?;
    let kind = Kind::of(&d.context.layouts.module.types, d.func.ty(scalar));
    let kind = kind.ok_or_else(|| fault("a scale is not a number"))?;
    let op = if kind.is_float() { Op::FMul } else { Op::IMul };
    let (elements, scalar) = (d.slots(d.arg(data, 0)?)?, d.slot(scalar)?);
    let out = elements.into_iter().map(|element| d.operation(op, kind, &[element, scalar]));
    let out = out.collect::<Result<_>>()?;
    d.define(data, out);
    Ok(())
}
