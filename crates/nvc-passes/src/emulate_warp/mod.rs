//! `emulate-warp`: subgroup operations become exchanges through shared memory, for devices whose
//! subgroups have another size than 32. `docs/warp.md` is the design.
//!
//! A warp is 32 consecutive invocations by local index. An operation between lanes has two halves:
//! every lane *publishes* its operand in the slot of shared memory that is its own, and, behind a
//! barrier, *collects* its result out of the slots of its warp. Where all operations stand in control
//! flow that is uniform over the work group, the halves stand where the operation stood
//! ([`inline`]); else the program is cut into pieces that a loop runs round by round, so that
//! barriers are reached by all ([`flatten`]).

mod collect;
mod continuations;
mod dead_functions;
mod helpers;
mod inline;
mod lane_local;
mod lanes;
mod shared;
mod uniform;
mod words;

use crate::{Context, OpSet, Pass};
use nvc_diag::{Code, Diagnostic};
use nvc_ir::function::Loc;
use nvc_ir::imm::{Barrier, Builtin, Imm, Scope};
use nvc_ir::types::Length;
use nvc_ir::{InstData, Module, Op, TypeKind};
use shared::Warps;

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "emulate-warp",
    doc: "Turns subgroup operations into exchanges through shared memory, for warps of 32 on any device.",
    ops: OpSet::ALL,
    run,
};

/// SPIR-V's number of the scope that a warp's cooperative matrices have.
const SUBGROUP_SCOPE: u32 = 3;

fn run(module: &mut Module, context: &mut Context<'_>) {
    if module.entry.is_none() || !instructions(module).any(concerns_warps) {
        return;
    }
    if let Some(refusal) = refusal(module) {
        context.report(refusal);
        return;
    }
    // What is left does not ask how wide the device's subgroups are.
    module.interface.subgroup_size = None;
    lane_local::run(module);
    if !instructions(module).any(meets) {
        return;
    }
    let mut warps = Warps::declare(module);
    if uniform::holds(module) {
        inline::run(module, &mut warps);
    } else if let Err(limit) = continuations::run(module, &mut warps) {
        context.report(*limit);
        return;
    }
    warps.add_helpers(module);
    dead_functions::run(module);
}

/// All instructions of a module.
fn instructions(module: &Module) -> impl Iterator<Item = &InstData> {
    module.functions.values().flat_map(|func| {
        func.blocks_in_order().flat_map(|(_, block)| &block.insts).map(|&inst| &func.insts[inst])
    })
}

/// Whether the instruction's meaning depends on what a warp is.
fn concerns_warps(data: &InstData) -> bool {
    meets(data) || lane_local::depends(data)
}

/// Whether lanes of a warp see each other at the instruction.
fn communicates(data: &InstData) -> bool {
    lanes::communicates(data.op)
}

/// Whether lanes of a warp wait for each other at the instruction.
fn meets(data: &InstData) -> bool {
    communicates(data) || matches!(data.imm, Imm::Barrier(Barrier { execution: Some(Scope::Subgroup), .. }))
}

/// Whether the instruction waits for the whole work group.
fn is_group_barrier(data: &InstData) -> bool {
    matches!(data.imm, Imm::Barrier(barrier) if matches!(barrier.execution, Some(Scope::Workgroup | Scope::Device)))
}

/// Why a program cannot be emulated, if it cannot.
fn refusal(module: &Module) -> Option<Diagnostic> {
    let of_subgroups = module.types.iter().any(|(_, kind)| {
        matches!(kind, TypeKind::CoopMatrix(matrix) if matrix.scope == Length::Fixed(SUBGROUP_SCOPE))
    });
    if of_subgroups {
        let matrix = |data: &&InstData| matches!(data.op, Op::CoopLoad | Op::CoopStore | Op::CoopMulAdd);
        let at = instructions(module).find(matrix).and_then(|data| data.loc);
        return Some(refused(at, "cooperative matrices of a subgroup cannot be emulated").note(
            "how a matrix lies in the lanes of a subgroup is the device's own; shared memory cannot take its place",
        ));
    }
    None
}

/// A finding that a program cannot run with emulated warps.
fn refused(at: Loc, message: &str) -> Diagnostic {
    Diagnostic::new(Code::N0604, at, message)
        .help("compile without `--warp emulate` for devices whose subgroups have 32 lanes")
}

/// Whether every invocation of a work group sees the same value of a built-in input.
fn is_same_in_group(builtin: Builtin) -> bool {
    use Builtin::{GroupCount, GroupId, GroupSize, SmCount, SmId, SubgroupCount, SubgroupSize, WarpsPerSm};
    matches!(
        builtin,
        GroupId | GroupCount | GroupSize | SubgroupSize | SubgroupCount | SmId | SmCount | WarpsPerSm
    )
}
