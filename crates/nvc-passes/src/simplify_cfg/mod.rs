//! `simplify-cfg`: control-flow simplification that keeps the function structured.
//!
//! Repeats these steps until none of them changes the function, at most [`ROUNDS`] times:
//!
//! 1. remove unreachable blocks ([`unreachable`]) and negations of branch conditions,
//! 2. fold branches with a known outcome, and loops that never repeat ([`fold_branches`]),
//! 3. hoist equal computations that both arms of a selection pass to its merge block ([`hoist`]),
//! 4. replace phis that depend on a branch condition by the condition or a `select` ([`condition_phis`]),
//! 5. thread edges through empty arms ([`thread_jumps`]),
//! 6. turn short selections into `select` instructions ([`if_conversion`]),
//! 7. merge a block into its only predecessor ([`merge_blocks`]).
//!
//! Every step is linear in the size of the function. Blocks are only removed from the layout, never moved within it, so the
//! layout stays in structured order.

mod arms;
mod condition_phis;
mod fold_branches;
mod hoist;
mod if_conversion;
mod merge_blocks;
mod thread_jumps;
pub(crate) mod unreachable;

use crate::analysis::{Edges, Positions};
use crate::rewrite::resolve_uses;
use crate::{OpSet, Pass};
use nvc_ir::{Function, Module};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "simplify-cfg",
    doc: "Folds branches, threads jumps, converts ifs to selects, merges and removes blocks.",
    ops: OpSet::ALL,
    run: |module, _| run(module),
};

/// Maximum number of rounds; real programs need two or three.
const ROUNDS: usize = 8;

fn run(module: &mut Module) {
    for (_, func) in module.functions.iter_mut() {
        if repeat(func) {
            resolve_uses(func);
        }
    }
}

/// A step of a round.
struct Step {
    /// Runs the step. Returns whether it changed the function. The positions are computed by the first step that needs them, and
    /// kept up to date by the steps that move instructions.
    run: fn(&mut Function, &Edges, &mut Option<Positions>) -> bool,
    changes: Changes,
}

/// What a step may change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Changes {
    /// Instructions, parameters and arguments.
    Values,
    /// Also the layout and edges, but it leaves no unreachable block.
    Layout,
    /// Also the targets of branches: blocks may become unreachable.
    Targets,
}

/// The steps of a round, after the removal of unreachable blocks.
const STEPS: &[Step] = &[
    Step { run: |func, edges, _| fold_branches::run(func, edges), changes: Changes::Targets },
    Step { run: hoist::run, changes: Changes::Values },
    Step { run: condition_phis::run, changes: Changes::Values },
    Step { run: |func, edges, _| thread_jumps::run(func, edges), changes: Changes::Targets },
    Step { run: if_conversion::run, changes: Changes::Targets },
    Step { run: merge_blocks::run, changes: Changes::Layout },
];

/// Repeats the steps until none of them changes the function, at most [`ROUNDS`] times. Returns whether the function changed.
fn repeat(func: &mut Function) -> bool {
    let mut changed = false;
    // The edges, and whether the function has changed since they were computed.
    let (mut edges, mut outdated) = (Edges::default(), true);
    let mut positions = None;
    // Whether there may be unreachable blocks.
    let mut redirected = true;
    // The number of steps since the last change.
    let mut idle = 0;
    for _ in 0..ROUNDS {
        if (std::mem::take(&mut redirected) && unreachable::remove(func)) | fold_branches::invert(func) {
            (changed, outdated, idle) = (true, true, 0);
        }
        for step in STEPS {
            if std::mem::take(&mut outdated) {
                edges.update(func);
            }
            if (step.run)(func, &edges, &mut positions) {
                (changed, idle) = (true, 0);
                outdated = step.changes != Changes::Values;
                redirected |= step.changes == Changes::Targets;
                continue;
            }
            idle += 1;
            if idle == STEPS.len() {
                return changed;
            }
        }
    }
    // The last round may have made blocks unreachable.
    unreachable::remove(func);
    changed
}
