//! Enumerates the mutations that replace a value by another value of the same function.

use super::changes::is_fixed;
use super::{Change, InstMutation, Replacement, What};
use nvc_ir::dominators::{Dominators, Graph};
use nvc_ir::{Block, Function, InstRef, Module, Op, Types, Value};
use std::collections::BTreeMap;

/// Returns the mutations of the instructions that satisfy `within`. Each replaces an operand or the result
/// by another value of the same type that dominates the instruction or, for bools, by a logical operation on
/// both values.
pub fn changes_within(module: &Module, within: &dyn Fn(InstRef<'_>) -> bool) -> Vec<Change> {
    let mut changes = Vec::new();
    for (function, func) in module.functions.iter() {
        let earlier = Earlier::new(func);
        for (block, data) in func.blocks_in_order() {
            for (at, &inst) in data.insts.iter().enumerate() {
                let data = func.inst(inst);
                if !within(data) {
                    continue;
                }
                let mut add = |how| changes.push(Change { function, what: What::Insts(vec![inst], how) });
                let args = data.args.iter().copied().enumerate();
                for (number, arg) in args.filter(|&(_, arg)| !is_fixed(func, data, arg)) {
                    earlier
                        .replacements(&module.types, block, at, arg)
                        .for_each(|replacement| add(InstMutation::Operand(number, replacement)));
                }
                if let Some(result) = data.result {
                    earlier
                        .replacements(&module.types, block, at, result)
                        .for_each(|replacement| add(InstMutation::Result(replacement)));
                }
            }
        }
    }
    changes
}

/// Finds the values that are available before an instruction.
struct Earlier<'a> {
    func: &'a Function,
    /// Position of each block in the layout. It is the block's node number in `dominators`.
    positions: BTreeMap<Block, u32>,
    dominators: Dominators,
}

impl<'a> Earlier<'a> {
    fn new(func: &'a Function) -> Self {
        let positions: BTreeMap<Block, u32> = func.layout.iter().copied().zip(0..).collect();
        let edges: Vec<(u32, u32)> = func
            .blocks_in_order()
            .flat_map(|(block, data)| data.term.targets().map(move |target| (block, target.block)))
            .filter_map(|(from, to)| Some((*positions.get(&from)?, *positions.get(&to)?)))
            .collect();
        let dominators = Dominators::new(&Graph::new(positions.len(), &edges));
        Earlier { func, positions, dominators }
    }

    /// Returns the replacements of a value that are available before instruction `at` of a block.
    fn replacements<'b>(
        &'b self,
        types: &'b Types,
        block: Block,
        at: usize,
        value: Value,
    ) -> impl Iterator<Item = Replacement> + 'b {
        let ty = self.func.ty(value);
        let before = self.func.blocks_in_order().flat_map(move |(other, data)| {
            let insts = match (other == block, self.dominates(other, block)) {
                (true, _) => &data.insts[..at],
                (false, true) => &data.insts[..],
                (false, false) => &[],
            };
            let params = if other == block || self.dominates(other, block) { &data.params[..] } else { &[] };
            params.iter().copied().chain(insts.iter().filter_map(|&inst| self.func.insts[inst].result))
        });
        let alike = before.filter(move |&other| other != value && self.func.ty(other) == ty);
        alike.flat_map(move |other| {
            let with: &[Op] = if types.is_bool(ty) { &[Op::And, Op::Or, Op::Xor] } else { &[] };
            let with = with.iter().map(move |&op| Replacement::With(op, other));
            std::iter::once(Replacement::Value(other)).chain(with)
        })
    }

    fn dominates(&self, a: Block, b: Block) -> bool {
        let (Some(&a), Some(&b)) = (self.positions.get(&a), self.positions.get(&b)) else { return false };
        self.dominators.is_reachable(a) && self.dominators.is_reachable(b) && self.dominators.dominates(a, b)
    }
}
