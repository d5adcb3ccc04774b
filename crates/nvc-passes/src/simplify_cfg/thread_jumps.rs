//! Jump threading: redirects branches past empty arms.
//!
//! ```text
//! b0: branch c, b1, b2, merge b3    =>    b0: branch c, b3, b2, merge b3
//! b1: jump b3
//! ```
//!
//! Only edges to merge and continue blocks are threaded: a header may branch to these directly (SPIR-V §2.11).

use crate::analysis::Edges;
use nvc_ir::{Block, Function, Target, Terminator};

/// Threads the edges of all branches. Returns whether anything changed.
pub(super) fn run(func: &mut Function, edges: &Edges) -> bool {
    let mut changed = false;
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        let Terminator::Branch { then, otherwise, .. } = &func.blocks[block].term else { continue };
        let (mut then, mut otherwise) = (then.clone(), otherwise.clone());
        let mut threaded = false;
        for first in [true, false] {
            let (arm, other) = if first { (&mut then, &otherwise) } else { (&mut otherwise, &then) };
            if let Some(on) = exit(func, edges, arm.block)
                // A phi has one entry per predecessor, so two edges from this block must pass the same values.
                && (on.block != other.block || on.args == other.args)
            {
                *arm = on;
                threaded = true;
            }
        }
        if !threaded {
            continue;
        }
        if let Terminator::Branch { then: t, otherwise: o, .. } = &mut func.blocks[block].term {
            (*t, *o) = (then, otherwise);
            changed = true;
        }
    }
    changed
}

/// The merge or continue block that an empty arm jumps to.
fn exit(func: &Function, edges: &Edges, arm: Block) -> Option<Target> {
    let data = &func.blocks[arm];
    match &data.term {
        Terminator::Jump(target)
            if data.insts.is_empty()
                && data.params.is_empty()
                && edges.predecessors(arm).len() == 1
                && !edges.is_structural(arm)
                && edges.is_structural(target.block) =>
        {
            Some(target.clone())
        }
        _ => None,
    }
}
