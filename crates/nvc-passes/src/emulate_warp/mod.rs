//! `emulate-warp`: implements subgroup operations by exchanges through shared memory, for devices whose subgroups do
//! not have 32 lanes. `docs/warp.md` describes the design.
//!
//! A warp is 32 consecutive invocations by local index. An operation between lanes has two halves: every lane
//! *publishes* its operand in its own slot of shared memory and, after a barrier, *collects* its result from the slots
//! of its warp. If all operations are in control flow that is uniform over the work group ([`uniform`]), both halves
//! replace the operation in place ([`inline`]). Otherwise the program is split into segments that a loop executes in
//! rounds, so that all invocations reach every barrier ([`continuations`]).

mod collect;
mod continuations;
mod helpers;
mod inline;
mod lane_local;
mod lanes;
mod shared;
mod uniform;
mod warps;
mod words;

use crate::{Context, OpSet, Pass, dead_functions};
use nvc_diag::{Code, Diagnostic};
use nvc_ir::function::Loc;
use nvc_ir::imm::{Barrier, Builtin, Imm, Scope};
use nvc_ir::types::Length;
use nvc_ir::{Function, InstData, InstRef, Module, Op, TypeKind};
use warps::Warps;

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "emulate-warp",
    doc: "Emulates subgroup operations through shared memory, for warps of 32 on any device.",
    ops: OpSet::ALL,
    run,
};

/// SPIR-V's `Scope` operand for the subgroup.
const SUBGROUP_SCOPE: u32 = 3;

fn run(module: &mut Module, context: &mut Context<'_>) {
    if module.entry.is_none() || !instructions(module).any(depends_on_warp) {
        return;
    }
    if let Some(refusal) = refusal(module) {
        context.report(refusal);
        return;
    }
    // The result does not depend on the device's subgroup size.
    module.interface.subgroup_size = None;
    lane_local::run(module);
    if !instructions(module).any(synchronises_warp) {
        return;
    }
    let mut warps = Warps::declare(module);
    if uniform::is_uniform(module) {
        inline::run(module, &mut warps);
    } else if let Err(limit) = continuations::run(module, &mut warps, context.diags.limits()) {
        context.report(*limit);
        return;
    }
    warps.add_helpers(module);
    dead_functions::run(module);
}

/// All instructions of a module.
fn instructions(module: &Module) -> impl Iterator<Item = InstRef<'_>> {
    module.functions.values().flat_map(|func| func.insts().map(|(_, data)| data))
}

/// Whether an instruction's result or effect depends on the division into warps.
fn depends_on_warp(data: InstRef<'_>) -> bool {
    synchronises_warp(data) || lane_local::is_lane_local(data)
}

/// Whether an instruction exchanges data between the lanes of a warp or depends on which lanes are active.
fn communicates(data: &InstData) -> bool {
    lanes::communicates(data.op)
}

/// Whether the lanes of a warp wait for each other at an instruction.
fn synchronises_warp(data: InstRef<'_>) -> bool {
    communicates(&data)
        || matches!(data.imm(), Imm::Barrier(Barrier { execution: Some(Scope::Subgroup), .. }))
}

/// Whether an instruction is an execution barrier of the work group or of a larger scope.
fn is_group_barrier(data: InstRef<'_>) -> bool {
    matches!(data.imm(), Imm::Barrier(barrier) if matches!(barrier.execution, Some(Scope::Workgroup | Scope::Device)))
}

/// The reason why a program cannot be emulated, if one is known before the emulation: it has subgroup-scope matrices, or
/// lanes exchange vectors of unknown size.
fn refusal(module: &Module) -> Option<Diagnostic> {
    let of_subgroups = module.types.iter().any(|(_, kind)| {
        matches!(kind, TypeKind::CoopMatrix(matrix) if matrix.scope == Length::Fixed(SUBGROUP_SCOPE))
    });
    if of_subgroups {
        let matrix = |data: &InstRef<'_>| {
            matches!(
                data.op,
                Op::CoopLoad | Op::CoopStore | Op::CoopMulAdd | Op::CoopLoadTensor | Op::CoopStoreTensor
            )
        };
        let at = instructions(module).find(matrix).and_then(|data| data.loc());
        let message = "with emulated warps, cooperative matrices of a subgroup have to be emulated too";
        return Some(
            Diagnostic::new(Code::N0604, at, message)
                .note("the layout of a matrix across the lanes of a subgroup is implementation-defined")
                .help("compile with `--coopmat emulate`"),
        );
    }
    let exchanged = |data: &InstRef<'_>, func: &Function| {
        communicates(data) && data.args.iter().any(|&arg| module.types.id_vector(func.ty(arg)).is_some())
    };
    let at = module.functions.values().find_map(|func| {
        func.insts().map(|(_, data)| data).find(|data| exchanged(data, func)).map(|data| data.loc())
    })?;
    let message =
        "an exchange of vectors whose length depends on a specialization constant cannot be emulated";
    Some(unsupported(at, message))
}

/// The error for a program that cannot be emulated.
fn unsupported(at: Loc, message: &str) -> Diagnostic {
    Diagnostic::new(Code::N0604, at, message)
        .help("compile without `--warp emulate` for devices whose subgroups have 32 lanes")
}

/// Whether a built-in input is uniform over the work group.
fn is_group_uniform(builtin: Builtin) -> bool {
    use Builtin::{GroupCount, GroupId, GroupSize, SmCount, SmId, SubgroupCount, SubgroupSize, WarpsPerSm};
    matches!(
        builtin,
        GroupId | GroupCount | GroupSize | SubgroupSize | SubgroupCount | SmId | SmCount | WarpsPerSm
    )
}
