//! Drops the hints of loops that are too large for the driver to unroll.
//!
//! A driver that unrolls such a loop also unrolls the loops inside it, and the code no longer fits the instruction cache. With the
//! hint, an H200's code of llama.cpp's product of iq1_m by 8 columns has 270 KB, without it 180 KB. The products by 1 to 8 columns
//! take 0.59 to 0.91 of the time of glslc's modules, with the hint 0.99 to 1.15.
//!
//! The hint of a loop without another inside stays: the size of its copies is known. So does that of a loop that indexes local
//! variables by its iteration: drivers keep such a variable in memory unless the index becomes constant.

use super::counted::{self, Candidate};
use super::{MAX_LOOP, size};
use crate::Context;
use crate::analysis::Constructs;
use nvc_diag::{Code, Diagnostic};
use nvc_ir::entity::Entity;
use nvc_ir::function::Loc;
use nvc_ir::types::Space;
use nvc_ir::{Block, Function, Hint, InstData, Op, Types};

/// Maximum number of instructions and terminators of the copies of a loop that contains loops with hints.
const MAX_HINTED: usize = 2048;

/// Maximum number of walks over a loop to find the values that depend on its iteration: one, and one for each level of loops inside
/// that pass such values on. If more are necessary, the hint stays.
const MAX_WALKS: usize = 8;

/// A loop that lost its hint.
pub(super) struct Dropped {
    loc: Loc,
    /// Number of iterations.
    trips: usize,
    /// Number of instructions and terminators in all copies.
    size: usize,
}

/// Drops the hints of the loops of a function that are too large. Run it after the other loops are unrolled.
pub(super) fn drop_hints(func: &mut Function, types: &Types, evaluations: &mut usize) -> Vec<Dropped> {
    let candidates = counted::candidates(func, Hint::Expand);
    if candidates.len() < 2 {
        return Vec::new();
    }
    let constructs = Constructs::new(func);
    let mut dropped = Vec::new();
    for (at, candidate) in candidates.iter().enumerate() {
        // The layout has inner loops right after the header of the outer one.
        let is_outer = |next: &Candidate| next.blocks.start < candidate.blocks.end;
        if !candidates.get(at + 1).is_some_and(is_outer) {
            continue;
        }
        let body = size(func, &func.layout[candidate.blocks.clone()]);
        let Some(counted) = counted::of(func, types, &constructs, candidate, MAX_LOOP, evaluations) else {
            continue;
        };
        let size = body * counted.copies;
        if size > MAX_HINTED && !indexes_variables(func, types, &func.layout[counted.blocks.clone()]) {
            let header = func.layout[counted.blocks.start];
            let data = &mut func.blocks[header];
            data.hint = Hint::None;
            // The last evaluation of the condition leaves the loop.
            dropped.push(Dropped { loc: data.term_loc, trips: counted.copies - 1, size });
        }
    }
    dropped
}

/// Warns about each loop of the source that lost its hint, once.
pub(super) fn warn(dropped: &mut Vec<Dropped>, context: &mut Context<'_>) {
    dropped.sort_by_key(|lost| lost.loc.map(|span| (span.file, span.start)));
    dropped.dedup_by_key(|lost| lost.loc);
    for lost in dropped {
        let message = format!(
            "this loop is not unrolled: its {} iterations have {} instructions, and loops inside them multiply that",
            lost.trips, lost.size
        );
        let help = "use `[[dont_unroll]]`, or unroll only the loops inside";
        context.diags.add(Diagnostic::new(Code::W0603, lost.loc, message).help(help));
    }
}

/// Whether a loop accesses elements of variables of the invocation, with an index that depends on the iteration. `blocks` are the
/// loop's blocks, header first.
fn indexes_variables(func: &Function, types: &Types, blocks: &[Block]) -> bool {
    let Some(header) = blocks.first() else { return false };
    let mut depends = vec![false; func.values.len()];
    for param in &func.blocks[*header].params {
        depends[param.index()] = true;
    }
    let done = (0..MAX_WALKS).any(|_| !propagate(func, blocks, &mut depends));
    let is_indexed = |data: &InstData| {
        let in_variable = || {
            let space = data.args.first().and_then(|&base| types.pointee(func.ty(base)));
            space.is_some_and(|(space, _)| matches!(space, Space::Function | Space::Private))
        };
        let by_iteration = || data.args.iter().skip(1).any(|&index| depends[func.resolve(index).index()]);
        data.op == Op::AccessChain && by_iteration() && in_variable()
    };
    let insts = blocks.iter().flat_map(|&block| &func.blocks[block].insts);
    !done || insts.map(|&inst| &func.insts[inst]).any(is_indexed)
}

/// Marks the values that are computed from marked ones. Returns whether there were any new ones.
fn propagate(func: &Function, blocks: &[Block], depends: &mut [bool]) -> bool {
    let mut changed = false;
    for &block in blocks {
        for &inst in &func.blocks[block].insts {
            let data = &func.insts[inst];
            let Some(result) = data.result else { continue };
            if !depends[result.index()] && data.args.iter().any(|&arg| depends[func.resolve(arg).index()]) {
                depends[result.index()] = true;
                changed = true;
            }
        }
        for target in func.blocks[block].term.targets() {
            for (&param, &arg) in func.blocks[target.block].params.iter().zip(&target.args) {
                if !depends[param.index()] && depends[func.resolve(arg).index()] {
                    depends[param.index()] = true;
                    changed = true;
                }
            }
        }
    }
    changed
}
