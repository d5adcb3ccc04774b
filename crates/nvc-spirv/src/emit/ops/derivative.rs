//! Emits derivatives, and level-of-detail queries, which are computed from derivatives
//! (SPV_NV_compute_shader_derivatives). The execution mode determines the groups of four invocations.

use super::{arg, direct, operands, result};
use crate::capabilities::Requirement;
use crate::emit::Emit;
use crate::emit::function::FunctionEmitter;
use nvc_ir::DerivativeGroup;
use nvc_ir::function::InstRef;
use spirv::{ExecutionMode, Op as S};

/// Returns the capability and the execution mode of a derivative group.
pub(in crate::emit) fn grouping(group: DerivativeGroup) -> (Requirement, ExecutionMode) {
    match group {
        DerivativeGroup::Quads => {
            (Requirement::ComputeDerivativeGroupQuadsKHR, ExecutionMode::DerivativeGroupQuadsKHR)
        }
        DerivativeGroup::Linear => {
            (Requirement::ComputeDerivativeGroupLinearKHR, ExecutionMode::DerivativeGroupLinearKHR)
        }
    }
}

/// Emits a derivative. `control` is set if it is explicitly fine or coarse.
pub(super) fn derivative(
    f: &mut FunctionEmitter<'_, '_>,
    data: InstRef<'_>,
    op: S,
    control: bool,
) -> Emit<()> {
    check(f)?;
    if control {
        f.m.require(Requirement::DerivativeControl);
    }
    direct(f, op, data)
}

/// Emits a query for the level of detail that a sample would use.
pub(super) fn level(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    check(f)?;
    f.m.require(Requirement::ImageQuery);
    // Reports a missing image operand as an internal error.
    arg(f, data, 0)?;
    let args = operands(f, &data.args)?;
    let (ty, id) = result(f, data)?;
    f.push(S::ImageQueryLod, Some(ty), Some(id), args);
    Ok(())
}

/// Reports an internal error if the module has no derivative group.
fn check(f: &mut FunctionEmitter<'_, '_>) -> Emit<()> {
    match f.m.ir.entry.as_ref().and_then(|entry| entry.derivatives) {
        Some(_) => Ok(()),
        None => Err(f.m.fault("derivatives without a derivative group")),
    }
}
