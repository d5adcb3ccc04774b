//! Compaction of a function's tables: removes the blocks, instructions and values that are no longer part of the function.
//!
//! Passes remove blocks from the layout and instructions from blocks but not from the tables, and append new ones at the end.
//! After a few passes, most entries are dead, and those that follow each other in the layout are far apart in memory. In
//! functions that are larger than the CPU's caches, each walk then waits for memory.

use super::imms::ImmNumber;
use super::{BlockData, Function, InstData, InstTable};
use crate::constant::Const;
use crate::entity::{Arena, Block, Entity, Inst, Value};
use crate::function::{ValueData, ValueDef};
use crate::opset::OpSet;

/// The capacity of a new table, with room for what later passes add: they would have to copy it otherwise. (`lower-memory` adds
/// eight entries for ten.) Memory that is not written to costs nothing.
fn with_room(entries: usize) -> usize {
    2 * entries
}

impl Function {
    /// Removes all blocks, instructions and values that are not part of the function, with their names, and resolves aliases.
    /// An instruction whose result was replaced must not be in the layout any more.
    ///
    /// Ids change. Blocks and instructions are renumbered in layout order. Values keep their order, and so anything that is
    /// sorted by value. All constants stay.
    pub fn compact(&mut self) {
        // The new ids are known before anything moves, so that each entry is read and written once.
        let blocks = numbers(self.blocks.len(), self.layout.iter().copied());
        let insts = self.blocks_in_order().flat_map(|(_, block)| &block.insts);
        let insts = numbers(self.insts.len(), insts.copied());
        let mut values = self.move_values(&blocks, &insts);
        let names = std::mem::take(&mut self.value_names).into_iter();
        let names = names.filter_map(|(value, name)| Some((values.numbers[value.index()]?, name)));
        self.value_names = names.collect();
        self.move_blocks(&blocks, &mut values);
        self.renumber_constants(&mut values);
        self.values = values.table;
        self.aliased = false;
    }

    /// Moves the values that are part of the function to a new table, given the new ids of blocks and instructions.
    fn move_values(&mut self, blocks: &[Option<Block>], insts: &[Option<Inst>]) -> Renumbered {
        let old = std::mem::take(&mut self.values);
        let mut is_param = vec![false; old.len()];
        let mut count = self.constants.len();
        for (_, block) in self.blocks_in_order() {
            count += block.params.len() + block.insts.len();
            block.params.iter().for_each(|param| is_param[param.index()] = true);
        }
        let mut table = Arena::with_capacity(with_room(count));
        let numbers = old.iter().map(|(value, data)| {
            let def = match data.def {
                ValueDef::Inst(inst) => ValueDef::Inst(insts[inst.index()]?),
                ValueDef::Param(block) if is_param[value.index()] => ValueDef::Param(blocks[block.index()]?),
                ValueDef::Const(_) => data.def,
                ValueDef::Param(_) | ValueDef::Undefined | ValueDef::Alias(_) => return None,
            };
            Some(table.push(ValueData { def, ..*data }))
        });
        let numbers = numbers.collect();
        Renumbered { old, table, numbers }
    }

    /// Moves the blocks of the layout and their instructions to new tables.
    fn move_blocks(&mut self, numbers: &[Option<Block>], values: &mut Renumbered) {
        let live = self.blocks_in_order().map(|(_, block)| block.insts.len()).sum();
        let mut blocks: Arena<Block, BlockData> = Arena::with_capacity(with_room(self.layout.len()));
        let mut insts: Arena<Inst, InstData> = Arena::with_capacity(with_room(live));
        let other_imms = self.imms.take_others();
        let mut locs = Vec::with_capacity(with_room(live));
        self.ops = OpSet::default();
        for block in &mut self.layout {
            let mut data = std::mem::take(&mut self.blocks[*block]);
            data.params.iter_mut().for_each(|param| values.renumber(param));
            for inst in &mut data.insts {
                locs.push(self.locs[inst.index()]);
                let old = &mut self.insts[*inst];
                let mut args = std::mem::take(&mut old.args);
                args.iter_mut().for_each(|arg| values.renumber(arg));
                let result = old.result.map(|result| values.number(result));
                self.ops.insert(old.op);
                let imm = match old.imm {
                    ImmNumber::OTHER => {
                        let imm = other_imms.get(inst).copied().unwrap_or_default();
                        self.imms.set(insts.next_key(), imm)
                    }
                    number => number,
                };
                *inst = insts.push(InstData { args, result, imm, ..*old });
                debug_assert!(result.is_none_or(|result| values.table[result].def == ValueDef::Inst(*inst)));
            }
            data.term.for_each_value(|value| values.renumber(value));
            data.term.for_each_block(|block| {
                // An id that no block has: invalid IR, which the verifier reports.
                *block = numbers[block.index()].unwrap_or(Block::from_index(u32::MAX - 1));
            });
            *block = blocks.push(data);
        }
        (self.blocks, self.insts, self.locs) = (blocks, InstTable(insts), locs);
    }

    /// Replaces the values in constants.
    fn renumber_constants(&mut self, values: &mut Renumbered) {
        let mut renumber = |constant: &mut Const| {
            if let Const::Composite(parts) = constant {
                parts.iter_mut().for_each(|part| values.renumber(part));
            }
        };
        self.constants.iter_mut().for_each(|(_, constant)| renumber(constant));
        let mut interned: Vec<_> = std::mem::take(&mut self.constant_ids).into_iter().collect();
        interned.iter_mut().for_each(|((_, constant), _)| renumber(constant));
        let interned = interned.into_iter().filter_map(|(key, value)| Some((key, values.find(value)?)));
        self.constant_ids = interned.collect();
    }
}

/// Returns the new id of each of `count` old ones: its place in the list of those that stay.
fn numbers<K: Entity>(count: usize, stay: impl Iterator<Item = K>) -> Vec<Option<K>> {
    let mut numbers = vec![None; count];
    for (next, old) in (0u32..).zip(stay) {
        numbers[old.index()] = Some(K::from_index(next));
    }
    numbers
}

/// The values of a function during compaction.
struct Renumbered {
    /// The old table.
    old: Arena<Value, ValueData>,
    /// The new table.
    table: Arena<Value, ValueData>,
    /// The new id of each old value; `None` if it is not part of the function, or if it was replaced and no use of it has
    /// been found yet.
    numbers: Vec<Option<Value>>,
}

impl Renumbered {
    /// Replaces an old value by the new one.
    #[inline]
    fn renumber(&mut self, value: &mut Value) {
        *value = self.number(*value);
    }

    /// Returns the new value for an old one that is used.
    #[inline]
    fn number(&mut self, value: Value) -> Value {
        match self.numbers[value.index()] {
            Some(number) => number,
            None => self.find(value).unwrap_or_else(|| self.undefined(value)),
        }
    }

    /// Returns the new value for an old one, or for the value that replaced it.
    fn find(&mut self, value: Value) -> Option<Value> {
        let mut end = value;
        while let (None, ValueDef::Alias(to)) = (self.numbers[end.index()], self.old[end].def) {
            end = to;
        }
        let number = self.numbers[end.index()]?;
        // The whole chain of replacements gets the number, so that each link is followed once.
        let mut at = value;
        while let (None, ValueDef::Alias(to)) = (self.numbers[at.index()], self.old[at].def) {
            self.numbers[at.index()] = Some(number);
            at = to;
        }
        Some(number)
    }

    /// Adds an undefined value for one that has uses but no definition: invalid IR, which the verifier reports.
    #[cold]
    fn undefined(&mut self, value: Value) -> Value {
        let number = self.table.push(ValueData { def: ValueDef::Undefined, ..self.old[value] });
        self.numbers[value.index()] = Some(number);
        number
    }
}

#[cfg(test)]
mod tests {
    use crate::function::Target;
    use crate::{Const, Function, Module, Op, OpSet, StructuredBuilder, Terminator, Types};

    /// Builds a function with a loop, and removes and replaces some of its instructions.
    fn example(types: &mut Types) -> Function {
        let mut func = Function::new("main");
        let mut b = StructuredBuilder::new(&mut func, types);
        let (zero, one, ten) = (b.i32(0), b.i32(1), b.i32(10));
        let unused = b.op(Op::IMul, &[ten, ten]);
        let same = b.op(Op::IAdd, &[ten, zero]);
        let i = b.declare(Types::I32);
        b.write(i, zero);
        let construct = b.begin_loop();
        let value = b.read(i);
        let more = b.op(Op::SLt, &[value, same]);
        b.leave_unless(more, construct.merge());
        if b.begin_continue(&construct) {
            let value = b.read(i);
            let next = b.op(Op::IAdd, &[value, one]);
            b.write(i, next);
        }
        b.end_loop(construct);
        let last = b.read(i);
        let pair_type = b.types.vector(Types::I32, 2);
        let pair = b.func.constant(pair_type, Const::Composite(vec![one, ten]));
        let sum = b.construct(&[last, last]);
        let sum = b.op(Op::IAdd, &[sum, pair]);
        b.return_(None);
        b.finish();
        for (value, name) in [(unused, "unused"), (same, "same"), (value, "i"), (sum, "sum")] {
            func.value_names.insert(value, name.to_owned());
        }
        func.replace(same, ten);
        let entry = func.layout[0];
        func.blocks[entry].insts.clear();
        let removed = func.new_block();
        func.blocks[removed].term = Terminator::Jump(Target::new(entry));
        func
    }

    #[test]
    fn compaction_keeps_the_function_and_removes_the_rest() {
        let mut module = Module::new();
        let mut func = example(&mut module.types);
        let mut resolved = func.clone();
        resolved.resolve_aliases();
        resolved.value_names.retain(|_, name| name != "unused" && name != "same");
        assert!(func.may_contain(&OpSet::of(&[Op::IMul])) && !func.contains(&OpSet::of(&[Op::IMul])));

        func.compact();
        assert_eq!(func.insts.len(), func.insts().count());
        assert!(!func.may_contain(&OpSet::of(&[Op::IMul])) && func.contains(&OpSet::of(&[Op::SLt])));
        // Constants stay interned.
        let values = func.values.len();
        let ten = func.constant(Types::I32, Const::Bits(10));
        assert_eq!((func.values.len(), func.as_bits(ten)), (values, Some(10)));

        let [before, after] = [resolved, func].map(|func| {
            let mut module = module.clone();
            module.functions.push(func);
            crate::text::print(&module)
        });
        assert_eq!(after, before);
    }
}
