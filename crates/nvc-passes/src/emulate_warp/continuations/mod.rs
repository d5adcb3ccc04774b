//! Warp operations in divergent control flow: the program becomes a loop of rounds.
//!
//! ```text
//! loop {                                   // all invocations together
//!     while pc < pieces { switch pc { .. } }   // each runs on to where it must wait: a stop
//!     sites[own] = pc; barrier
//!     if all are done: leave
//!     first = the least stop at which a lane of the warp waits
//!     if pc = first: collect the operation's result out of the slots, go on behind it
//!     barrier
//! }
//! ```
//!
//! Stops are numbered in the order of the program's blocks, where a construct stands before what
//! follows it: lanes that wait at a later stop are met by those that come to it by another way.
//! So that the lanes of a loop go round it together, the block that a loop continues at is a stop as
//! well. A barrier of the work group opens when every invocation waits at one or is done.
//!
//! Values live in variables of the function where another piece than their own uses them; what no
//! variable can hold (pointers, images) is computed again where it is used.

mod emit;
mod segments;
mod spills;
mod values;

use super::shared::{Count, Slots, Warps, variable};
use nvc_diag::{Code, Diagnostic};
use nvc_ir::{Global, Module, Type};

/// More pieces than this are no program that anyone waits for.
const MAX_PIECES: usize = 4096;

/// The most functions that call each other with operations in them.
const MAX_DEPTH: usize = 64;

/// The shared memory of the rounds.
#[derive(Clone, Copy)]
struct Rounds {
    /// Where each invocation waits.
    sites: Slots,
    /// Two counters: invocations at a barrier, and done.
    counters: Global,
    /// Their type.
    counters_ty: Type,
}

/// Rewrites the entry point's function and all that it calls with operations in them.
pub(super) fn run(module: &mut Module, warps: &mut Warps) -> Result<(), Box<Diagnostic>> {
    let Some(entry) = module.entry.as_ref().map(|entry| entry.function) else { return Ok(()) };
    let program = segments::cut(module, entry)?;
    let homes = spills::find(module, &program)?;
    let total: Count = warps.total;
    let sites = Slots::declare(module, "warp_sites", total, 1);
    let counters_ty = module.types.array(nvc_ir::Types::I32, 2);
    let counters = variable(module, "warp_counters", counters_ty);
    let rounds = Rounds { sites, counters, counters_ty };
    let mut types = std::mem::take(&mut module.types);
    let function = emit::function(module, &mut types, &program, &homes, warps, rounds);
    module.types = types;
    module.functions[entry] = function;
    Ok(())
}

/// A program that cannot be cut up in bounds.
fn limit(what: &str, limit: usize) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::new(Code::N0501, None, "the program is too large to emulate its warps")
            .note(format!(
                "its warp operations stand in divergent control flow, and it has more than {limit} {what}"
            ))
            .help("compile without `--warp emulate` for devices whose subgroups have 32 lanes"),
    )
}
