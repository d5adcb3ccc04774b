//! Positions of definitions in the layout.

use nvc_ir::entity::Entity;
use nvc_ir::function::ValueDef;
use nvc_ir::{Block, Function, Inst, Value};

/// The position in the layout of each block, and of the block that contains each instruction.
///
/// A pass that removes blocks and moves instructions may keep the positions, if it says what moves where. They then are those
/// of the layout in which they were computed, so their order is still that of the blocks.
pub(crate) struct Positions {
    /// By the instruction's index; 0 for instructions that are not in the layout.
    insts: Vec<u32>,
    /// By the block's index; 0 for blocks that are not in the layout.
    blocks: Vec<u32>,
}

impl Positions {
    /// Computes the positions in a function in its present state. It reads no instruction, only the lists of the blocks.
    pub(crate) fn new(func: &Function) -> Self {
        let mut insts = vec![0; func.insts.len()];
        let mut blocks = vec![0; func.blocks.len()];
        for (position, (block, data)) in (0u32..).zip(func.blocks_in_order()) {
            blocks[block.index()] = position;
            data.insts.iter().for_each(|inst| insts[inst.index()] = position);
        }
        Positions { insts, blocks }
    }

    /// The position of the block that defines a value; 0 for constants. For the result of an instruction that was created later
    /// and not reported by [`moved`](Self::moved) or [`set`](Self::set), `None` or a position after all blocks.
    pub(crate) fn value(&self, func: &Function, value: Value) -> Option<u32> {
        match func.values[value].def {
            ValueDef::Inst(inst) => self.insts.get(inst.index()).copied(),
            ValueDef::Param(block) => self.blocks.get(block.index()).copied(),
            ValueDef::Const(_) | ValueDef::Undefined | ValueDef::Alias(_) => Some(0),
        }
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
            self.set(inst, position);
        }
    }

    /// Sets the position of an instruction.
    pub(crate) fn set(&mut self, inst: Inst, position: u32) {
        if self.insts.len() <= inst.index() {
            self.insts.resize(inst.index() + 1, u32::MAX);
        }
        self.insts[inst.index()] = position;
    }
}
