//! Drops the hints of loops that are too large for the driver to unroll.
//!
//! A driver that unrolls such a loop also unrolls the loops inside it, and the code no longer fits the instruction cache. With the
//! hint, an H200's code of llama.cpp's product of iq1_m by 8 columns has 270 KB, without it 180 KB. The products by 1 to 8 columns
//! take 0.59 to 0.91 of the time of glslc's modules, with the hint 0.99 to 1.15.
//!
//! The hint stays if no other loop with a hint is inside: then the size of the copies is known. It also stays if the loop indexes
//! local variables or vectors by its iteration: drivers keep them in memory unless the index becomes constant.

use super::counted::{self, Candidate};
use super::dependence::Dependence;
use super::size;
use crate::Context;
use crate::analysis::Constructs;
use nvc_diag::{Code, Diagnostic};
use nvc_ir::function::Loc;
use nvc_ir::types::Space;
use nvc_ir::{Block, Function, Hint, InstRef, Op, Types};
use std::cmp::Reverse;

/// Maximum number of instructions and terminators of the copies of a loop that contains loops with hints.
const MAX_HINTED: usize = 2048;

/// Maximum number of evaluations of a loop's exit condition. Loops with more are not looked at, which bounds the time.
const MAX_COPIES: usize = 1024;

/// A loop that lost its hint.
pub(super) struct Dropped {
    loc: Loc,
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
        let Some(counted) = counted::of(func, types, &constructs, candidate, MAX_COPIES, evaluations) else {
            continue;
        };
        let size = body * counted.copies;
        // The last copy leaves the loop, so that two copies are one iteration.
        if counted.copies > 2
            && size > MAX_HINTED
            && !indexes_variables(func, types, &func.layout[counted.blocks.clone()])
        {
            let header = func.layout[counted.blocks.start];
            let data = &mut func.blocks[header];
            data.hint = Hint::None;
            dropped.push(Dropped { loc: data.term_loc, size });
        }
    }
    dropped
}

/// Warns about each loop of the source that lost its hint, once.
pub(super) fn warn(dropped: &mut Vec<Dropped>, context: &mut Context<'_>) {
    dropped.sort_by_key(|lost| (lost.loc.map(|span| (span.file, span.start)), Reverse(lost.size)));
    dropped.dedup_by_key(|lost| lost.loc);
    for lost in dropped {
        let message = format!(
            "this loop is not unrolled: its copies would have {} instructions, and the driver would also copy the loops inside",
            lost.size
        );
        let help = "mark this loop `[[dont_unroll]]`, or make it smaller";
        context.diags.add(Diagnostic::new(Code::W0603, lost.loc, message).help(help));
    }
}

/// Whether a loop accesses elements of variables of the invocation, or components of vectors, by an index that depends on the
/// iteration. `blocks` are the loop's blocks, header first.
fn indexes_variables(func: &Function, types: &Types, blocks: &[Block]) -> bool {
    let Some(depends) = Dependence::on_iteration(func, blocks) else { return true };
    let is_indexed = |data: InstRef<'_>| {
        let in_variable = || {
            let space = data.args.first().and_then(|&base| types.pointee(func.ty(base)));
            space.is_some_and(|(space, _)| matches!(space, Space::Function | Space::Private))
        };
        match data.op {
            Op::AccessChain => data.args.iter().skip(1).any(|&index| depends.has(index)) && in_variable(),
            Op::ExtractDynamic | Op::InsertDynamic => {
                data.args.last().is_some_and(|&index| depends.has(index))
            }
            _ => false,
        }
    };
    let insts = blocks.iter().flat_map(|&block| &func.blocks[block].insts);
    insts.map(|&inst| func.inst(inst)).any(is_indexed)
}
