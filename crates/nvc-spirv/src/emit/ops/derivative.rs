//! Differences within groups of four invocations, and levels of detail that follow from them
//! (SPV_NV_compute_shader_derivatives). The execution mode says which four.

use super::{arg, operands, result, same};
use crate::capabilities::Need;
use crate::emit::Emit;
use crate::emit::function::FunctionEmitter;
use nvc_ir::DerivativeGroup;
use nvc_ir::function::InstData;
use rspirv::spirv::{ExecutionMode, Op as S};

/// The capability and the execution mode of a grouping.
pub(in crate::emit) fn grouping(group: DerivativeGroup) -> (Need, ExecutionMode) {
    match group {
        DerivativeGroup::Quads => {
            (Need::ComputeDerivativeGroupQuadsKHR, ExecutionMode::DerivativeGroupQuadsKHR)
        }
        DerivativeGroup::Linear => {
            (Need::ComputeDerivativeGroupLinearKHR, ExecutionMode::DerivativeGroupLinearKHR)
        }
    }
}

/// A difference; `control` where it is stated to be fine or coarse.
pub(super) fn difference(f: &mut FunctionEmitter<'_, '_>, data: &InstData, op: S, control: bool) -> Emit<()> {
    check(f)?;
    if control {
        f.m.need(Need::DerivativeControl);
    }
    same(f, op, data)
}

/// The level of detail that a sample would take.
pub(super) fn level(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<()> {
    check(f)?;
    f.m.need(Need::ImageQuery);
    // Sampled images stay in the block where they are made.
    arg(f, data, 0)?;
    let args = operands(f, &data.args)?;
    let (ty, id) = result(f, data)?;
    f.push(S::ImageQueryLod, Some(ty), Some(id), args);
    Ok(())
}

/// Without an execution mode there are no differences.
fn check(f: &mut FunctionEmitter<'_, '_>) -> Emit<()> {
    match f.m.ir.entry.as_ref().and_then(|entry| entry.derivatives) {
        Some(_) => Ok(()),
        None => Err(f.m.fault("differences without a group of invocations to take them in")),
    }
}
