//! Positions of definitions in the layout.

use nvc_ir::entity::Entity;
use nvc_ir::{Block, Function, Value};

/// The position in the layout of each block, and of the block that defines each value.
///
/// A pass that removes blocks and moves instructions may keep the positions, if it says what moves where. They then are those
/// of the layout in which they were computed, so their order is still that of the blocks.
pub(crate) struct Positions {
    /// By the value's index; 0 for constants.
    values: Vec<u32>,
    /// By the block's index; 0 for blocks that are not in the layout.
    blocks: Vec<u32>,
}

impl Positions {
    /// Computes the positions in a function in its present state.
    pub(crate) fn new(func: &Function) -> Self {
        let mut values = vec![0; func.values.len()];
        let mut blocks = vec![0; func.blocks.len()];
        for (position, (block, data)) in (0u32..).zip(func.blocks_in_order()) {
            blocks[block.index()] = position;
            let results = data.insts.iter().filter_map(|&inst| func.insts[inst].result);
            for value in results.chain(data.params.iter().copied()) {
                values[value.index()] = position;
            }
        }
        Positions { values, blocks }
    }

    /// The position of the block that defines a value. For a value that was created later and not reported by
    /// [`moved`](Self::moved) or [`set`](Self::set), `None` or a position after all blocks.
    pub(crate) fn value(&self, value: Value) -> Option<u32> {
        self.values.get(value.index()).copied()
    }

    /// The position of a block.
    pub(crate) fn block(&self, block: Block) -> u32 {
        self.blocks[block.index()]
    }

    /// Updates the positions after the last `count` instructions of a block were moved to it or created in it.
    pub(crate) fn moved(&mut self, func: &Function, block: Block, count: usize) {
        let position = self.block(block);
        let insts = &func.blocks[block].insts;
        for &inst in &insts[insts.len() - count..] {
            if let Some(result) = func.insts[inst].result {
                self.set(result, position);
            }
        }
    }

    /// Sets the position of a value.
    pub(crate) fn set(&mut self, value: Value, position: u32) {
        if self.values.len() <= value.index() {
            self.values.resize(value.index() + 1, u32::MAX);
        }
        self.values[value.index()] = position;
    }
}
