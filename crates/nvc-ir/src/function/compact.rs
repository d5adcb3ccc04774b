//! Compaction of a function's tables: removes the instructions and values that are no longer part of the function.
//!
//! Passes remove instructions from blocks but not from the table, and append new ones at its end. After a few passes, most
//! entries are dead, and instructions that follow each other in a block are far apart in memory. In functions that are larger
//! than the CPU's caches, each walk then waits for memory.

use super::{Function, InstData, Terminator};
use crate::constant::Const;
use crate::entity::{Arena, Entity, Inst, Value};
use crate::function::{ValueData, ValueDef};
use crate::opset::OpSet;

/// What is known about a value before it is renumbered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Not part of the function.
    Unused,
    /// Used, but no definition in the layout was found.
    Used,
    /// A constant, a parameter of a block, or the result of an instruction.
    Defined,
}

/// The number of a value that is not part of the function. (A table never has this many entries.)
const REMOVED: Value = Value::LAST;

/// The capacity of a new table, with room for what later passes add: they would have to copy it otherwise. (`lower-memory` adds
/// eight entries for ten.) Memory that is not written to costs nothing.
fn with_room(entries: usize) -> usize {
    2 * entries
}

impl Function {
    /// Removes all instructions and values that are not part of the function, with their names, and resolves aliases. An
    /// instruction whose result was replaced must not be in the layout any more.
    ///
    /// Ids of instructions and values change. Instructions are renumbered in layout order. Values keep their order, and so
    /// anything that is sorted by value. Blocks keep their ids; those that are not in the layout are emptied. All constants
    /// stay.
    pub fn compact(&mut self) {
        let mut states = vec![State::Unused; self.values.len()];
        self.move_insts(&mut states);
        let numbers = self.renumber_values(&states);
        self.renumber_uses(&numbers);
        self.renumber_constants(&numbers);
        let names = std::mem::take(&mut self.value_names).into_iter();
        let names = names.map(|(value, name)| (numbers[value.index()], name));
        self.value_names = names.filter(|(value, _)| *value != REMOVED).collect();
        self.aliased = false;
    }

    /// Moves the instructions of the layout to a new table, and resolves all operands.
    fn move_insts(&mut self, states: &mut [State]) {
        let live = self.blocks_in_order().map(|(_, block)| block.insts.len()).sum();
        let mut table: Arena<Inst, InstData> = Arena::with_capacity(with_room(live));
        let mut ops = OpSet::default();
        let mut in_layout = vec![false; self.blocks.len()];
        let Function { layout, blocks, insts, values, .. } = self;
        let resolve = |values: &Arena<Value, ValueData>, states: &mut [State], value: &mut Value| {
            while let ValueDef::Alias(to) = values[*value].def {
                *value = to;
            }
            let state = &mut states[value.index()];
            if *state == State::Unused {
                *state = State::Used;
            }
        };
        for &block in layout.iter() {
            in_layout[block.index()] = true;
            let data = &mut blocks[block];
            for &param in &data.params {
                states[param.index()] = State::Defined;
            }
            for inst in &mut data.insts {
                let old = &mut insts[*inst];
                let mut args = std::mem::take(&mut old.args);
                args.iter_mut().for_each(|arg| resolve(values, states, arg));
                ops.insert(old.op);
                *inst = table.push(InstData { args, ..*old });
                if let Some(result) = old.result {
                    debug_assert!(!matches!(values[result].def, ValueDef::Alias(_)), "{result} was replaced");
                    values[result].def = ValueDef::Inst(*inst);
                    states[result.index()] = State::Defined;
                }
            }
            data.term.for_each_value(|value| resolve(values, states, value));
        }
        for (_, data) in blocks.iter_mut().filter(|(block, _)| !in_layout[block.index()]) {
            (data.params, data.insts, data.term) = (Vec::new(), Vec::new(), Terminator::Unreachable);
        }
        self.insts = table;
        self.ops = ops;
    }

    /// Moves the values that are not unused to a new table. Returns the new value of each old one, or [`REMOVED`].
    fn renumber_values(&mut self, states: &[State]) -> Vec<Value> {
        let mut numbers = vec![REMOVED; self.values.len()];
        let live = states.iter().filter(|&&state| state != State::Unused).count() + self.constants.len();
        let mut table = Arena::with_capacity(with_room(live));
        for (value, data) in self.values.iter() {
            let mut data = *data;
            match (states[value.index()], data.def) {
                (_, ValueDef::Const(_)) | (State::Defined, _) => {}
                (State::Unused, _) => continue,
                // Invalid IR, which the verifier reports.
                (State::Used, _) => data.def = ValueDef::Undefined,
            }
            numbers[value.index()] = table.push(data);
        }
        if self.aliased {
            // Constants that another constant has replaced.
            for &value in self.constant_ids.values() {
                numbers[value.index()] = numbers[self.resolve(value).index()];
            }
        }
        self.values = table;
        numbers
    }

    /// Replaces the old values in instructions and blocks by the new ones.
    fn renumber_uses(&mut self, numbers: &[Value]) {
        let renumber = |value: &mut Value| *value = numbers[value.index()];
        for (_, data) in self.insts.iter_mut() {
            data.args.iter_mut().for_each(renumber);
            data.result.iter_mut().for_each(renumber);
        }
        for &block in &self.layout {
            let data = &mut self.blocks[block];
            data.params.iter_mut().for_each(renumber);
            data.term.for_each_value(renumber);
        }
    }

    /// Replaces the old values in constants by the new ones.
    fn renumber_constants(&mut self, numbers: &[Value]) {
        let composite = |constant: &mut Const| {
            if let Const::Composite(parts) = constant {
                parts.iter_mut().for_each(|part| *part = numbers[part.index()]);
            }
        };
        self.constants.iter_mut().for_each(|(_, constant)| composite(constant));
        let interned = std::mem::take(&mut self.constant_ids).into_iter();
        let interned = interned.map(|((ty, mut constant), value)| {
            composite(&mut constant);
            ((ty, constant), numbers[value.index()])
        });
        self.constant_ids = interned.filter(|(_, value)| *value != REMOVED).collect();
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
