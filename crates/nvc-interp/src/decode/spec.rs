//! Evaluates the specialization constants of a module.

use super::error::{Result, fault};
use crate::column::{Registers, Slot, WIDTH};
use crate::kernels::{self, Kind};
use crate::layout::{WORKGROUP, share};
use nvc_exec::Dispatch;
use nvc_ir::entity::Entity;
use nvc_ir::globals::GROUP_SIZE_SPEC_IDS;
use nvc_ir::types::Length;
use nvc_ir::{Module, Op, SpecConstData, SpecConstKind, SpecOperand, TypeKind};

/// Maximum number of operands of a kernel.
const MAX_OPERANDS: usize = 4;

/// The numbers of invocations that a cooperative matrix can be distributed over.
#[derive(Clone, Copy)]
pub(super) struct Holders {
    /// Lanes of a subgroup.
    pub lanes: u32,
    /// Invocations of a work group.
    pub invocations: u32,
}

/// Returns the bits of each specialization constant. `holders` determines how many elements of a cooperative matrix each
/// invocation holds.
pub(super) fn values(module: &Module, dispatch: &Dispatch, holders: Holders) -> Result<Vec<u64>> {
    let group = |id: u32| {
        let axis = GROUP_SIZE_SPEC_IDS.iter().position(|&n| n == id)?;
        dispatch.group_size.and_then(|size| size.get(axis).copied()).map(u64::from)
    };
    let specialized = |id: u32| dispatch.specialization.get(&id).copied().or_else(|| group(id));
    let mut values = Vec::with_capacity(module.spec_constants.len());
    for data in module.spec_constants.values() {
        let value = match &data.kind {
            SpecConstKind::Id(id) => specialized(*id).unwrap_or(data.default),
            SpecConstKind::Op(Op::CoopLength, operands) => components(module, operands, &values, holders)?,
            SpecConstKind::Op(op, operands) => operation(module, data, *op, operands, &values)?,
        };
        values.push(value);
    }
    Ok(values)
}

/// Returns the number of elements of a cooperative matrix that each invocation holds.
fn components(module: &Module, operands: &[SpecOperand], earlier: &[u64], holders: Holders) -> Result<u64> {
    let [SpecOperand::Type(ty)] = *operands else {
        return Err(fault("the operand of coop.length is not a type"));
    };
    let TypeKind::CoopMatrix(matrix) = module.types.kind(ty) else {
        return Err(fault("the operand of coop.length is not a cooperative matrix"));
    };
    let [rows, columns, scope] = [matrix.rows, matrix.columns, matrix.scope].map(|length| match length {
        Length::Fixed(n) => n,
        Length::Spec(id) => earlier.get(id.index()).map_or(0, |&n| n as u32),
    });
    let holders = if scope == WORKGROUP { holders.invocations } else { holders.lanes };
    Ok(share(rows, columns, holders).into())
}

/// Evaluates an operation on earlier constants by running its kernel in one lane.
fn operation(
    module: &Module,
    data: &SpecConstData,
    op: Op,
    operands: &[SpecOperand],
    earlier: &[u64],
) -> Result<u64> {
    let unknown = || fault(format!("{} of constants cannot be interpreted", op.info().name));
    let mut columns = Vec::with_capacity(MAX_OPERANDS + 1);
    let mut from = None;
    for operand in operands.iter().take(MAX_OPERANDS) {
        let (ty, bits) = match *operand {
            SpecOperand::Bits(ty, bits) => (ty, bits),
            SpecOperand::Spec(id) => {
                let ty = module.spec_constants.get(id).map(|spec| spec.ty);
                ty.zip(earlier.get(id.index()).copied()).ok_or_else(unknown)?
            }
            SpecOperand::Type(_) => return Err(unknown()),
        };
        from = from.or_else(|| Kind::of(&module.types, ty));
        columns.push([bits; WIDTH]);
    }
    let to = Kind::of(&module.types, data.ty);
    let kernel =
        from.zip(to).and_then(|(from, to)| kernels::elementwise(op, from, to)).ok_or_else(unknown)?;
    columns.resize(MAX_OPERANDS + 1, [0; WIDTH]);
    let mut registers = Registers::new(columns);
    let result = MAX_OPERANDS as Slot;
    kernel(&mut registers, 1, result, &[0, 1, 2, 3]);
    Ok(registers.get(result, 0))
}
