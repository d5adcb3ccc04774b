//! Splits a block in two, so that a pass can expand an instruction into control flow.

use nvc_ir::{Block, Function, Inst, Target, Terminator};

/// Expands every instruction for which `find` returns a value. `expand` is called with the index of the block in the layout,
/// the position of the instruction in the block, and that value. It must split the block there
/// ([`split_block`]).
pub(crate) fn expand_insts<T>(
    func: &mut Function,
    find: impl Fn(&Function, Inst) -> Option<T>,
    mut expand: impl FnMut(&mut Function, usize, usize, T),
) {
    let mut at = 0;
    let mut expanded = false;
    while let Some(&block) = func.layout.get(at) {
        let insts = func.blocks[block].insts.iter().enumerate();
        let mut found = insts.filter_map(|(position, &inst)| Some((position, find(func, inst)?)));
        if let Some((position, found)) = found.next() {
            expand(func, at, position, found);
            expanded = true;
        }
        // A split puts the rest of the block later in the layout, so the loop reaches it.
        at += 1;
    }
    if expanded {
        func.resolve_aliases();
    }
}

/// The two halves of a split block.
pub(crate) struct Split {
    /// The block in which the new control flow starts. The caller sets its terminator.
    pub before: Block,
    /// The block after the new control flow, with the instructions that followed the removed one.
    pub after: Block,
}

/// Splits the block at index `at` of the layout and removes the instruction at `position` from it. Inserts `between`, the
/// blocks of the new control flow, into the layout between the two halves.
///
/// A loop header stays the header, since the back edge leads to it. Its instructions after the split, and the new control
/// flow, move to new blocks at the start of the loop body.
pub(crate) fn split_block(func: &mut Function, at: usize, position: usize, between: &[Block]) -> Split {
    let block = func.layout[at];
    let after = func.new_block();
    func.blocks[after].insts = func.blocks[block].insts.split_off(position + 1);
    func.blocks[block].insts.truncate(position);

    let loc = func.blocks[block].term_loc;
    let mut layout = Vec::with_capacity(between.len() + 2);
    let term = std::mem::replace(&mut func.blocks[block].term, Terminator::Unreachable);
    let (before, rest) = match term {
        Terminator::Loop { body, merge, cont } => {
            let first = func.new_block();
            layout.push(first);
            func.blocks[block].term = Terminator::Loop { body: Target::new(first), merge, cont };
            (first, Terminator::Jump(body))
        }
        term => {
            func.blocks[after].hint = std::mem::take(&mut func.blocks[block].hint);
            (block, term)
        }
    };
    func.blocks[after].term = rest;
    func.blocks[after].term_loc = loc;
    layout.extend(between);
    layout.push(after);
    func.layout.splice(at + 1..at + 1, layout);
    Split { before, after }
}
