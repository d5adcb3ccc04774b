//! Skip-linked dominator path: computes how far up a search for a variable's reaching definition may skip.
//!
//! Each block is linked to a block that dominates it, and the times at which each variable is written are
//! recorded. If no write can lie between two blocks of the path, the variable has the same value at the end
//! of both. A program with n constructs is a path of n blocks, which would take quadratic time if every read
//! walked it. Therefore each block also has a skip link over many others (Myers 1983, "An applicative
//! random-access stack"), which makes a search logarithmic.

use super::Variable;
use crate::entity::{Block, Entity};
use smallvec::SmallVec;

/// A block on the path. Times count block events: a block is linked, ends in a branch, or is sealed.
#[derive(Clone, Copy, Default)]
struct Node {
    /// The next block up the path, which dominates this one.
    dominator: Option<Block>,
    /// Time at which the link was made. Writes in this block, or between `dominator` and this block, are not
    /// earlier.
    linked_at: u32,
    /// `dominator`, or a block further up that is chosen by `depth`.
    skip: Option<Block>,
    /// Number of links from this block to the first block of the path.
    depth: u32,
    /// The nearest block further up that was not yet sealed when this block was linked. It is a loop header,
    /// so later writes in the loop can still reach this block.
    header: Option<Block>,
    /// Time at which the block was sealed.
    sealed: Option<u32>,
    /// Time at which the block first branched to another block.
    ended: Option<u32>,
    /// Whether a variable was written in the block before the block was sealed.
    written_unsealed: bool,
}

/// The path of every block, and the write times of every variable.
#[derive(Default)]
pub(super) struct DominatorPath {
    time: u32,
    nodes: Vec<Node>,
    /// Write times of each variable, in ascending order.
    writes: Vec<SmallVec<[u32; 4]>>,
    /// Whether some block was written to after its branch. Times are then meaningless.
    unordered: bool,
}

impl DominatorPath {
    /// Reserves space for more blocks.
    pub fn reserve_blocks(&mut self, additional: usize) {
        self.nodes.reserve(additional);
    }

    /// Declares a variable.
    pub fn declare(&mut self) {
        self.writes.push(SmallVec::new());
    }

    /// Records a write of a variable.
    pub fn write(&mut self, variable: Variable, block: Block) {
        let time = self.time;
        let node = self.node(block);
        node.written_unsealed |= node.sealed.is_none();
        let late = node.ended.is_some();
        self.unordered |= late;
        if let Some(times) = self.writes.get_mut(variable.0 as usize)
            && times.last() != Some(&time)
        {
            times.push(time);
        }
    }

    /// Records that the end of `before` dominates `block`.
    pub fn open(&mut self, block: Block, before: Block) {
        self.link(block, before);
    }

    /// Records that a block ends in a branch.
    pub fn end(&mut self, block: Block) {
        let time = self.time;
        self.node(block).ended.get_or_insert(time);
        self.time += 1;
    }

    /// Records that all predecessors of a block are known; `only` is the predecessor if there is exactly one.
    pub fn seal(&mut self, block: Block, only: Option<Block>) {
        let node = self.node(block);
        if let (None, false, Some(only)) = (node.dominator, node.written_unsealed, only) {
            self.link(block, only);
        }
        let time = self.time;
        self.node(block).sealed = Some(time);
        self.time += 1;
    }

    /// Returns the block before the construct whose header or merge block is `block`, if the construct does
    /// not write the variable.
    pub fn unchanged(&mut self, block: Block, variable: Variable) -> Option<Block> {
        let node = *self.node(block);
        let last = self.writes.get(variable.0 as usize)?.last().copied();
        (!self.unordered && last.is_none_or(|time| time < node.linked_at)).then_some(node.dominator)?
    }

    /// Returns the highest block on the path in which the variable is known to have the same value as in
    /// `block`. The reaching definition is at the end of that block or further up.
    pub fn highest_same(&mut self, variable: Variable, block: Block) -> Block {
        let start = *self.node(block);
        if self.unordered || start.sealed.is_none() {
            return block;
        }
        let Some(floor) = self.last_visible_write(variable, block, start) else { return block };
        let mut at = block;
        loop {
            let node = *self.node(at);
            let Some(dominator) = node.dominator.filter(|_| node.linked_at > floor) else { return at };
            let far = node.skip.filter(|far| self.nodes[far.index()].linked_at > floor);
            at = far.unwrap_or(dominator);
        }
    }

    /// Returns the time of the last write that is visible in a block, either from further up or through the
    /// back edge of a loop.
    fn last_visible_write(&self, variable: Variable, block: Block, start: Node) -> Option<u32> {
        let end = start.ended.unwrap_or(self.time);
        let times = self.writes.get(variable.0 as usize)?;
        let count = times.partition_point(|&time| time <= end);
        let mut floor = count.checked_sub(1).and_then(|last| times.get(last)).copied().unwrap_or(0);
        // A loop header ends in its branch before it is sealed, so writes in the loop reach it.
        let is_header = start.sealed > start.ended && start.ended.is_some();
        let mut header = if is_header { Some(block) } else { start.header };
        while let Some(node) = header.and_then(|block| self.nodes.get(block.index())) {
            if node.linked_at <= floor {
                break;
            }
            let first = times.partition_point(|&time| time < node.linked_at);
            let carried = node.sealed.is_none_or(|sealed| times.get(first).is_some_and(|&t| t <= sealed));
            if carried {
                floor = node.linked_at;
            }
            header = node.header;
        }
        Some(floor)
    }

    fn node(&mut self, block: Block) -> &mut Node {
        if self.nodes.len() <= block.index() {
            self.nodes.resize_with(block.index() + 1, Node::default);
        }
        &mut self.nodes[block.index()]
    }

    /// Links a block to a dominator, if that is already on a path or sealed, which rules out cycles.
    fn link(&mut self, block: Block, dominator: Block) {
        let above = *self.node(dominator);
        if above.dominator.is_none() && above.sealed.is_none() {
            return;
        }
        let far = above.skip.map(|far| *self.node(far));
        let farther = far.and_then(|far| Some((far.depth, far.skip?)));
        let skip = match farther {
            Some((depth, skip)) if above.depth - depth == depth - self.node(skip).depth => skip,
            _ => dominator,
        };
        self.time += 1;
        let linked_at = self.time;
        let node = self.node(block);
        node.dominator = Some(dominator);
        node.linked_at = linked_at;
        node.skip = Some(skip);
        node.depth = above.depth + 1;
        node.header = if above.sealed.is_none() { Some(dominator) } else { above.header };
    }
}
