//! Verifies the call graph, including callbacks (invariant 6). SPIR-V forbids recursion and calls of the entry point
//! (SPIR-V §2.16.1).

use super::error::{Errors, Invariant};
use crate::entity::{Entity, FuncId, Inst};
use crate::function::{Function, InstRef};
use crate::module::Module;
use crate::ops::Op;
use crate::text::Place;

/// Checks all calls of a module.
pub(super) fn check(module: &Module, errors: &mut Errors) {
    let calls: Vec<Vec<(Inst, FuncId)>> = module.functions.keys().map(|id| calls_of(module, id)).collect();
    let entry = module.entry.as_ref().map(|entry| entry.function);
    // A depth-first search. The functions on its stack are `open`.
    let (mut seen, mut open) = (vec![false; calls.len()], vec![false; calls.len()]);
    for root in module.functions.keys() {
        let mut stack: Vec<(FuncId, usize)> = Vec::new();
        if !std::mem::replace(&mut seen[root.index()], true) {
            open[root.index()] = true;
            stack.push((root, 0));
        }
        while let Some((caller, next)) = stack.last_mut() {
            let from = *caller;
            let Some(&(inst, callee)) = calls[from.index()].get(*next) else {
                open[from.index()] = false;
                stack.pop();
                continue;
            };
            *next += 1;
            let place = Place::Inst(from, inst);
            if Some(callee) == entry {
                errors.add(Invariant::Calls, place, "the entry point is called");
            }
            if open[callee.index()] {
                errors.add(Invariant::Calls, place, "the call is recursive");
            } else if !std::mem::replace(&mut seen[callee.index()], true) {
                open[callee.index()] = true;
                stack.push((callee, 0));
            }
        }
    }
}

/// Checks that callbacks, and the functions they call, contain neither barriers nor operations that depend on other lanes
/// (*tangled* instructions in SPIR-V). Such operations would have no defined result, because the order of the calls and the
/// calling invocations are unspecified.
pub(super) fn check_callbacks(module: &Module, errors: &mut Errors) {
    let mut reached: Vec<FuncId> = Vec::new();
    for function in module.functions.values() {
        let callbacks = insts(function).filter(|(_, data)| data.op != Op::Call);
        reached.extend(callbacks.flat_map(|(_, data)| data.imm().functions()));
    }
    let mut seen = vec![false; module.functions.len()];
    while let Some(id) = reached.pop() {
        if seen.get_mut(id.index()).is_none_or(|seen| std::mem::replace(seen, true)) {
            continue;
        }
        let Some(function) = module.functions.get(id) else { continue };
        for (inst, data) in insts(function) {
            reached.extend(data.imm().functions());
            if data.op.is_tangled() {
                errors.add(
                    Invariant::Calls,
                    Place::Inst(id, inst),
                    "a callback depends on other invocations",
                );
            }
        }
    }
}

/// Returns the functions that a function calls, directly or as callbacks, each with the calling instruction. Omits ids of
/// missing functions.
fn calls_of(module: &Module, id: FuncId) -> Vec<(Inst, FuncId)> {
    let Some(func) = module.functions.get(id) else { return Vec::new() };
    insts(func)
        .flat_map(|(inst, data)| data.imm().functions().map(move |callee| (inst, callee)))
        .filter(|(_, callee)| module.functions.get(*callee).is_some())
        .collect()
}

/// Returns the existing instructions of a function.
fn insts(func: &Function) -> impl Iterator<Item = (Inst, InstRef<'_>)> {
    let blocks = func.layout.iter().filter_map(|&block| func.blocks.get(block));
    blocks.flat_map(|block| &block.insts).filter_map(|&inst| Some((inst, func.get_inst(inst)?)))
}
