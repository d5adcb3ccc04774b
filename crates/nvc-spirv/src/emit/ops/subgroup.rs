//! Emits subgroup operations whose SPIR-V operands differ from the IR's.

use super::{arg, operands, result, shuffle, sync, wrong_imm};
use crate::capabilities::Requirement;
use crate::emit::Emit;
use crate::emit::function::FunctionEmitter;
use nvc_ir::function::InstRef;
use nvc_ir::imm::{GroupForm, GroupOp, Imm, Scope};
use rspirv::dr::Operand;
use spirv::{GroupOperation, Op as S};

/// Returns the opcode of a reduction or scan. `logical` selects the opcode for bools.
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

fn requirement(form: GroupForm) -> Requirement {
    match form {
        GroupForm::Reduce | GroupForm::Inclusive | GroupForm::Exclusive => {
            Requirement::GroupNonUniformArithmetic
        }
        GroupForm::Clustered => Requirement::GroupNonUniformClustered,
        _ => Requirement::GroupNonUniformPartitionedEXT,
    }
}

/// Emits an instruction with a group operation between the scope and the operands.
fn grouped(
    f: &mut FunctionEmitter<'_, '_>,
    data: InstRef<'_>,
    op: S,
    form: GroupForm,
    requirement: Requirement,
) -> Emit<()> {
    f.m.require(requirement);
    let mut args = vec![
        Operand::IdScope(sync::scope(f, Scope::Subgroup)),
        Operand::GroupOperation(group_operation(form)),
    ];
    args.extend(operands(f, &data.args)?);
    let (ty, id) = result(f, data)?;
    f.push(op, Some(ty), Some(id), args);
    Ok(())
}

/// Emits a reduction or scan.
pub(super) fn arithmetic(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let Imm::Group(op, form) = data.imm() else { return Err(wrong_imm(f, data)) };
    let logical = super::is_bool(f, data)?;
    grouped(f, data, opcode(op, logical), form, requirement(form))
}

/// Emits the number of set bits in a ballot.
pub(super) fn ballot_count(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let Imm::Group(_, form) = data.imm() else { return Err(wrong_imm(f, data)) };
    grouped(f, data, S::GroupNonUniformBallotBitCount, form, Requirement::GroupNonUniformBallot)
}

/// Emits a broadcast. In SPIR-V 1.3 and 1.4, the lane must be constant, so a shuffle replaces a broadcast
/// from any other lane.
pub(super) fn broadcast(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let lane = arg(f, data, 1)?;
    if !((1, 3)..(1, 5)).contains(&f.m.version()) || f.func.as_bits(lane).is_some() {
        sync::subgroup(f, S::GroupNonUniformBroadcast, Requirement::GroupNonUniformBallot, data)
    } else {
        shuffle::shuffle(f, data)
    }
}

/// Emits a quad swap. The direction is a constant operand.
pub(super) fn quad_swap(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let Imm::Index(direction) = data.imm() else { return Err(wrong_imm(f, data)) };
    f.m.require(Requirement::GroupNonUniformQuad);
    let mut args = vec![Operand::IdScope(sync::scope(f, Scope::Subgroup))];
    args.extend(operands(f, &data.args)?);
    args.push(Operand::IdRef(f.m.u32(direction)));
    let (ty, id) = result(f, data)?;
    f.push(S::GroupNonUniformQuadSwap, Some(ty), Some(id), args);
    Ok(())
}

/// Emits a vote within a quad, which has no scope operand.
pub(super) fn quad_vote(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>, op: S) -> Emit<()> {
    f.m.require(Requirement::GroupNonUniformVote);
    f.m.require(Requirement::QuadControlKHR);
    super::direct(f, op, data)
}
