//! `unroll`: full unrolling of loops with a constant trip count that the source asks to unroll (`[[unroll]]`).
//!
//! Drivers unroll such loops themselves. If the compiler does it, later passes simplify the copies together with the code
//! around them, and NVIDIA's driver creates pipelines of llama.cpp's matrix products up to six times faster.
//!
//! For each evaluation of the exit condition there is a copy of the loop's blocks. Uses of the header's parameters are replaced
//! by the values that the back edge of the previous copy passes, so a copy of the header has no parameters. Each round unrolls
//! the loops that contain no other loop that can be unrolled. The bounds of an inner loop may become constant when the outer
//! loop is unrolled.
//!
//! A loop stays if
//!
//! - its trip count cannot be computed by constant folding of the header's parameters ([`counted`]);
//! - it has more than one branch to its merge block or to its continue block, or such a branch inside another construct: in
//!   the copies, there would be no loop to leave (returns do not matter);
//! - the exit condition is in the continue construct;
//! - the copies would have more than [`MAX_LOOP`] instructions and terminators, or the function more than [`MAX_FUNCTION`];
//! - the evaluations of exit conditions in the function exceed [`MAX_EVALUATIONS`].
//!
//! It then keeps its hint for the driver, unless it is too large for the driver as well ([`large`]).
//!
//! The pass does nothing except at full optimisation, and nothing if warps are emulated.

mod copy;
mod counted;
mod dependence;
pub(crate) mod hints;
mod large;

use crate::analysis::Constructs;
use crate::simplify_cfg::unreachable;
use crate::{Context, OpSet, OptLevel, Pass, Warp};
use counted::Counted;
use nvc_ir::{Block, Function, Hint, Module, Types};

/// The pass.
pub(crate) const PASS: Pass =
    Pass { name: "unroll", doc: "Unrolls loops that the source asks to unroll.", ops: OpSet::ALL, run };

/// Maximum number of instructions and terminators of the copies of a loop.
const MAX_LOOP: usize = 1024;

/// Maximum number of instructions and terminators of a function after unrolling, as for inlining.
const MAX_FUNCTION: usize = 32_768;

/// Maximum number of rounds, and so the nesting depth up to which loops are unrolled.
const MAX_ROUNDS: usize = 8;

/// Maximum number of evaluated exit conditions per function. It bounds the time of the pass, because each round evaluates
/// loops again that could not be unrolled before.
const MAX_EVALUATIONS: usize = 1 << 16;

fn run(module: &mut Module, context: &mut Context<'_>) {
    // Warp emulation may split the program at each warp operation, so copies of such operations would add segments.
    if context.options.opt_level != OptLevel::Full || context.options.warp == Warp::Emulate {
        return;
    }
    let types = &module.types;
    let mut dropped = Vec::new();
    for (_, func) in module.functions.iter_mut() {
        let mut evaluations = MAX_EVALUATIONS;
        for _ in 0..MAX_ROUNDS {
            if !round(func, types, &mut evaluations) {
                break;
            }
            unreachable::remove(func);
        }
        dropped.extend(large::drop_hints(func, types, &mut evaluations));
    }
    large::warn(&mut dropped, context);
}

/// Unrolls the loops that contain no other loop to unroll. Returns whether there were any.
fn round(func: &mut Function, types: &Types, evaluations: &mut usize) -> bool {
    let chosen = choose(func, types, evaluations);
    if chosen.is_empty() {
        return false;
    }
    copy::unroll(func, &chosen);
    true
}

/// Chooses the loops of a round, in layout order. No chosen loop contains another.
fn choose(func: &mut Function, types: &Types, evaluations: &mut usize) -> Vec<Counted> {
    let candidates = counted::candidates(func, Hint::Expand);
    if candidates.is_empty() {
        return Vec::new();
    }
    let constructs = Constructs::new(func);
    let mut size = size(func, &func.layout);
    let mut chosen: Vec<Counted> = Vec::new();
    // The layout has outer loops before inner ones.
    for candidate in candidates.iter().rev() {
        let blocks = &candidate.blocks;
        if chosen.last().is_some_and(|inner| inner.blocks.start < blocks.end) {
            continue;
        }
        let body = self::size(func, &func.layout[blocks.clone()]);
        let max = MAX_LOOP / body.max(1);
        let Some(counted) = counted::of(func, types, &constructs, candidate, max, evaluations) else {
            continue;
        };
        let growth = body * counted.copies;
        if size + growth <= MAX_FUNCTION {
            size += growth;
            chosen.push(counted);
        }
    }
    chosen.reverse();
    chosen
}

/// The number of instructions and terminators of some blocks.
fn size(func: &Function, blocks: &[Block]) -> usize {
    blocks.iter().map(|&block| func.blocks[block].insts.len() + 1).sum()
}
