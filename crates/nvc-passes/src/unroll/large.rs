//! Drops the hints of loops that are too large for the driver to unroll.
//!
//! A driver that unrolls such a loop also unrolls the loops inside it, and the code no longer fits the instruction cache. With the
//! hint, an H200's code of llama.cpp's product of iq1_m by 8 columns has 270 KB, without it 180 KB. The products by 1 to 8 columns
//! take 0.59 to 0.91 of the time of glslc's modules, with the hint 0.99 to 1.15. The hint of a loop without another inside stays:
//! the size of its copies is known, and a local array may depend on the unrolling.

use super::counted::{self, Candidate};
use super::{MAX_LOOP, size};
use crate::Context;
use crate::analysis::Constructs;
use nvc_diag::{Code, Diagnostic};
use nvc_ir::function::Loc;
use nvc_ir::{Function, Hint, Types};

/// Maximum number of instructions and terminators of the copies of a loop that contains loops with hints.
const MAX_HINTED: usize = 2048;

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
        if size > MAX_HINTED {
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
