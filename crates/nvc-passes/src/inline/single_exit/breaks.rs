//! Turns a `return` in a loop or switch into a `break`.
//!
//! ```text
//! b0: loop b1 merge b9 continue b8             b0: loop b1 merge b7 continue b8
//! b1: branch c, b2, b3 merge b3                b1: branch c, b2, b3 merge b3
//! b2: return v                                 b2: jump b7(true, v)
//! b3: .. jump b9                       =>      b3: .. jump b7(false, undef)
//! ..                                           ..
//! b9: ..                                       b7(f, x): branch f, b6, b9 merge b9
//!                                              b6: return x
//!                                              b9: ..
//! ```
//!
//! Works from the innermost construct outwards, since the new `return` may itself be in a loop or switch. If the construct
//! has no other exit, `b7` returns, and no flag is needed.

use super::results::Results;
use crate::analysis::Constructs;
use nvc_ir::entity::Entity;
use nvc_ir::function::Args;
use nvc_ir::{Block, Const, Function, Target, Terminator, Types, Value};

/// Moves all `return`s out of loops and switches. Returns the blocks that ended with the moved `return`s.
pub(super) fn run(func: &mut Function, nest: &mut Constructs, results: &Results) -> Vec<Block> {
    // The `return`s whose innermost loop or switch has this header, by the header's index.
    let mut returns: Vec<Vec<Block>> = vec![Vec::new(); func.blocks.len()];
    for (block, data) in func.blocks_in_order() {
        if matches!(data.term, Terminator::Return(_))
            && let Some(header) = breakable(func, nest, block)
        {
            returns[header.index()].push(block);
        }
    }
    let mut leaving = Vec::new();
    // In reverse layout order, inner constructs come before the header of the enclosing construct.
    for header in func.layout.clone().into_iter().rev() {
        let returns_here = std::mem::take(&mut returns[header.index()]);
        if returns_here.is_empty() {
            continue;
        }
        let new = convert(func, nest, results, header, &returns_here);
        leaving.extend(returns_here);
        if let Some((outer, new)) = new.and_then(|new| Some((breakable(func, nest, new)?, new))) {
            returns[outer.index()].push(new);
        }
    }
    leaving
}

/// The header of the innermost loop or switch around a block.
fn breakable(func: &Function, nest: &Constructs, block: Block) -> Option<Block> {
    nest.headers(block).find(|&header| {
        matches!(func.blocks[header].term, Terminator::Loop { .. } | Terminator::Switch { .. })
    })
}

/// Turns the `return`s of a construct into `break`s. Returns the block that returns instead.
fn convert(
    func: &mut Function,
    nest: &mut Constructs,
    results: &Results,
    header: Block,
    returns: &[Block],
) -> Option<Block> {
    let merge = func.blocks[header].term.merge()?;
    // All predecessors of the merge block are in the construct, except for the source of the back edge if the merge block is
    // itself a loop header.
    let inside = |block: Block| block == header || nest.headers(block).any(|outer| outer == header);
    let leads_to_merge = |block: &Block| func.blocks[*block].term.targets().any(|to| to.block == merge);
    let breaks: Vec<Block> =
        func.layout.iter().copied().filter(leads_to_merge).filter(|&block| inside(block)).collect();

    let new_merge = func.new_block();
    nest.add(new_merge, nest.header(header));
    set_merge(&mut func.blocks[header].term, new_merge);
    let loc = func.blocks[header].term_loc;
    func.blocks[new_merge].term_loc = loc;
    if breaks.is_empty() {
        let params = results.add_params(func, new_merge);
        for &block in returns {
            results.jump_instead(func, block, new_merge, &[]);
        }
        results.return_(func, new_merge, &params);
        return Some(new_merge);
    }

    // The new merge block gets the parameters of the merge block, the flag, and the results.
    let params = func.blocks[merge].params.clone();
    let mut before: Args = params.iter().map(|&param| undef(func, param)).collect();
    let forwarded: Args = params.iter().map(|&param| add_param_like(func, new_merge, param)).collect();
    let flag = func.add_param(new_merge, Types::BOOL);
    let returned = results.add_params(func, new_merge);
    let (no, yes) = (bool_constant(func, false), bool_constant(func, true));
    let undefined = results.undefined(func);
    for block in breaks {
        for target in func.blocks[block].term.targets_mut().filter(|target| target.block == merge) {
            target.block = new_merge;
            target.args.push(no);
            target.args.extend(undefined.iter().copied());
        }
    }
    before.push(yes);
    for &block in returns {
        results.jump_instead(func, block, new_merge, &before);
    }
    let leave = func.new_block();
    nest.add(leave, Some(new_merge));
    func.blocks[leave].term_loc = loc;
    results.return_(func, leave, &returned);
    let otherwise = Target { block: merge, args: forwarded };
    func.blocks[new_merge].term =
        Terminator::Branch { cond: flag, then: Target::new(leave), otherwise, merge };
    Some(leave)
}

fn set_merge(term: &mut Terminator, to: Block) {
    if let Terminator::Loop { merge, .. } | Terminator::Switch { merge, .. } = term {
        *merge = to;
    }
}

fn undef(func: &mut Function, like: Value) -> Value {
    func.constant(func.ty(like), Const::Undef)
}

fn add_param_like(func: &mut Function, block: Block, like: Value) -> Value {
    let param = func.add_param(block, func.ty(like));
    if let Some(name) = func.value_names.get(&like).cloned() {
        func.value_names.insert(param, name);
    }
    param
}

fn bool_constant(func: &mut Function, value: bool) -> Value {
    func.constant(Types::BOOL, Const::Bits(u64::from(value)))
}
