//! Incoming control-flow edges of each block, and the blocks that headers declare as merge or continue blocks.

use nvc_ir::entity::Entity;
use nvc_ir::{Block, Function, Target, Terminator};
use std::ops::Range;

/// Incoming edges of the blocks in a function's layout, in compressed sparse rows: one entry per branch target.
#[derive(Default)]
pub(crate) struct Edges {
    /// Index in `from` of each block's first incoming edge, with extra entries at the end.
    start: Vec<u32>,
    /// The source of each edge.
    from: Vec<Block>,
    /// The index of each edge among the targets of its source.
    target: Vec<u32>,
    /// Whether each block is a merge or continue block.
    structural: Vec<bool>,
    /// Each edge in layout order: its source, its index among the targets, and the block that it leads to.
    list: Vec<(Block, u32, Block)>,
}

impl Edges {
    /// The edges of a function in its present state.
    pub(crate) fn new(func: &Function) -> Self {
        let mut edges = Edges::default();
        edges.update(func);
        edges
    }

    /// Replaces the edges by those of a function in its present state.
    pub(crate) fn update(&mut self, func: &Function) {
        let Edges { start, from, target, structural, list } = self;
        // Until the edges are filled in, the start of each block is at the index after the block's, as the place of its next
        // edge. So the last entry is not needed afterwards.
        reset(start, func.blocks.len() + 2, 0);
        reset(structural, func.blocks.len(), false);
        // The blocks are read once: they are much larger than the list.
        list.clear();
        for (block, data) in func.blocks_in_order() {
            for (at, to) in (0u32..).zip(data.term.targets()) {
                start[to.block.index() + 2] += 1;
                list.push((block, at, to.block));
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
        reset(from, list.len(), Block::from_index(0));
        reset(target, list.len(), 0);
        for &(block, at, to) in list.iter() {
            let slot = &mut start[to.index() + 1];
            from[*slot as usize] = block;
            target[*slot as usize] = at;
            *slot += 1;
        }
    }

    /// The predecessors of a block. A predecessor with several edges to the block is listed once per edge.
    pub(crate) fn predecessors(&self, block: Block) -> &[Block] {
        &self.from[self.range(block)]
    }

    /// The indices of the edges to a block.
    fn range(&self, block: Block) -> Range<usize> {
        let index = block.index();
        self.start[index] as usize..self.start[index + 1] as usize
    }

    /// The incoming edges of `block`: each predecessor with its target and arguments. Skips edges that were redirected
    /// after the analysis.
    pub(crate) fn incoming<'a>(
        &'a self,
        func: &'a Function,
        block: Block,
    ) -> impl Iterator<Item = (Block, &'a Target)> {
        let edges = self.range(block);
        let pairs = self.from[edges.clone()].iter().zip(&self.target[edges]);
        pairs.filter_map(move |(&from, &at)| {
            let target = func.blocks[from].term.target(at as usize)?;
            (target.block == block).then_some((from, target))
        })
    }

    /// Changes the targets of the incoming edges of `block`. Skips edges like [`incoming`](Self::incoming).
    pub(crate) fn for_each_target(
        &self,
        func: &mut Function,
        block: Block,
        mut change: impl FnMut(&mut Target),
    ) {
        for edge in self.range(block) {
            let target = func.blocks[self.from[edge]].term.target_mut(self.target[edge] as usize);
            if let Some(target) = target.filter(|target| target.block == block) {
                change(target);
            }
        }
    }

    /// Whether the block is the merge or continue block of a header.
    pub(crate) fn is_structural(&self, block: Block) -> bool {
        self.structural[block.index()]
    }
}

/// Fills a list with `length` copies of a value.
fn reset<T: Clone>(list: &mut Vec<T>, length: usize, value: T) {
    list.clear();
    list.resize(length, value);
}
