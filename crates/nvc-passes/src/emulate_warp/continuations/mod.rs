//! Continuation splitting: warp operations in divergent control flow become a loop of rounds.
//!
//! The program, with all calls of functions that suspend inlined, is split at its *suspension points* (exchanges and
//! barriers) into *segments*, which run without waiting. A program counter per invocation selects the next segment, as
//! in the state machine of a coroutine:
//!
//! ```text
//! loop {                                           // in lockstep for the whole work group
//!     while pc < segments { switch pc { .. } }     // each invocation runs to its next suspension point
//!     sites[own] = pc; barrier
//!     if all are done: leave
//!     first = the lowest suspension point at which a lane of the warp waits
//!     if pc = first: collect the operation's result from the slots, continue after it
//!     barrier
//! }
//! ```
//!
//! Suspension points are numbered in layout order, and a construct comes before the code that follows it. Lanes that wait at a
//! later point are therefore joined there by lanes that arrive on other paths. The continue block of a loop that contains
//! suspension points is one itself, so that the lanes of a warp iterate together. A work-group barrier opens when every
//! invocation waits at a barrier or is done.
//!
//! A value that is used outside the segment that computes it is stored in a *spill slot*, a local variable ([`spills`]).
//! Values that cannot be stored in variables (pointers, images) are rematerialised.

mod emit;
mod segments;
mod spills;
mod values;

use super::shared::{Count, Slots, variable};
use super::warps::Warps;
use nvc_diag::{Code, Diagnostic, Limit, Limits};
use nvc_ir::{Global, Module, Type};

/// Maximum depth of nested calls of functions that suspend.
const MAX_DEPTH: usize = 64;

/// Shared memory that schedules the rounds.
#[derive(Clone, Copy)]
struct Rounds {
    /// The suspension point at which each invocation waits.
    sites: Slots,
    /// Two counters: invocations that wait at a barrier, and invocations that are done.
    counters: Global,
    /// The type of `counters`.
    counters_ty: Type,
}

/// Rewrites the entry point's function, with the suspending functions that it calls inlined.
pub(super) fn run(module: &mut Module, warps: &mut Warps, limits: &Limits) -> Result<(), Box<Diagnostic>> {
    let Some(entry) = module.entry.as_ref().map(|entry| entry.function) else { return Ok(()) };
    let program = segments::split(module, entry, limits)?;
    let spills = spills::find(module, &program)?;
    let total: Count = warps.total;
    let sites = Slots::declare(module, "warp_sites", total, 1);
    let counters_ty = module.types.array(nvc_ir::Types::I32, 2);
    let counters = variable(module, "warp_counters", counters_ty);
    let rounds = Rounds { sites, counters, counters_ty };
    let mut types = std::mem::take(&mut module.types);
    let function = emit::function(module, &mut types, &program, &spills, warps, rounds);
    module.types = types;
    module.functions[entry] = function;
    Ok(())
}

/// The error for a program with too many segments.
fn too_many_segments(limits: &Limits) -> Box<Diagnostic> {
    let message = "the program is too large to emulate its warps";
    Box::new(
        limits
            .exceeded(Limit::Segments, None, message)
            .note("its warp operations are in divergent control flow"),
    )
}

/// The error for a program that exceeds a limit that cannot be raised.
fn limit(what: &str, limit: usize) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::new(Code::N0501, None, "the program is too large to emulate its warps")
            .note(format!(
                "its warp operations are in divergent control flow, and it has more than {limit} {what}"
            ))
            .help("compile without `--warp emulate` for devices whose subgroups have 32 lanes"),
    )
}
