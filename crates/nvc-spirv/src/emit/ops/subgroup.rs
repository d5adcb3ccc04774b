//! Subgroup operations whose operands are not the IR's alone.

use super::{arg, operands, result, shuffle, sync, wrong_imm};
use crate::capabilities::Need;
use crate::emit::Emit;
use crate::emit::function::FunctionEmitter;
use nvc_ir::function::InstData;
use nvc_ir::imm::{GroupForm, GroupOp, Imm, Scope};
use rspirv::dr::Operand;
use rspirv::spirv::{GroupOperation, Op as S};

/// The opcode of an operation on numbers, and on truth values where there is one.
fn opcode(op: GroupOp, logical: bool) -> S {
    match op {
        GroupOp::IAdd => S::GroupNonUniformIAdd,
        GroupOp::FAdd => S::GroupNonUniformFAdd,
        GroupOp::IMul => S::GroupNonUniformIMul,
        GroupOp::FMul => S::GroupNonUniformFMul,
        GroupOp::SMin => S::GroupNonUniformSMin,
        GroupOp::UMin => S::GroupNonUniformUMin,
        GroupOp::FMin => S::GroupNonUniformFMin,
        GroupOp::SMax => S::GroupNonUniformSMax,
        GroupOp::UMax => S::GroupNonUniformUMax,
        GroupOp::FMax => S::GroupNonUniformFMax,
        GroupOp::And if logical => S::GroupNonUniformLogicalAnd,
        GroupOp::Or if logical => S::GroupNonUniformLogicalOr,
        GroupOp::Xor if logical => S::GroupNonUniformLogicalXor,
        GroupOp::And => S::GroupNonUniformBitwiseAnd,
        GroupOp::Or => S::GroupNonUniformBitwiseOr,
        GroupOp::Xor => S::GroupNonUniformBitwiseXor,
    }
}

fn group_operation(form: GroupForm) -> GroupOperation {
    match form {
        GroupForm::Reduce => GroupOperation::Reduce,
        GroupForm::Inclusive => GroupOperation::InclusiveScan,
        GroupForm::Exclusive => GroupOperation::ExclusiveScan,
        GroupForm::Clustered => GroupOperation::ClusteredReduce,
        GroupForm::PartitionedReduce => GroupOperation::PartitionedReduceNV,
        GroupForm::PartitionedInclusive => GroupOperation::PartitionedInclusiveScanNV,
        GroupForm::PartitionedExclusive => GroupOperation::PartitionedExclusiveScanNV,
    }
}

fn need(form: GroupForm) -> Need {
    match form {
        GroupForm::Reduce | GroupForm::Inclusive | GroupForm::Exclusive => Need::GroupNonUniformArithmetic,
        GroupForm::Clustered => Need::GroupNonUniformClustered,
        _ => Need::GroupNonUniformPartitionedEXT,
    }
}

/// An operation with a group operation between scope and operands.
fn grouped(f: &mut FunctionEmitter<'_, '_>, data: &InstData, op: S, form: GroupForm, need: Need) -> Emit<()> {
    f.m.need(need);
    let mut args = vec![
        Operand::IdScope(sync::scope(f, Scope::Subgroup)),
        Operand::GroupOperation(group_operation(form)),
    ];
    args.extend(operands(f, &data.args)?);
    let (ty, id) = result(f, data)?;
    f.push(op, Some(ty), Some(id), args);
    Ok(())
}

/// A reduction or scan.
pub(super) fn arithmetic(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<()> {
    let Imm::Group(op, form) = data.imm else { return Err(wrong_imm(f, data)) };
    let logical = super::is_bool(f, data)?;
    grouped(f, data, opcode(op, logical), form, need(form))
}

/// Bits of a mask.
pub(super) fn ballot_count(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<()> {
    let Imm::Group(_, form) = data.imm else { return Err(wrong_imm(f, data)) };
    grouped(f, data, S::GroupNonUniformBallotBitCount, form, Need::GroupNonUniformBallot)
}

/// Before SPIR-V 1.5 a broadcast's lane is a constant; a shuffle takes any.
pub(super) fn broadcast(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<()> {
    let lane = arg(f, data, 1)?;
    if f.m.version() >= (1, 5) || f.func.as_bits(lane).is_some() {
        sync::subgroup(f, S::GroupNonUniformBroadcast, Need::GroupNonUniformBallot, data)
    } else {
        shuffle::shuffle(f, data)
    }
}

/// The direction of a swap is a constant.
pub(super) fn quad_swap(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<()> {
    let Imm::Index(direction) = data.imm else { return Err(wrong_imm(f, data)) };
    f.m.need(Need::GroupNonUniformQuad);
    let mut args = vec![Operand::IdScope(sync::scope(f, Scope::Subgroup))];
    args.extend(operands(f, &data.args)?);
    args.push(Operand::IdRef(f.m.u32(direction)));
    let (ty, id) = result(f, data)?;
    f.push(S::GroupNonUniformQuadSwap, Some(ty), Some(id), args);
    Ok(())
}
