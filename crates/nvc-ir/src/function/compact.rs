//! Compaction of a function's tables: removes the blocks, instructions and values that are no longer part of the function.
//!
//! Passes remove blocks from the layout and instructions from blocks but not from the tables, and append new ones at the end.
//! After a few passes, most entries are dead. In functions that are larger than the CPU's caches, each walk then waits for memory.
//!
//! Live entries move to the start of their table and keep their order. A walk in layout order then reads several sequences of
//! entries, one for each pass that appended some. New tables in layout order would be read faster, but the page faults on their
//! memory cost more than that gains.

use super::{BlockData, Function, ValueData, ValueDef};
use crate::constant::Const;
use crate::entity::{Arena, Block, Entity, Inst, Value};
use crate::opset::OpSet;

impl Function {
    /// Removes all blocks, instructions and values that are not part of the function, with their names, and resolves aliases.
    /// An instruction whose result was replaced must not be in the layout any more.
    ///
    /// Ids change. Blocks, instructions and values keep their order, and so anything that is sorted by them. All constants stay.
    pub fn compact(&mut self) {
        let blocks = numbers(self.blocks.len(), self.layout.iter().copied());
        let insts = self.blocks_in_order().flat_map(|(_, block)| &block.insts);
        let insts = numbers(self.insts.len(), insts.copied());
        let mut values = self.number_values(&blocks, &insts);
        let names = std::mem::take(&mut self.value_names).into_iter();
        let names = names.filter_map(|(value, name)| Some((values.numbers[value.index()]?, name)));
        self.value_names = names.collect();
        self.gather_lists();
        self.move_insts(&insts, &mut values);
        self.move_blocks(&blocks, &insts, &mut values);
        self.renumber_constants(&mut values);
        // Last, as the old table says what has been replaced by what.
        self.values = values.moved();
        self.aliased = false;
    }

    /// Moves the instruction lists of the blocks in the layout next to each other in memory, in layout order. A list that grows
    /// moves to wherever there is room, and a walk over a [large](Self::is_large) function would wait for the memory of each
    /// block.
    pub fn gather_lists(&mut self) {
        let mut insts = Vec::new();
        let mut lens = Vec::with_capacity(self.layout.len());
        for &block in &self.layout {
            let list = &mut self.blocks[block].insts;
            lens.push(list.len());
            insts.append(&mut std::mem::take(list));
        }
        // Only now, when the memory of all old lists is free.
        let mut insts = insts.iter();
        for (&block, len) in self.layout.iter().zip(lens) {
            self.blocks[block].insts.extend(insts.by_ref().take(len));
        }
    }

    /// Takes the table of values. Assigns new ids to those that are part of the function, and renumbers their definitions.
    fn number_values(&mut self, blocks: &[Option<Block>], insts: &[Option<Inst>]) -> Values {
        let mut table = std::mem::take(&mut self.values);
        let mut is_param = vec![false; table.len()];
        let params = self.blocks_in_order().flat_map(|(_, block)| &block.params);
        params.for_each(|param| is_param[param.index()] = true);
        let mut numbers = vec![None; table.len()];
        let mut count = 0;
        for (value, data) in table.iter_mut() {
            let def = match data.def {
                ValueDef::Inst(inst) => insts[inst.index()].map(ValueDef::Inst),
                ValueDef::Param(block) if is_param[value.index()] => {
                    blocks[block.index()].map(ValueDef::Param)
                }
                ValueDef::Const(_) => Some(data.def),
                ValueDef::Param(_) | ValueDef::Undefined | ValueDef::Alias(_) => None,
            };
            if let Some(def) = def {
                data.def = def;
                numbers[value.index()] = Some(Value::from_index(count));
                count += 1;
            }
        }
        Values { table, numbers, count: count as usize, undefined: Vec::new() }
    }

    /// Moves the instructions of the layout to the start of the table, with their locations and immediates.
    fn move_insts(&mut self, numbers: &[Option<Inst>], values: &mut Values) {
        let mut ops = OpSet::default();
        self.insts.0.retain(|inst, data| {
            let Some(number) = numbers[inst.index()] else { return false };
            data.args.iter_mut().for_each(|arg| values.renumber(arg));
            if let Some(result) = &mut data.result {
                debug_assert_eq!(values.table[*result].def, ValueDef::Inst(number));
                values.renumber(result);
            }
            ops.insert(data.op);
            true
        });
        self.ops = ops;
        let mut stays = numbers.iter().map(Option::is_some);
        self.locs.retain(|_| stays.next() == Some(true));
        self.imms.renumber(|inst| numbers[inst.index()]);
    }

    /// Moves the blocks of the layout to the start of the table.
    fn move_blocks(&mut self, numbers: &[Option<Block>], insts: &[Option<Inst>], values: &mut Values) {
        // An id that no block has: invalid IR, which the verifier reports.
        let new = |block: Block| numbers[block.index()].unwrap_or(Block::from_index(u32::MAX - 1));
        self.layout.iter_mut().for_each(|block| *block = new(*block));
        self.blocks.retain(|block, data| {
            if numbers[block.index()].is_none() {
                return false;
            }
            let BlockData { params, insts: list, term, .. } = data;
            params.iter_mut().for_each(|param| values.renumber(param));
            list.iter_mut().for_each(|inst| *inst = insts[inst.index()].unwrap_or(*inst));
            term.for_each_value(|value| values.renumber(value));
            term.for_each_block(|block| *block = new(*block));
            true
        });
    }

    /// Replaces the values in constants.
    fn renumber_constants(&mut self, values: &mut Values) {
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

/// Returns the new id of each of `count` old ones: its place, in the order of the old ids, among those that stay.
fn numbers<K: Entity>(count: usize, stay: impl Iterator<Item = K>) -> Vec<Option<K>> {
    let mut numbers = vec![None; count];
    stay.for_each(|key| numbers[key.index()] = Some(key));
    for (next, number) in (0..).zip(numbers.iter_mut().flatten()) {
        *number = K::from_index(next);
    }
    numbers
}

/// The values of a function during compaction.
struct Values {
    /// The table before compaction, but the definitions of the values that are part of the function have the new ids.
    table: Arena<Value, ValueData>,
    /// The new id of each value; `None` if it is not part of the function, or if it was replaced and no use of it has been found
    /// yet.
    numbers: Vec<Option<Value>>,
    /// The number of values that are part of the function.
    count: usize,
    /// Values with uses but no definition, which follow the others.
    undefined: Vec<ValueData>,
}

impl Values {
    /// Replaces an old value by the new one.
    #[inline]
    fn renumber(&mut self, value: &mut Value) {
        *value = match self.numbers[value.index()] {
            Some(number) => number,
            None => self.find(*value).unwrap_or_else(|| self.undefined(*value)),
        };
    }

    /// Returns the new value for an old one, or for the value that replaced it.
    fn find(&mut self, value: Value) -> Option<Value> {
        let mut end = value;
        while let (None, ValueDef::Alias(to)) = (self.numbers[end.index()], self.table[end].def) {
            end = to;
        }
        let number = self.numbers[end.index()]?;
        // The whole chain of replacements gets the number, so that each link is followed once.
        let mut at = value;
        while let (None, ValueDef::Alias(to)) = (self.numbers[at.index()], self.table[at].def) {
            self.numbers[at.index()] = Some(number);
            at = to;
        }
        Some(number)
    }

    /// Adds an undefined value for one that has uses but no definition: invalid IR, which the verifier reports.
    #[cold]
    fn undefined(&mut self, value: Value) -> Value {
        let number = Value::from_index((self.count + self.undefined.len()) as u32);
        self.undefined.push(ValueData { def: ValueDef::Undefined, ..self.table[value] });
        self.numbers[value.index()] = Some(number);
        number
    }

    /// Returns the table after compaction.
    fn moved(self) -> Arena<Value, ValueData> {
        let Values { mut table, numbers, count, undefined } = self;
        table.retain(|value, data| {
            let is_numbered = numbers[value.index()].is_some_and(|number| number.index() < count);
            is_numbered && !matches!(data.def, ValueDef::Alias(_))
        });
        debug_assert_eq!(table.len(), count);
        for data in undefined {
            table.push(data);
        }
        table
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
