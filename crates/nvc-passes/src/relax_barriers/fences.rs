//! Removes memory barriers that are redundant because an adjacent barrier orders the same memory.
//!
//! A control barrier with memory semantics is also a memory barrier (SPIR-V, `OpControlBarrier`). A work-group memory
//! barrier before or after it, with no access between them, has no effect. NVIDIA's compiler emits such pairs: `MEMBAR.CTA`
//! before `BAR` for `memoryBarrierShared(); barrier();`.

use nvc_ir::imm::{Barrier, Imm, Scope};
use nvc_ir::ops::Effect;
use nvc_ir::{Function, InstRef};

/// Removes the redundant memory barriers of a function.
pub(super) fn merge(func: &mut Function) {
    for at in 0..func.layout.len() {
        let block = func.layout[at];
        // A fence is only redundant next to another barrier.
        let is_barrier = |&&inst: &&nvc_ir::Inst| matches!(func.imm(inst), Imm::Barrier(_));
        if func.blocks[block].insts.iter().filter(is_barrier).nth(1).is_none() {
            continue;
        }
        let mut insts = std::mem::take(&mut func.blocks[block].insts);
        sweep(func, &mut insts);
        insts.reverse();
        sweep(func, &mut insts);
        insts.reverse();
        func.blocks[block].insts = insts;
    }
}

/// Removes the memory barriers that follow, in the order of `insts`, a control barrier with no memory access in between.
fn sweep(func: &Function, insts: &mut Vec<nvc_ir::Inst>) {
    let mut last: Option<Barrier> = None;
    insts.retain(|&inst| {
        let data = func.inst(inst);
        if let (Some(last), Some(fence)) = (last, fence(data))
            && covers(last, fence)
        {
            return false;
        }
        match data.imm() {
            Imm::Barrier(barrier) if is_control(barrier) => last = Some(barrier),
            _ if matches!(data.op.info().effect, Effect::Pure | Effect::Convergent) => {}
            _ => last = None,
        }
        true
    });
}

/// The barrier of an instruction, if it is a work-group memory barrier without an execution barrier.
fn fence(data: InstRef<'_>) -> Option<Barrier> {
    match data.imm() {
        Imm::Barrier(barrier) if barrier.execution.is_none() && barrier.memory == Scope::Workgroup => {
            Some(barrier)
        }
        _ => None,
    }
}

fn is_control(barrier: Barrier) -> bool {
    barrier.execution == Some(Scope::Workgroup) && barrier.memory == Scope::Workgroup
}

/// Whether the first barrier orders all memory that the second orders.
fn covers(first: Barrier, second: Barrier) -> bool {
    let (first, second) = (first.kinds, second.kinds);
    (first.buffer || !second.buffer)
        && (first.workgroup || !second.workgroup)
        && (first.image || !second.image)
}
