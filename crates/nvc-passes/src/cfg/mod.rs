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

use crate::Pass;
use crate::rewrite::resolve_uses;
use nvc_ir::{Function, Module};
pub(crate) use split::{Split, split};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "cfg",
    doc: "Cleans up control flow: decided branches, empty arms, straight lines, unreachable blocks.",
    run: |module, _| run(module),
};

/// What a round leaves, another may take; real programs need two or three.
const ROUNDS: usize = 8;

fn run(module: &mut Module) {
    for (_, func) in module.functions.iter_mut() {
        let rounds = (0..ROUNDS).take_while(|_| round(func)).count();
        if rounds > 0 {
            resolve_uses(func);
        }
    }
}

fn round(func: &mut Function) -> bool {
    let mut changed = unreachable::remove(func);
    changed |= branches::decide(func);
    changed |= joins::resolve_flags(func);
    changed |= lines::skip_empty(func);
    changed |= choices::choose(func);
    changed |= lines::join(func);
    changed
}
