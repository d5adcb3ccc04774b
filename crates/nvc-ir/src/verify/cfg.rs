//! The control-flow graph of a function, by positions in the layout.

use crate::dominators::{Dominators, Graph};
use crate::entity::{Block, Entity};
use crate::function::{Function, Terminator};

/// A function's graph. Nodes are positions in the layout.
pub(super) struct Cfg {
    /// By block; `None` for blocks that are not in the layout.
    positions: Vec<Option<u32>>,
    /// Dominance by branches only, for uses of values.
    pub(super) branches: Dominators,
    /// Dominance with edges from each header to its merge and continue blocks, for
    /// constructs (SPIR-V's structural dominance).
    pub(super) structure: Dominators,
}

impl Cfg {
    /// The graph of a function with a valid shape.
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

    /// A block's position in the layout, if it is there.
    pub(super) fn position(&self, block: Block) -> Option<u32> {
        self.positions[block.index()]
    }
}
