//! Branch folding: turns selections with a known outcome, and loops that never repeat, into jumps.
//!
//! ```text
//! b0: branch true, b1, b2, merge b3    =>    b0: jump b1
//! ```
//!
//! A header may only be removed if no other edge needs its merge declaration: every edge to the merge block must come
//! from the outermost level of an arm. Otherwise a break out of a nested selection would lead to a block that no
//! header declares as a merge block.

use super::arms::arm_end;
use crate::analysis::Edges;
use nvc_ir::{Block, Function, Op, Target, Terminator};

/// Turns headers with a known outcome into jumps. Returns whether there were any.
///
/// `edges` may become stale in the loop, but edges only disappear: at worst a header stays until the next round.
pub(super) fn run(func: &mut Function, edges: &Edges) -> bool {
    let mut changed = false;
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        let term = &func.blocks[block].term;
        let (Some(target), Some(merge)) = (only_target(func, term, edges), term.merge()) else { continue };
        if arms_reach_merge(func, edges, block, merge) {
            func.blocks[block].term = Terminator::Jump(target);
            changed = true;
        }
    }
    changed
}

/// Changes `branch !c, a, b` to `branch c, b, a`. Returns whether there were any; the order of their edges has changed.
pub(super) fn invert(func: &mut Function) -> bool {
    let mut changed = false;
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        while let Terminator::Branch { cond, .. } = func.blocks[block].term
            && let Some(data) = func.def(cond).filter(|data| data.op == Op::Not)
            && let Some(&positive) = data.args.first()
            && let Terminator::Branch { cond, then, otherwise, .. } = &mut func.blocks[block].term
        {
            *cond = positive;
            std::mem::swap(then, otherwise);
            changed = true;
        }
    }
    changed
}

/// The only target that a header's terminator can branch to; `None` if there are several.
fn only_target(func: &Function, term: &Terminator, edges: &Edges) -> Option<Target> {
    match term {
        Terminator::Branch { cond, then, otherwise, .. } => match func.as_bits(*cond) {
            Some(0) => Some(otherwise),
            Some(_) => Some(then),
            None => (then == otherwise).then_some(then),
        },
        Terminator::Switch { selector, cases, default, .. } => match func.as_bits(*selector) {
            Some(bits) => {
                cases.iter().find(|(literal, _)| *literal == bits).map(|(_, t)| t).or(Some(default))
            }
            None => cases.iter().all(|(_, t)| t == default).then_some(default),
        },
        Terminator::Loop { body, cont, .. } => edges.predecessors(*cont).is_empty().then_some(body),
        _ => None,
    }
    .cloned()
}

/// Whether all edges to a header's merge block come from the outermost level of its arms.
fn arms_reach_merge(func: &Function, edges: &Edges, header: Block, merge: Block) -> bool {
    let mut direct = 0;
    let mut ends: Vec<Block> = Vec::new();
    for arm in func.blocks[header].term.targets() {
        match arm_end(func, edges, header, arm, merge) {
            Some(end) if end == header => direct += 1,
            // A switch case that falls through shares its end with the next case.
            Some(end) if !ends.contains(&end) => ends.push(end),
            _ => {}
        }
    }
    direct + ends.len() == edges.predecessors(merge).len()
}
