//! `lower-memory`: turns byte-addressed memory into typed variables.
//!
//! The assembly language addresses buffers, shared memory and parameters by bytes; SPIR-V's logical addressing model has
//! typed variables only. The pass collects all accesses ([`usage`]), plans the variables for each memory ([`plan`]),
//! and rewrites the accesses ([`views`] and [`vec4_array`]):
//!
//! | memory | declared as |
//! |---|---|
//! | storage buffers, counters | a runtime array per access size, so that 16-byte accesses are not split; the variables alias |
//! | shared memory | one array if all accesses split into elements of one size, otherwise aliased blocks with explicit layout |
//! | uniform buffers, parameters | an array of vectors of four 32-bit words |

pub(crate) mod atomics;
mod plan;
mod reassemble;
mod usage;
mod vec4_array;
mod views;

#[cfg(test)]
mod tests;

use crate::rewrite::{Rewrite, rewrite_insts};
use crate::{Context, OpSet, Pass};
use nvc_diag::{Code, Diagnostic};
use nvc_ir::function::Loc;
use nvc_ir::imm::{BytesAccess, Imm};
use nvc_ir::{Builder, Global, InstRef, Module, Op, OwnedInst};
use plan::Plan;

pub(crate) use plan::resources_overlap;

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "lower-memory",
    doc: "Declares byte-addressed memory as typed variables, by how it is accessed.",
    ops: OpSet::of(&[Op::BytesLoad, Op::BytesStore, Op::BytesAtomic, Op::BytesLength]),
    run,
};

fn run(module: &mut Module, cx: &mut Context<'_>) {
    let usages = usage::collect(module, cx);
    if cx.diags.has_errors() {
        return;
    }
    let plans = plan::make(module, cx, &usages);
    if cx.diags.has_errors() {
        return;
    }
    rewrite_insts(module, PASS.ops, |b, inst, data| {
        let global = memory_of(b.func.inst(inst));
        let plan = global.and_then(|global| plans.get(&global));
        match plan.and_then(|plan| lower(b, plan, data)) {
            Some(rewrite) => rewrite,
            None if global.is_some() => {
                internal_error(cx, data.loc(), "no typed form for an access to byte-addressed memory");
                Rewrite::Keep
            }
            None => Rewrite::Keep,
        }
    });
}

/// The byte-addressed memory that an instruction accesses.
fn memory_of(data: InstRef<'_>) -> Option<Global> {
    if !PASS.ops.contains(data.op) {
        return None;
    }
    match (data.op, data.imm()) {
        (Op::BytesLoad | Op::BytesStore, Imm::Bytes(BytesAccess { global, .. }))
        | (Op::BytesAtomic, Imm::BytesAtomic(global, _))
        | (Op::BytesLength, Imm::Global(global)) => Some(global),
        _ => None,
    }
}

fn lower(b: &mut Builder<'_>, plan: &Plan, data: &OwnedInst) -> Option<Rewrite> {
    let ty = data.result.map(|result| b.func.ty(result));
    Some(match (data.op, data.imm(), &data.args[..], plan) {
        (Op::BytesLoad, _, &[element, offset], Plan::Vec4Array(variable)) => {
            Rewrite::Replace(vec4_array::load(b, variable, element, offset, ty?)?)
        }
        (Op::BytesLoad, Imm::Bytes(imm), &[element, offset], Plan::Views(plan)) => {
            Rewrite::Replace(views::load(b, plan, element, offset, ty?, imm.access)?)
        }
        (Op::BytesStore, Imm::Bytes(imm), &[element, offset, value], Plan::Views(plan)) => {
            views::store(b, plan, element, offset, value, imm.access)?;
            Rewrite::Remove
        }
        (
            Op::BytesAtomic,
            Imm::BytesAtomic(_, op),
            &[element, offset, ref values @ ..],
            Plan::Views(plan),
        ) => Rewrite::Replace(views::atomic(b, plan, op, element, offset, values, ty?)?),
        (Op::BytesLength, _, &[element], Plan::Views(plan)) => {
            Rewrite::Replace(views::length(b, plan, element)?)
        }
        _ => return None,
    })
}

/// Reports an internal error: the front end built invalid IR.
fn internal_error(cx: &mut Context<'_>, loc: Loc, message: impl Into<String>) {
    cx.report(Diagnostic::new(Code::N0901, loc, message));
}
