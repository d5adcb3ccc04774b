//! SSA repair after edges were added: a value that no longer dominates a use is passed to it through block parameters.

use nvc_ir::dominators::{Dominators, Graph};
use nvc_ir::entity::Entity;
use nvc_ir::ssa::{SsaBuilder, Variable};
use nvc_ir::verify::can_be_block_param;
use nvc_ir::{Block, Const, Function, Types, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Repairs a function whose layout is in structured order. The flag of `breaks` ensures that no path from a block in
/// `leaving` to a broken use is ever taken, so values are undefined on those paths. Returns whether the repair succeeded: it
/// fails if a value has a type that block parameters cannot have.
pub(super) fn run(func: &mut Function, types: &Types, leaving: &[Block]) -> bool {
    let blocks = defining_blocks(func);
    let broken = broken_uses(func, &blocks);
    if broken.is_empty() {
        return true;
    }
    if broken.iter().any(|&(value, _)| !can_be_block_param(types, func.ty(value))) {
        return false;
    }
    let mut ssa = SsaBuilder::new();
    for &block in &func.layout {
        for target in func.blocks[block].term.targets() {
            ssa.add_predecessor(target.block, block);
        }
    }
    let mut variables: BTreeMap<Value, Variable> = BTreeMap::new();
    for &(value, _) in &broken {
        if let (false, Some(block)) = (variables.contains_key(&value), blocks[value.index()]) {
            let ty = func.ty(value);
            let variable = ssa.declare(ty);
            let undef = func.constant(ty, Const::Undef);
            for &leaving in leaving.iter().filter(|&&leaving| !broken.contains(&(value, leaving))) {
                ssa.write(variable, leaving, undef);
            }
            ssa.write(variable, block, value);
            variables.insert(value, variable);
        }
    }
    for block in func.layout.clone() {
        ssa.seal(func, block);
    }
    for (value, block) in broken {
        let Some(&variable) = variables.get(&value) else { continue };
        let reaching = ssa.read(func, variable, block);
        // The block does not define the value, so this covers every use in it.
        let repair = |used: &mut Value| {
            if *used == value {
                *used = reaching;
            }
        };
        for &inst in &func.blocks[block].insts {
            func.insts[inst].args.iter_mut().for_each(repair);
        }
        func.blocks[block].term.for_each_value(repair);
    }
    func.resolve_aliases();
    true
}

/// The block that defines each value, by the value's index; `None` for constants.
fn defining_blocks(func: &Function) -> Vec<Option<Block>> {
    let mut blocks = vec![None; func.values.len()];
    for (block, data) in func.blocks_in_order() {
        let results = data.insts.iter().filter_map(|&inst| func.insts[inst].result);
        for value in data.params.iter().copied().chain(results) {
            blocks[value.index()] = Some(block);
        }
    }
    blocks
}

/// The uses that are not dominated by the definition, as pairs of value and using block.
fn broken_uses(func: &Function, blocks: &[Option<Block>]) -> BTreeSet<(Value, Block)> {
    let mut position = vec![u32::MAX; func.blocks.len()];
    for (at, block) in (0u32..).zip(&func.layout) {
        position[block.index()] = at;
    }
    let mut edges = Vec::new();
    for (at, (_, data)) in (0u32..).zip(func.blocks_in_order()) {
        edges.extend(data.term.targets().map(|target| (at, position[target.block.index()])));
    }
    let dominators = Dominators::new(&Graph::new(func.layout.len(), &edges));
    let mut broken = BTreeSet::new();
    for (at, (block, data)) in (0u32..).zip(func.blocks_in_order()) {
        if !dominators.is_reachable(at) {
            continue;
        }
        let operands = data.insts.iter().flat_map(|&inst| func.insts[inst].args.iter().copied());
        for value in operands.chain(data.term.values()) {
            let Some(from) = blocks[value.index()] else { continue };
            if from != block && !dominators.dominates(position[from.index()], at) {
                broken.insert((value, block));
            }
        }
    }
    broken
}
