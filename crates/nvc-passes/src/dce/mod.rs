//! `dce`: dead-code elimination, by mark and sweep.
//!
//! First removes block parameters that can only have one value ([`constant_phis`]). Then marks everything that side effects,
//! control flow and the function's signature depend on ([`mark`]) and removes the rest: instructions, block parameters with
//! their arguments, and stores to local variables whose addresses have no other live use. Stores to private and shared
//! variables that no function loads are dead from the start ([`unread`]). If a function's table is
//! large and many of its instructions are dead, it is [compacted](Function::compact). Linear in the module's size.

mod constant_phis;
mod mark;
mod unread;

use crate::analysis::{Edges, has_block_params};
use crate::rewrite::resolve_uses;
use crate::{OpSet, Pass};
use mark::Live;
use nvc_ir::entity::Entity;
use nvc_ir::{Function, Module, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "dce",
    doc: "Removes dead instructions, block parameters and stores.",
    ops: OpSet::ALL,
    run: |module, _| run(module),
};

fn run(module: &mut Module) {
    let unread = unread::variables(module);
    for (_, func) in module.functions.iter_mut() {
        let edges = Edges::new(func);
        let replaced = constant_phis::run(func, &edges);
        let live = mark::run(func, &edges, &unread);
        let count = sweep(func, &live);
        if is_sparse(func, count) {
            func.compact();
        } else if replaced {
            resolve_uses(func);
        }
    }
}

/// A large table is compacted if the number of dead instructions exceeds one part in this many of the others.
const MAX_DEAD: usize = 2;

/// Returns whether the tables of a function with `live` live instructions are to be compacted.
fn is_sparse(func: &Function, live: usize) -> bool {
    func.is_large() && func.insts.len() > live + live / MAX_DEAD
}

/// Removes what is not live. Returns the number of live instructions.
fn sweep(func: &mut Function, live: &Live) -> usize {
    let mut count = 0;
    for index in 0..func.layout.len() {
        let block = func.layout[index];
        let insts = &mut func.blocks[block].insts;
        insts.retain(|&inst| live.inst(inst));
        count += insts.len();
    }
    sweep_params(func, live);
    sweep_names(func, live);
    count
}

/// Moves the names of removed values to their replacements, unless the replacements have names already.
fn sweep_names(func: &mut Function, live: &Live) {
    let mut dead: Vec<Value> = func.value_names.keys().copied().filter(|v| !live.values[v.index()]).collect();
    dead.sort_unstable();
    for value in dead {
        let Some(name) = func.value_names.remove(&value) else { continue };
        let successor = func.resolve(value);
        if live.values[successor.index()] && func.as_const(successor).is_none() {
            func.value_names.entry(successor).or_insert(name);
        }
    }
}

/// Removes dead block parameters and their arguments. The entry block's parameters are the function's and stay.
fn sweep_params(func: &mut Function, live: &Live) {
    if !has_block_params(func) {
        return;
    }
    let entry = func.layout.first().copied();
    // Which parameters stay, for blocks that lose some.
    let mut kept: Vec<Option<Vec<bool>>> = vec![None; func.blocks.len()];
    let mut any = false;
    for &block in &func.layout {
        let params = &mut func.blocks[block].params;
        if Some(block) == entry || params.iter().all(|param| live.values[param.index()]) {
            continue;
        }
        kept[block.index()] = Some(params.iter().map(|param| live.values[param.index()]).collect());
        params.retain(|param| live.values[param.index()]);
        any = true;
    }
    if !any {
        return;
    }
    for &block in &func.layout {
        for target in func.blocks[block].term.targets_mut() {
            if let Some(kept) = &kept[target.block.index()] {
                let mut kept = kept.iter();
                target.args.retain(|_| kept.next().copied().unwrap_or(true));
            }
        }
    }
}
