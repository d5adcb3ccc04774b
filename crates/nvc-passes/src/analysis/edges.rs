//! Which blocks lead to a block, and which blocks constructs end or continue at.

use nvc_ir::entity::Entity;
use nvc_ir::{Block, Function, Target, Terminator};
use std::ops::Range;

/// Predecessors of the blocks of a function's layout, one entry per branch target.
pub(crate) struct Edges {
    /// Where each block's predecessors start in `from`; one entry more than blocks.
    start: Vec<u32>,
    from: Vec<Block>,
    /// Which target of its source each edge is.
    target: Vec<u32>,
    structural: Vec<bool>,
}

impl Edges {
    /// The edges of a function as it is now.
    pub(crate) fn new(func: &Function) -> Self {
        let mut start = vec![0u32; func.blocks.len() + 1];
        let mut structural = vec![false; func.blocks.len()];
        for (_, data) in func.blocks_in_order() {
            for target in data.term.targets() {
                start[target.block.index() + 1] += 1;
            }
            if let Some(merge) = data.term.merge() {
                structural[merge.index()] = true;
            }
            if let Terminator::Loop { cont, .. } = data.term {
                structural[cont.index()] = true;
            }
        }
        for index in 1..start.len() {
            start[index] += start[index - 1];
        }
        let mut next = start.clone();
        let total = start.last().copied().unwrap_or(0) as usize;
        let mut from = vec![Block::from_index(0); total];
        let mut target = vec![0u32; total];
        for (block, data) in func.blocks_in_order() {
            for (at, to) in (0u32..).zip(data.term.targets()) {
                let slot = &mut next[to.block.index()];
                from[*slot as usize] = block;
                target[*slot as usize] = at;
                *slot += 1;
            }
        }
        Edges { start, from, target, structural }
    }

    /// The blocks that lead to `block`, once per target of theirs that does.
    pub(crate) fn to(&self, block: Block) -> &[Block] {
        &self.from[self.of(block)]
    }

    /// Where the edges to a block stand.
    fn of(&self, block: Block) -> Range<usize> {
        let index = block.index();
        self.start[index] as usize..self.start[index + 1] as usize
    }

    /// What is handed to `block`, and from where: the targets that lead to it, as long as they stand where they
    /// stood.
    pub(crate) fn arrivals<'a>(
        &'a self,
        func: &'a Function,
        block: Block,
    ) -> impl Iterator<Item = (Block, &'a Target)> {
        let edges = self.of(block);
        let places = self.from[edges.clone()].iter().zip(&self.target[edges]);
        places.filter_map(move |(&from, &at)| {
            let target = func.blocks[from].term.target(at as usize)?;
            (target.block == block).then_some((from, target))
        })
    }

    /// Whether some construct names the block as where it ends or continues.
    pub(crate) fn is_structural(&self, block: Block) -> bool {
        self.structural[block.index()]
    }
}
