//! Selections that are decided, and loops that do not repeat.
//!
//! A header may only go if its merge block then stands in a straight line: every edge to the
//! merge block comes from the outermost level of an arm. A break out of a nested selection would
//! otherwise leave that for a block that no header declares.

use super::arms::arm_end;
use crate::analysis::Edges;
use nvc_ir::{Block, Function, Op, Target, Terminator};

/// Turns decided headers into jumps. Whether anything changed.
///
/// Edges only get fewer below: at worst a header stays until the next round.
pub(super) fn decide(func: &mut Function, edges: &Edges) -> bool {
    let mut changed = false;
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        invert(func, block);
        let term = &func.blocks[block].term;
        let (Some(target), Some(merge)) = (decided(func, term, edges), term.merge()) else { continue };
        if ends_in_line(func, edges, block, merge) {
            func.blocks[block].term = Terminator::Jump(target);
            changed = true;
        }
    }
    changed
}

/// Swaps the targets of a branch on a complement.
fn invert(func: &mut Function, block: Block) {
    let Terminator::Branch { cond, .. } = func.blocks[block].term else { return };
    let Some(data) = func.def(cond).filter(|data| data.op == Op::Not) else { return };
    let Some(&positive) = data.args.first() else { return };
    if let Terminator::Branch { cond, then, otherwise, .. } = &mut func.blocks[block].term {
        *cond = positive;
        std::mem::swap(then, otherwise);
    }
}

/// The only target that a header's terminator can take.
fn decided(func: &Function, term: &Terminator, edges: &Edges) -> Option<Target> {
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
        Terminator::Loop { body, cont, .. } => edges.to(*cont).is_empty().then_some(body),
        _ => None,
    }
    .cloned()
}

/// Whether all edges to a header's merge block come from the outermost level of its arms.
fn ends_in_line(func: &Function, edges: &Edges, header: Block, merge: Block) -> bool {
    let mut straight = 0;
    let mut ends: Vec<Block> = Vec::new();
    for arm in func.blocks[header].term.targets() {
        match arm_end(func, edges, header, arm, merge) {
            Some(end) if end == header => straight += 1,
            // A case that falls through ends with the next one.
            Some(end) if !ends.contains(&end) => ends.push(end),
            _ => {}
        }
    }
    straight + ends.len() == edges.to(merge).len()
}
