//! Emits barriers, subgroup operations and calls.

use super::{operands, result, wrong_imm};
use crate::capabilities::Requirement;
use crate::emit::Emit;
use crate::emit::function::FunctionEmitter;
use nvc_ir::TypeKind;
use nvc_ir::function::InstRef;
use nvc_ir::imm::{Imm, MemoryKinds, Scope};
use rspirv::dr::Operand;
use spirv::{MemorySemantics, Op as S, Word};

/// Returns the constant for a scope.
pub(super) fn scope(f: &mut FunctionEmitter<'_, '_>, scope: Scope) -> Word {
    let scope = match scope {
        // In the Vulkan memory model, device scope requires a separate device feature.
        Scope::Device if f.m.vulkan_memory => spirv::Scope::QueueFamily,
        Scope::Device => spirv::Scope::Device,
        Scope::Workgroup => spirv::Scope::Workgroup,
        Scope::Subgroup => {
            f.m.require(Requirement::GroupNonUniform);
            spirv::Scope::Subgroup
        }
        Scope::Invocation => spirv::Scope::Invocation,
    };
    f.m.u32(scope as u32)
}

fn semantics(kinds: MemoryKinds) -> MemorySemantics {
    let mut semantics = MemorySemantics::RELAXED;
    for (ordered, kind) in [
        (kinds.buffer, MemorySemantics::UNIFORM_MEMORY),
        (kinds.workgroup, MemorySemantics::WORKGROUP_MEMORY),
        (kinds.image, MemorySemantics::IMAGE_MEMORY),
    ] {
        if ordered {
            semantics |= kind | MemorySemantics::ACQUIRE_RELEASE;
        }
    }
    semantics
}

/// Emits a control or memory barrier.
pub(super) fn barrier(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let Imm::Barrier(barrier) = data.imm() else { return Err(wrong_imm(f, data)) };
    let mut semantics = semantics(barrier.kinds);
    if f.m.vulkan_memory && !semantics.is_empty() {
        semantics |= MemorySemantics::MAKE_AVAILABLE | MemorySemantics::MAKE_VISIBLE;
    }
    if barrier.execution.is_none() && semantics.is_empty() {
        return Ok(());
    }
    let mut args = Vec::with_capacity(3);
    let op = match barrier.execution {
        Some(execution) => {
            args.push(Operand::IdScope(scope(f, execution)));
            S::ControlBarrier
        }
        None => S::MemoryBarrier,
    };
    args.push(Operand::IdScope(scope(f, barrier.memory)));
    args.push(Operand::IdMemorySemantics(f.m.u32(semantics.bits())));
    f.push(op, None, None, args);
    Ok(())
}

/// Emits a subgroup operation.
pub(super) fn subgroup(
    f: &mut FunctionEmitter<'_, '_>,
    op: S,
    requirement: Requirement,
    data: InstRef<'_>,
) -> Emit<()> {
    if f.m.version() < (1, 3)
        && let Some((op, requirement)) = before_subgroups(f, op, data)?
    {
        f.m.require(requirement);
        return super::direct(f, op, data);
    }
    f.m.require(requirement);
    let mut args = vec![Operand::IdScope(scope(f, Scope::Subgroup))];
    args.extend(operands(f, &data.args)?);
    let (ty, id) = result(f, data)?;
    f.push(op, Some(ty), Some(id), args);
    Ok(())
}

/// Returns the instruction of SPV_KHR_shader_ballot or SPV_KHR_subgroup_vote for a subgroup operation, for
/// SPIR-V before 1.3. These instructions have no scope operand.
fn before_subgroups(
    f: &mut FunctionEmitter<'_, '_>,
    op: S,
    data: InstRef<'_>,
) -> Emit<Option<(S, Requirement)>> {
    let (ballot, vote) = (Requirement::SubgroupBallotKHR, Requirement::SubgroupVoteKHR);
    // `OpGroupNonUniformElect` has no operand and no older equivalent.
    let Some(&value) = data.args.first() else { return Ok(None) };
    let ty = f.func.ty(value);
    let is_bool = *f.m.kind(ty)? == TypeKind::Bool;
    let has_words = f.m.ir.types.scalar_bits(f.m.ir.types.scalar(ty)) == Some(32);
    Ok(match op {
        S::GroupNonUniformBallot => Some((S::SubgroupBallotKHR, ballot)),
        S::GroupNonUniformBroadcast if has_words => Some((S::SubgroupReadInvocationKHR, ballot)),
        S::GroupNonUniformBroadcastFirst if has_words => Some((S::SubgroupFirstInvocationKHR, ballot)),
        S::GroupNonUniformAll => Some((S::SubgroupAllKHR, vote)),
        S::GroupNonUniformAny => Some((S::SubgroupAnyKHR, vote)),
        S::GroupNonUniformAllEqual if is_bool => Some((S::SubgroupAllEqualKHR, vote)),
        // All other types and operations require SPIR-V 1.3.
        _ => None,
    })
}

/// Emits `OpGroupNonUniformPartitionNV`, which has no scope operand.
pub(super) fn partition(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    f.m.require(Requirement::GroupNonUniformPartitionedEXT);
    super::direct(f, S::GroupNonUniformPartitionEXT, data)
}

/// Emits a call.
pub(super) fn call(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let Imm::Function(callee) = data.imm() else { return Err(wrong_imm(f, data)) };
    let mut args = vec![Operand::IdRef(f.m.function_id(callee)?)];
    args.extend(operands(f, &data.args)?);
    let ir = f.m.ir;
    let ty = match ir.functions.get(callee).and_then(|function| function.result) {
        Some(ty) => f.ty(ty)?,
        None => f.m.writer.intern(S::TypeVoid, None, &[]),
    };
    match data.result {
        Some(value) => {
            let id = f.id(value)?;
            f.push(S::FunctionCall, Some(ty), Some(id), args);
        }
        // `OpFunctionCall` has a result id even if the function returns nothing.
        None => {
            f.fresh(S::FunctionCall, ty, args);
        }
    }
    Ok(())
}
