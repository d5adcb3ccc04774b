//! `subgroup-barrier`: lavapipe 26 makes every control barrier a point where the invocations of the work group wait for each
//! other. If a subgroup does not execute a barrier of another subgroup, the invocations that wait at it end there. Its subgroups
//! run in lock step, so that they need no control barrier.

use crate::{Context, OpSet, Pass};
use nvc_ir::imm::{Barrier, Imm, Scope};
use nvc_ir::{Module, Op};

/// The pass. Right only on devices that execute a subgroup in lock step.
pub(crate) const PASS: Pass = Pass {
    name: "subgroup-barrier",
    doc: "Replaces control barriers of subgroups with memory barriers.",
    ops: OpSet::of(&[Op::Barrier]),
    run,
};

fn run(module: &mut Module, _: &mut Context<'_>) {
    for (_, func) in module.functions.iter_mut() {
        for inst in func.insts.keys() {
            if let Imm::Barrier(barrier) = func.imm(inst)
                && barrier.execution == Some(Scope::Subgroup)
            {
                func.set_imm(inst, Imm::Barrier(Barrier { execution: None, ..barrier }));
            }
        }
    }
}
