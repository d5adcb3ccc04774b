//! Rewrites early returns as else arms: moves the code after a selection into the arm that does not return.
//!
//! ```text
//! b0: branch c, b1, b2 merge b2           b0: branch c, b1, b2 merge b8
//! b1: return x                     =>     b1: jump b8(x)
//! b2: .. return y                         b2: .. jump b8(y)
//!                                         b8(r): return r
//! ```
//!
//! Copies no code and needs no flag, and a short selection can become a `select`. Impossible if a selection contains a `return`
//! and both of its arms can reach the merge block, or if the selections would be nested more than [`MAX_DEPTH`] levels deep.

use super::exit;
use super::results::Results;
use crate::analysis::Constructs;
use nvc_ir::entity::Entity;
use nvc_ir::{Block, Function, Target, Terminator};

/// Maximum nesting of the resulting selections; SPIR-V allows 1,023 nested constructs (SPIR-V §2.17).
const MAX_DEPTH: usize = 32;

/// Returns the function with a single `return`, or `None` if this rewrite is impossible. All `return`s must be outside
/// loops and switches.
pub(super) fn run(func: &Function, nest: &Constructs, results: &Results) -> Option<Function> {
    let mut func = func.clone();
    let contains_return = contains_return(&func, nest);
    let end = exit(&mut func, results);
    let entry = *func.layout.first()?;
    // Sequences of constructs to walk: the first block, the block that `return`s are to jump to, the nesting depth.
    let mut work = vec![(entry, end, 0)];
    while let Some((mut block, mut end, mut depth)) = work.pop() {
        loop {
            block = match &func.blocks[block].term {
                Terminator::Return(_) => {
                    results.jump_instead(&mut func, block, end, &[]);
                    break;
                }
                Terminator::Unreachable => break,
                Terminator::Jump(target) => target.block,
                Terminator::Branch { then, otherwise, merge, .. } if contains_return[block.index()] => {
                    let (then, otherwise, merge) = (then.block, otherwise.block, *merge);
                    let join = match (reaches(&func, then, merge), reaches(&func, otherwise, merge)) {
                        (true, true) => return None,
                        // No code follows the selection, so its merge block can be reused.
                        (false, false) => {
                            func.blocks[merge].insts.clear();
                            merge
                        }
                        _ => func.new_block(),
                    };
                    depth += 1;
                    if depth > MAX_DEPTH {
                        return None;
                    }
                    if let Terminator::Branch { merge, .. } = &mut func.blocks[block].term {
                        *merge = join;
                    }
                    let args = results.add_params(&mut func, join);
                    func.blocks[join].term = Terminator::Jump(Target { block: end, args });
                    end = join;
                    work.push((otherwise, end, depth));
                    then
                }
                term => match term.merge() {
                    Some(merge) => merge,
                    None => break,
                },
            };
        }
    }
    Some(func)
}

/// Whether the construct of each header contains a `return`, by the header's index.
fn contains_return(func: &Function, nest: &Constructs) -> Vec<bool> {
    let mut contains = vec![false; func.blocks.len()];
    for (block, data) in func.blocks_in_order() {
        if matches!(data.term, Terminator::Return(_)) {
            for header in nest.headers(block) {
                contains[header.index()] = true;
            }
        }
    }
    contains
}

/// Whether an arm of a selection can reach the merge block.
fn reaches(func: &Function, arm: Block, merge: Block) -> bool {
    let mut at = arm;
    while at != merge {
        at = match &func.blocks[at].term {
            Terminator::Jump(target) => target.block,
            term => match term.merge() {
                Some(merge) => merge,
                None => return false,
            },
        };
    }
    true
}
