//! Which blocks every path to a block passes, and when each variable was written: together they
//! say how far up a search for a definition may go at once.
//!
//! A program of n constructs is a chain of n blocks that each dominate the next. Walking it for
//! every read would take quadratic time, so each block has a link over many others too (Myers
//! 1983, "An applicative random-access stack"), and a search takes logarithmic time.

use super::Variable;
use crate::entity::{Block, Entity};

/// A block on the chain. Times count what happened to blocks so far.
#[derive(Clone, Copy, Default)]
struct Link {
    /// The next block that every path to this one passes.
    up: Option<Block>,
    /// From when on a write lies between `up` and here, or here.
    since: u32,
    /// `up` or a block further up, chosen by `depth`.
    jump: Option<Block>,
    depth: u32,
    /// The nearest block above that was not sealed when this one was linked: a loop's header,
    /// which writes reach that come later in the text.
    header: Option<Block>,
    sealed: Option<u32>,
    ended: Option<u32>,
    /// Written to before it was sealed.
    touched: bool,
}

/// The chain of each block, and the history of each variable.
#[derive(Default)]
pub(super) struct Chain {
    time: u32,
    links: Vec<Link>,
    /// When each variable was written, in ascending order.
    writes: Vec<Vec<u32>>,
    /// Whether a block was written to behind its branch: times tell nothing then.
    unordered: bool,
}

impl Chain {
    /// A new variable.
    pub fn declare(&mut self) {
        self.writes.push(Vec::new());
    }

    /// Notes a write.
    pub fn write(&mut self, variable: Variable, block: Block) {
        let time = self.time;
        let link = self.link(block);
        link.touched |= link.sealed.is_none();
        let late = link.ended.is_some();
        self.unordered |= late;
        if let Some(times) = self.writes.get_mut(variable.0 as usize)
            && times.last() != Some(&time)
        {
            times.push(time);
        }
    }

    /// Notes that every path to `block` passes the end of `before`.
    pub fn open(&mut self, block: Block, before: Block) {
        self.set_up(block, before);
    }

    /// Notes that a block has its branch.
    pub fn end(&mut self, block: Block) {
        let time = self.time;
        self.link(block).ended.get_or_insert(time);
        self.time += 1;
    }

    /// Notes that all of a block's predecessors are known, and the only one if there is one.
    pub fn seal(&mut self, block: Block, only: Option<Block>) {
        let link = self.link(block);
        if let (None, false, Some(only)) = (link.up, link.touched, only) {
            self.set_up(block, only);
        }
        let time = self.time;
        self.link(block).sealed = Some(time);
        self.time += 1;
    }

    /// The block in front of the construct that ends in `block`, if the construct leaves a variable
    /// as it was.
    pub fn unchanged(&mut self, block: Block, variable: Variable) -> Option<Block> {
        let link = *self.link(block);
        let last = self.writes.get(variable.0 as usize)?.last().copied();
        (!self.unordered && last.is_none_or(|time| time < link.since)).then_some(link.up)?
    }

    /// The uppermost block that holds the same value of a variable as `block`, as far as times
    /// tell: the definition is at its end or further up.
    pub fn reach(&mut self, variable: Variable, block: Block) -> Block {
        let start = *self.link(block);
        if self.unordered || start.sealed.is_none() {
            return block;
        }
        let Some(floor) = self.floor(variable, block, start) else { return block };
        let mut at = block;
        loop {
            let link = *self.link(at);
            let Some(up) = link.up.filter(|_| link.since > floor) else { return at };
            let far = link.jump.filter(|far| self.links[far.index()].since > floor);
            at = far.unwrap_or(up);
        }
    }

    /// The time of the last write that a block can see, from above or through a loop.
    fn floor(&self, variable: Variable, block: Block, start: Link) -> Option<u32> {
        let end = start.ended.unwrap_or(self.time);
        let times = self.writes.get(variable.0 as usize)?;
        let count = times.partition_point(|&time| time <= end);
        let mut floor = count.checked_sub(1).and_then(|last| times.get(last)).copied().unwrap_or(0);
        // A loop's header has its branch before it is sealed: what the loop writes reaches it.
        let is_header = start.sealed > start.ended && start.ended.is_some();
        let mut header = if is_header { Some(block) } else { start.header };
        while let Some(link) = header.and_then(|block| self.links.get(block.index())) {
            if link.since <= floor {
                break;
            }
            let first = times.partition_point(|&time| time < link.since);
            let carried = link.sealed.is_none_or(|sealed| times.get(first).is_some_and(|&t| t <= sealed));
            if carried {
                floor = link.since;
            }
            header = link.header;
        }
        Some(floor)
    }

    fn link(&mut self, block: Block) -> &mut Link {
        if self.links.len() <= block.index() {
            self.links.resize_with(block.index() + 1, Link::default);
        }
        &mut self.links[block.index()]
    }

    /// Links a block, below one that has its place: so there are no cycles.
    fn set_up(&mut self, block: Block, up: Block) {
        let above = *self.link(up);
        if above.up.is_none() && above.sealed.is_none() {
            return;
        }
        let far = above.jump.map(|far| *self.link(far));
        let farther = far.and_then(|far| Some((far.depth, far.jump?)));
        let jump = match farther {
            Some((depth, jump)) if above.depth - depth == depth - self.link(jump).depth => jump,
            _ => up,
        };
        self.time += 1;
        let since = self.time;
        let link = self.link(block);
        link.up = Some(up);
        link.since = since;
        link.jump = Some(jump);
        link.depth = above.depth + 1;
        link.header = if above.sealed.is_none() { Some(up) } else { above.header };
    }
}
