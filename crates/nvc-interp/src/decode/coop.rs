//! Decodes operations on cooperative matrices. Each invocation of the scope holds an equal share of the
//! elements, so elementwise operations need no special handling.

use super::context::ModuleContext;
use super::decoder::Decoder;
use super::error::{Result, fault, limit, wrong_imm};
use super::memory::elements;
use crate::code::{Callback, CoopOperand, CoopStep, MatrixStep, MemoryAccess, PerElementStep, Spread, Step};
use crate::column::Slot;
use crate::kernels::Kind;
use crate::layout::WORKGROUP;
use nvc_ir::entity::Entity;
use nvc_ir::function::OwnedInst;
use nvc_ir::imm::Imm;
use nvc_ir::types::{CoopMatrixType, Length};
use nvc_ir::{FuncId, Op, Type, TypeKind, Value};

/// SPIR-V's value of the scope `Subgroup`.
const SUBGROUP: u32 = 3;

/// Checks that the elements of every matrix type can be distributed over invocations.
pub(super) fn check(context: &ModuleContext<'_>) -> Result<()> {
    let layouts = &context.layouts;
    for (_, kind) in layouts.module.types.iter() {
        let TypeKind::CoopMatrix(matrix) = kind else { continue };
        let (rows, columns) = (layouts.length(matrix.rows), layouts.length(matrix.columns));
        if !matches!(layouts.length(matrix.scope), SUBGROUP | WORKGROUP) {
            let message = "a cooperative matrix of this scope cannot be interpreted";
            return Err(limit(
                message.into(),
                "the invocations of a subgroup or of a workgroup hold matrices",
            ));
        }
        if rows.checked_mul(columns).is_none_or(|count| count == 0) {
            let message =
                format!("a cooperative matrix of {rows} x {columns} elements cannot be interpreted");
            return Err(limit(message, "it has no elements, or too many"));
        }
    }
    Ok(())
}

pub(super) fn matrix(d: &Decoder<'_, '_>, ty: Type) -> Result<CoopMatrixType> {
    match *d.context.layouts.kind(ty) {
        TypeKind::CoopMatrix(matrix) => Ok(matrix),
        _ => Err(fault("an operand is not a cooperative matrix")),
    }
}

/// Returns how the elements of a matrix are distributed over invocations.
pub(super) fn spread(d: &Decoder<'_, '_>, matrix: &CoopMatrixType) -> Spread {
    let length = |length: Length| d.context.layouts.length(length);
    Spread {
        rows: length(matrix.rows) as usize,
        columns: length(matrix.columns).max(1) as usize,
        workgroup: length(matrix.scope) == WORKGROUP,
    }
}

/// Adds the check that all lanes execute an operation on matrices, if checks are enabled.
/// SPV_KHR_cooperative_matrix requires loads, stores and products to be in control flow that is uniform within the
/// scope.
pub(super) fn check_convergence(d: &mut Decoder<'_, '_>) {
    if d.context.config.check {
        d.push(Step::Converged);
    }
}

/// Decodes `coop.length`.
pub(super) fn length(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let Imm::Type(ty) = data.imm() else { return Err(wrong_imm(data)) };
    let share = d.context.layouts.share(&matrix(d, ty)?);
    let slot = d.context.columns.constant(share.into());
    d.define(data, vec![slot]);
    Ok(())
}

/// Decodes `coop.load` and `coop.store`: one access per element that the invocation holds.
pub(super) fn access(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
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
    let (stride, by_columns) = (d.slot(d.arg(data, rest)?)?, d.slot(d.arg(data, rest + 1)?)?);
    let array = elements(d, data)?;
    let offset = d.context.columns.fresh();
    let mut accesses = Vec::with_capacity(slots.len());
    for &slot in &slots {
        let access = if data.op == Op::CoopStore { MemoryAccess::Store } else { MemoryAccess::Load };
        accesses.push(array.access(d, matrix.component, offset, access, slot)?);
    }
    d.push(Step::Matrix(Box::new(MatrixStep {
        spread: spread(d, &matrix),
        accesses,
        offset,
        start: array.offset,
        stride,
        unit: array.stride.into(),
        by_columns,
        size: d.context.layouts.size(matrix.component).into(),
    })));
    if data.result.is_some() {
        d.define(data, slots);
    }
    Ok(())
}

/// Adds an operation that exchanges elements between invocations.
fn push(d: &mut Decoder<'_, '_>, data: &OwnedInst, step: impl FnOnce(CoopOperand) -> CoopStep) -> Result<()> {
    let ty = d.result(data)?;
    let slots = d.fresh(ty)?;
    let dst = of_slots(d, ty, &slots)?;
    d.push(Step::Coop(Box::new(step(dst))));
    d.define(data, slots);
    Ok(())
}

/// Decodes `coop.muladd` and `coop.muladd.sat`.
pub(super) fn mul_add(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    check_convergence(d);
    let (left, right, sum) = (operand(d, data, 0)?, operand(d, data, 1)?, operand(d, data, 2)?);
    let saturates = data.op == Op::CoopMulAddSat;
    push(d, data, |dst| CoopStep::Product { left, right, sum, saturates, dst })
}

/// Decodes `coop.transpose`.
pub(super) fn transpose(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    check_convergence(d);
    let from = operand(d, data, 0)?;
    push(d, data, |dst| CoopStep::Transpose { from, dst })
}

/// Decodes `coop.reduce`.
pub(super) fn reduce(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let Imm::Reduce(reduction, function) = data.imm() else { return Err(wrong_imm(data)) };
    check_convergence(d);
    let from = operand(d, data, 0)?;
    let combine = callback(d, function)?;
    push(d, data, |dst| CoopStep::Reduce { reduction, from, combine, dst })
}

/// Decodes `coop.convert.use`. The use does not change which invocation holds which element.
pub(super) fn convert_use(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let slots = d.slots(d.arg(data, 0)?)?;
    d.define(data, slots);
    Ok(())
}

/// Decodes `coop.coordinate`.
pub(super) fn coordinate(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let matrix = matrix(d, d.func.ty(d.arg(data, 0)?))?;
    let number = d.slot(d.arg(data, 1)?)?;
    let dst = [d.context.columns.fresh(), d.context.columns.fresh()];
    d.push(Step::Coordinate { spread: spread(d, &matrix), number, dst });
    d.define(data, dst.to_vec());
    Ok(())
}

/// Decodes `coop.per.element`.
pub(super) fn per_element(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
    let Imm::Function(function) = data.imm() else { return Err(wrong_imm(data)) };
    check_convergence(d);
    let first = d.arg(data, 0)?;
    let matrix = matrix(d, d.func.ty(first))?;
    let elements = d.slots(first)?.into();
    let mut others = Vec::new();
    for &arg in data.args.iter().skip(1) {
        let is_matrix = d.context.layouts.module.types.is_coop_matrix(d.func.ty(arg));
        others.push((d.slots(arg)?.into(), is_matrix));
    }
    let callback = callback(d, function)?;
    let dst = d.fresh(d.result(data)?)?;
    d.push(Step::PerElement(Box::new(PerElementStep {
        spread: spread(d, &matrix),
        callback,
        elements,
        others,
        dst: dst.clone().into(),
    })));
    d.define(data, dst);
    Ok(())
}

/// Returns a callback that calls a function of the module.
pub(super) fn callback(d: &mut Decoder<'_, '_>, function: FuncId) -> Result<Callback> {
    let Some(interface) = d.interfaces.get(function.index()) else {
        return Err(fault("a callback that does not exist"));
    };
    let params = interface.params.clone().into();
    let result = d.context.layouts.module.functions.get(function).and_then(|function| function.result);
    let results = result.map_or(Ok(Vec::new()), |ty| d.fresh(ty))?.into();
    Ok(Callback { function: function.index(), params, results })
}

fn operand(d: &mut Decoder<'_, '_>, data: &OwnedInst, index: usize) -> Result<CoopOperand> {
    let value: Value = d.arg(data, index)?;
    let slots = d.slots(value)?;
    of_slots(d, d.func.ty(value), &slots)
}

fn of_slots(d: &Decoder<'_, '_>, ty: Type, slots: &[Slot]) -> Result<CoopOperand> {
    let matrix = matrix(d, ty)?;
    let kind = Kind::of(&d.context.layouts.module.types, matrix.component);
    let kind = kind.ok_or_else(|| fault("a matrix component is not a number"))?;
    Ok(CoopOperand { slots: slots.into(), spread: spread(d, &matrix), kind, signed: matrix.signed })
}

/// Decodes `coop.scale`, the multiplication of a matrix or cooperative vector by a scalar.
pub(super) fn scale(d: &mut Decoder<'_, '_>, data: &OwnedInst) -> Result<()> {
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
