//! The control-flow graph of a function, with dominators, for the verifier.

use crate::dominators::{Dominators, Graph};
use crate::entity::{Block, Entity};
use crate::function::{Function, Terminator};

/// A function's control-flow graph. Nodes are positions in the layout.
pub(super) struct Cfg {
    /// Position of each block; `None` for blocks that are not in the layout.
    positions: Vec<Option<u32>>,
    /// Dominators along branches, for checking uses of values.
    pub(super) branches: Dominators,
    /// Dominators along branches and edges from each header to its merge and continue blocks, for checking
    /// constructs (SPIR-V's structural dominance).
    pub(super) structure: Dominators,
}

impl Cfg {
    /// Builds the graph of a function that has passed the checks in [`super::shape`].
    pub(super) fn new(func: &Function) -> Self {
        let mut positions = vec![None; func.blocks.len()];
        for (position, block) in (0u32..).zip(&func.layout) {
            positions[block.index()] = Some(position);
        }
        let edge = |from: u32, to: Block| Some((from, positions[to.index()]?));
        let mut edges: Vec<(u32, u32)> = Vec::new();
        let mut extra: Vec<(u32, u32)> = Vec::new();
        for (from, (_, data)) in (0u32..).zip(func.blocks_in_order()) {
            edges.extend(data.term.targets().filter_map(|target| edge(from, target.block)));
            extra.extend(data.term.merge().and_then(|merge| edge(from, merge)));
            if let Terminator::Loop { cont, .. } = data.term {
                extra.extend(edge(from, cont));
            }
        }
        let branches = Dominators::new(&Graph::new(func.layout.len(), &edges));
        edges.append(&mut extra);
        let structure = Dominators::new(&Graph::new(func.layout.len(), &edges));
        Cfg { positions, branches, structure }
    }

    /// Returns a block's position in the layout; `None` if the block is not in the layout.
    pub(super) fn position(&self, block: Block) -> Option<u32> {
        self.positions[block.index()]
    }
}
