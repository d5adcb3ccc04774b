//! The single-exit form of a function, in which a caller can continue after it: one `return`, at the end of the last block.
//!
//! A function that has it already, or that never returns, stays as it is. In the others
//!
//! 1. a `return` in a loop or switch becomes a `break` with a flag, which the code after the construct tests
//!    ([`breaks`], [`ssa_repair`]);
//! 2. the remaining ones are in selections only. If each selection is left for its merge block by one arm at most, what follows
//!    the selection moves into that arm ([`else_arms`]): `if (c) return a; return b;` becomes `if (c) a else b`.
//!    Otherwise the function becomes the only case of a `switch`, whose merge block any selection in it may branch to.

mod breaks;
mod else_arms;
mod results;
mod ssa_repair;

use crate::analysis::{Constructs, structured_order};
use nvc_ir::{Block, Const, Function, Target, Terminator, Types};
use results::Results;

/// The single-exit form of a function without unreachable blocks; `None` if it has none.
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

/// Whether the only `return` is at the end of the last block: no construct contains that, since its merge block would come
/// after it. Also if there is none.
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
