//! The control-flow graph of a function, by positions in the layout.

use crate::dominators::{Dominators, Graph};
use crate::entity::{Block, Entity};
use crate::function::{Function, Terminator};

/// A function's graph. Nodes are positions in the layout.
pub(super) struct Cfg {
    positions: Vec<u32>,
    /// Dominance by branches only, for uses of values.
    pub(super) branches: Dominators,
    /// Dominance with edges from each header to its merge and continue blocks, for
    /// constructs (SPIR-V's structural dominance).
    pub(super) structure: Dominators,
}

impl Cfg {
    /// The graph of a function with a valid shape.
    pub(super) fn new(func: &Function) -> Self {
        let mut positions = vec![u32::MAX; func.blocks.len()];
        for (position, block) in func.layout.iter().enumerate() {
            positions[block.index()] = position as u32;
        }
        let mut edges: Vec<(u32, u32)> = Vec::new();
        let mut extra: Vec<(u32, u32)> = Vec::new();
        for (from, (_, data)) in (0u32..).zip(func.blocks_in_order()) {
            edges.extend(data.term.targets().map(|target| (from, positions[target.block.index()])));
            extra.extend(data.term.merge().map(|merge| (from, positions[merge.index()])));
            if let Terminator::Loop { cont, .. } = data.term {
                extra.push((from, positions[cont.index()]));
            }
        }
        let branches = Dominators::new(&Graph::new(func.layout.len(), &edges));
        edges.append(&mut extra);
        let structure = Dominators::new(&Graph::new(func.layout.len(), &edges));
        Cfg { positions, branches, structure }
    }

    /// A block's position in the layout.
    pub(super) fn position(&self, block: Block) -> u32 {
        self.positions[block.index()]
    }
}
