//! `legalise`: expands operations for which SPIR-V has no instruction that is defined for all operands.
//!
//! Only operations that have an expansion are handled here. The back end reports operations that the target environment
//! does not support.

pub(crate) mod dot;
pub(crate) mod lane_masks;
pub(crate) mod portable;
pub(crate) mod portable_loops;
pub(crate) mod rounding;
mod saturate;
pub(crate) mod shuffles;
#[cfg(test)]
mod tests;

use crate::rewrite::{Rewrite, rewrite_insts};
use crate::{Context, OpSet, Pass};
use nvc_ir::{Builder, Module, Op, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "legalise",
    doc: "Expands operations that SPIR-V has no instruction for.",
    ops: OpSet::of(&[Op::FToSSat, Op::FToUSat, Op::SRem]),
    run,
};

fn run(module: &mut Module, _: &mut Context<'_>) {
    rewrite_insts(module, PASS.ops, |b, _, data| {
        let Some(result) = data.result else { return Rewrite::Keep };
        let to = b.func.ty(result);
        let expanded = match (data.op, &data.args[..]) {
            (Op::FToSSat, &[x]) => saturate::to_signed(b, x, to),
            (Op::FToUSat, &[x]) => saturate::to_unsigned(b, x, to),
            (Op::SRem, &[x, y]) => remainder(b, x, y),
            _ => return Rewrite::Keep,
        };
        Rewrite::Replace(expanded)
    });
}

/// A signed remainder, computed from the quotient, because in Vulkan `OpSRem` is undefined for negative operands.
fn remainder(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    let quotient = b.op(Op::SDiv, &[x, y]);
    let product = b.op(Op::IMul, &[quotient, y]);
    b.op(Op::ISub, &[x, product])
}
