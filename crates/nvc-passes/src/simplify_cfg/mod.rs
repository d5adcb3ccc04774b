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

/// A step of a round. Returns whether it changed the function. The positions are computed by the first step that needs them,
/// and kept up to date by the steps that move instructions.
type Step = fn(&mut Function, &Edges, &mut Option<Positions>) -> bool;

/// The steps of a round, after the removal of unreachable blocks.
const STEPS: &[Step] = &[
    |func, edges, _| fold_branches::run(func, edges),
    hoist::run,
    condition_phis::run,
    |func, edges, _| thread_jumps::run(func, edges),
    if_conversion::run,
    merge_blocks::run,
];

/// Repeats the steps until none of them changes the function, at most [`ROUNDS`] times. Returns whether the function changed.
fn repeat(func: &mut Function) -> bool {
    let mut changed = false;
    // The edges, and whether the function has changed since they were computed.
    let (mut edges, mut outdated) = (Edges::default(), true);
    let mut positions = None;
    // The number of steps since the last change.
    let mut idle = 0;
    for _ in 0..ROUNDS {
        if unreachable::remove(func) | fold_branches::invert(func) {
            (changed, outdated, idle) = (true, true, 0);
        }
        for step in STEPS {
            if std::mem::take(&mut outdated) {
                edges.update(func);
            }
            if step(func, &edges, &mut positions) {
                (changed, outdated, idle) = (true, true, 0);
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
