//! Splitting a block where one instruction becomes control flow.

use nvc_ir::{Block, Function, Target, Terminator};

/// What a split leaves.
pub(crate) struct Split {
    /// Where the new control flow starts; its terminator is open.
    pub before: Block,
    /// Where it leads: what followed the instruction.
    pub after: Block,
}

/// Splits the block at place `at` of the layout at the instruction at a position, which leaves it. New blocks
/// of the control flow between, `between`, come into the layout behind it.
///
/// A block that heads a loop stays its header, since the back edge leads there: what it did goes to a new
/// block at the start of the loop's body.
pub(crate) fn split(func: &mut Function, at: usize, position: usize, between: &[Block]) -> Split {
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
