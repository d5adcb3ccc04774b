//! Numbers the values and blocks of a function for a listing.

use crate::entity::{Block, Entity, Value};
use crate::function::{Function, ValueDef};

/// Dense numbers of values and blocks in layout order.
pub(super) struct Numbering {
    values: Vec<Option<u32>>,
    blocks: Vec<Option<u32>>,
}

impl Numbering {
    /// Numbers the blocks of a function, and the values defined in each: parameters first, then results.
    pub(super) fn new(func: &Function) -> Self {
        let mut numbers =
            Numbering { values: vec![None; func.values.len()], blocks: vec![None; func.blocks.len()] };
        let (mut blocks, mut values) = (0, 0);
        for &block in &func.layout {
            let Some(data) = func.blocks.get(block) else { continue };
            assign(&mut numbers.blocks, block.index(), &mut blocks);
            let results = data.insts.iter().filter_map(|&inst| func.insts.get(inst)?.result);
            for value in data.params.iter().copied().chain(results) {
                assign(&mut numbers.values, value.index(), &mut values);
            }
        }
        numbers
    }

    /// Returns the name of a block. If the block is not in the layout, the name cannot be parsed back.
    pub(super) fn block(&self, block: Block) -> String {
        match self.blocks.get(block.index()) {
            Some(Some(number)) => format!("b{number}"),
            _ => format!("?{block}"),
        }
    }

    /// Returns the name of a value that is not a constant. If no block of the layout defines the value, the
    /// name cannot be parsed back.
    pub(super) fn value(&self, value: Value) -> String {
        match self.values.get(value.index()) {
            Some(Some(number)) => format!("v{number}"),
            _ => format!("?{value}"),
        }
    }
}

fn assign(numbers: &mut [Option<u32>], index: usize, next: &mut u32) {
    if let Some(slot @ None) = numbers.get_mut(index) {
        *slot = Some(*next);
        *next += 1;
    }
}

/// Follows aliases. The number of steps is bounded, because an invalid module may have a cycle of aliases.
pub(super) fn resolve(func: &Function, mut value: Value) -> Value {
    for _ in 0..func.values.len() {
        match func.values.get(value).map(|data| data.def) {
            Some(ValueDef::Alias(to)) => value = to,
            _ => break,
        }
    }
    value
}
