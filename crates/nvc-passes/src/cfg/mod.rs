//! `cfg`: control flow is cleaned up, and stays structured.
//!
//! Rounds of small steps until nothing changes: unreachable blocks go ([`unreachable`]), decided
//! branches become jumps ([`branches`]), flags that repeat a condition become it ([`joins`]), arms
//! that only jump on are skipped and straight lines become one block ([`lines`]), selections that
//! only choose values become choices ([`choices`]). Blocks are only taken out of the layout, never moved in it, so it
//! stays in structured order.

mod arms;
mod branches;
mod choices;
mod joins;
mod lines;
mod split;
mod unreachable;

use crate::analysis::Edges;
use crate::rewrite::resolve_uses;
use crate::{OpSet, Pass};
use nvc_ir::{Function, Module};
pub(crate) use split::{Split, split};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "cfg",
    doc: "Cleans up control flow: decided branches, empty arms, straight lines, unreachable blocks.",
    ops: OpSet::ALL,
    run: |module, _| run(module),
};

/// What a round leaves, another may take; real programs need two or three.
const ROUNDS: usize = 8;

fn run(module: &mut Module) {
    for (_, func) in module.functions.iter_mut() {
        let mut edges = None;
        let rounds = (0..ROUNDS).take_while(|_| round(func, &mut edges)).count();
        if rounds > 0 {
            resolve_uses(func);
        }
    }
}

/// A step over a function with these edges; whether it changed anything.
type Step = fn(&mut Function, &Edges) -> bool;

/// The steps of a round.
const STEPS: &[Step] =
    &[branches::decide, joins::resolve_flags, lines::skip_empty, choices::choose, lines::join];

/// Takes every step once; whether anything changed. `edges` are those of the function, if they are known.
fn round(func: &mut Function, edges: &mut Option<Edges>) -> bool {
    let mut changed = unreachable::remove(func);
    if changed {
        *edges = None;
    }
    for step in STEPS {
        if step(func, edges.get_or_insert_with(|| Edges::new(func))) {
            *edges = None;
            changed = true;
        }
    }
    changed
}
