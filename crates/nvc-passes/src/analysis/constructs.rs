//! Construct nesting: finds the selection, switch or loop that contains each block.
//!
//! The construct of a block follows from its immediate structural dominator (SPIR-V §2.11.1): the dominator in the graph
//! that also has edges from each header to its merge and continue blocks.

use nvc_ir::dominators::{Dominators, Graph};
use nvc_ir::entity::Entity;
use nvc_ir::{Block, Function, Terminator};

/// The nesting of constructs in a function.
pub(crate) struct Constructs {
    /// The header of the innermost construct around each block, by the block's index. A header is outside its own construct.
    header: Vec<Option<Block>>,
    /// Whether each block is in a continue construct.
    in_continue: Vec<bool>,
}

impl Constructs {
    /// The constructs of a function in its present state.
    pub(crate) fn new(func: &Function) -> Self {
        let mut position = vec![u32::MAX; func.blocks.len()];
        for (at, block) in (0u32..).zip(&func.layout) {
            position[block.index()] = at;
        }
        let (mut merge_of, mut continue_of) = (vec![None; func.blocks.len()], vec![None; func.blocks.len()]);
        let mut edges = Vec::new();
        for (at, (block, data)) in (0u32..).zip(func.blocks_in_order()) {
            edges.extend(data.term.targets().map(|target| (at, position[target.block.index()])));
            if let Some(merge) = data.term.merge() {
                merge_of[merge.index()] = Some(block);
                edges.push((at, position[merge.index()]));
            }
            if let Terminator::Loop { cont, .. } = data.term {
                continue_of[cont.index()] = Some(block);
                edges.push((at, position[cont.index()]));
            }
        }
        let dominators = Dominators::new(&Graph::new(func.layout.len(), &edges));
        let count = func.blocks.len();
        let mut nest = Constructs { header: vec![None; count], in_continue: vec![false; count] };
        // The layout has each block after its dominators.
        for (at, &block) in (0u32..).zip(&func.layout) {
            let dominator = dominators.immediate(at).and_then(|at| func.layout.get(at as usize));
            let (header, in_continue) = match (merge_of[block.index()], continue_of[block.index()], dominator)
            {
                (Some(of), _, _) => (nest.header[of.index()], nest.in_continue[of.index()]),
                (None, Some(of), _) => (Some(of), true),
                (None, None, Some(&dominator)) => {
                    let heads = func.blocks[dominator].term.merge().is_some();
                    let header = if heads { Some(dominator) } else { nest.header[dominator.index()] };
                    (header, nest.in_continue[dominator.index()])
                }
                (None, None, None) => (None, false),
            };
            nest.header[block.index()] = header;
            nest.in_continue[block.index()] = in_continue;
        }
        nest
    }

    /// The header of the innermost construct around a block.
    pub(crate) fn header(&self, block: Block) -> Option<Block> {
        self.header.get(block.index()).copied().flatten()
    }

    /// The headers of the constructs around a block, innermost first.
    pub(crate) fn headers(&self, block: Block) -> impl Iterator<Item = Block> {
        std::iter::successors(self.header(block), |&header| self.header(header))
    }

    /// Whether a block is in a continue construct. Only the back edge leaves a continue construct.
    pub(crate) fn is_in_continue(&self, block: Block) -> bool {
        self.in_continue.get(block.index()).copied().unwrap_or(false)
    }

    /// Records that `block`, created after the analysis, is in the construct of `header`.
    pub(crate) fn add(&mut self, block: Block, header: Option<Block>) {
        if self.header.len() <= block.index() {
            self.header.resize(block.index() + 1, None);
            self.in_continue.resize(block.index() + 1, false);
        }
        self.header[block.index()] = header;
        self.in_continue[block.index()] = header.is_some_and(|header| self.is_in_continue(header));
    }
}
