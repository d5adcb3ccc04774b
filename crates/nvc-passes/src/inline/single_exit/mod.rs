//! Rewrites a function to have a single exit, as inlining requires: one `return`, at the end of the last block.
//!
//! A function that has this form already, or that never returns, is unchanged. Otherwise
//!
//! 1. a `return` in a loop or switch becomes a `break` with a flag, which the code after the construct tests
//!    ([`breaks`], [`ssa_repair`]);
//! 2. the remaining `return`s are in selections only. If at most one arm of each selection reaches the merge block, the code
//!    after the selection moves into that arm ([`else_arms`]): `if (c) return a; return b;` becomes `if (c) a else b`.
//!    Otherwise the body becomes the only case of a `switch`, since any selection in a `switch` may branch to the merge
//!    block of the `switch`.

mod breaks;
mod else_arms;
mod results;
mod ssa_repair;

use crate::analysis::{Constructs, structured_order};
use nvc_ir::{Block, Const, Function, Target, Terminator, Types};
use results::Results;

/// The single-exit form of a function, which must not have unreachable blocks; `None` if the form cannot be constructed.
pub(super) fn of(func: &Function, types: &Types) -> Option<Function> {
    let mut func = func.clone();
    if is_single_exit(&func) {
        return Some(func);
    }
    let results = Results::of(&func, types)?;
    let mut nest = Constructs::new(&func);
    let leaving = breaks::run(&mut func, &mut nest, &results);
    if !leaving.is_empty() {
        func.layout = structured_order(&func);
        if !ssa_repair::run(&mut func, types, &leaving) {
            return None;
        }
    }
    func = else_arms::run(&func, &nest, &results).unwrap_or_else(|| in_switch(func, &results));
    func.layout = structured_order(&func);
    is_single_exit(&func).then_some(func)
}

/// Whether no block but the last returns. The last block is in no construct, since the construct's merge block would come
/// after it. Also true for a function that never returns.
fn is_single_exit(func: &Function) -> bool {
    let returns = |block: &Block| matches!(func.blocks[*block].term, Terminator::Return(_));
    !func.layout.iter().rev().skip(1).any(returns)
}

/// A new block that returns its parameters.
fn exit(func: &mut Function, results: &Results) -> Block {
    let exit = func.new_block();
    let params = results.add_params(func, exit);
    results.return_(func, exit, &params);
    exit
}

/// Moves the function into the only case of a `switch`.
fn in_switch(mut func: Function, results: &Results) -> Function {
    let Some(&entry) = func.layout.first() else { return func };
    let merge = exit(&mut func, results);
    for block in func.layout.clone() {
        results.jump_instead(&mut func, block, merge, &[]);
    }
    let body = func.new_block();
    let data = &mut func.blocks[entry];
    let insts = std::mem::take(&mut data.insts);
    let (term, loc, hint) = (
        std::mem::replace(&mut data.term, Terminator::Unreachable),
        data.term_loc,
        std::mem::take(&mut data.hint),
    );
    let data = &mut func.blocks[body];
    (data.insts, data.term, data.term_loc, data.hint) = (insts, term, loc, hint);
    let selector = func.constant(Types::I32, Const::Bits(0));
    func.blocks[entry].term =
        Terminator::Switch { selector, cases: Vec::new(), default: Target::new(body), merge };
    func.blocks[entry].term_loc = None;
    func
}
