//! The state of a warp: registers, a stack of calls, and for each call which lanes wait where.
//!
//! Lanes that have left the block that runs wait at the block that they went to. The lowest block
//! in structured order runs next, with all lanes that wait there; so lanes that parted meet again
//! where their construct ends, and nothing but the order of blocks has to be kept.

use super::Site;
use crate::code::Program;
use crate::column::{Mask, Registers, Slot};

/// What a warp is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Go on.
    Ready,
    /// Wait until all warps of the group are at a barrier.
    Waiting(Site),
    /// Nothing: all lanes have ended.
    Done,
}

/// A warp.
pub(crate) struct Warp {
    pub registers: Registers,
    /// Each lane's own variables, lane after lane.
    pub memory: Vec<u8>,
    pub frames: Vec<Frame>,
    pub number: u32,
    /// Lanes that belong to invocations.
    pub all: Mask,
    pub state: State,
}

/// A call.
pub(crate) struct Frame {
    pub function: usize,
    /// The lanes that wait at each block.
    waiting: Vec<Mask>,
    /// One bit for each block where lanes wait.
    ready: Vec<u64>,
    /// Lanes that run, if any do.
    pub mask: Mask,
    pub block: usize,
    pub step: usize,
    /// Where results go.
    pub results: Box<[Slot]>,
}

impl Frame {
    /// A call with these lanes.
    pub fn new(program: &Program, function: usize, mask: Mask, results: Box<[Slot]>) -> Self {
        let blocks = program.functions[function].blocks.len().max(1);
        let mut frame = Frame {
            function,
            waiting: vec![0; blocks],
            ready: vec![0; blocks.div_ceil(64)],
            mask: 0,
            block: 0,
            step: 0,
            results,
        };
        frame.wait(0, mask);
        frame
    }

    /// Lanes go to a block.
    pub fn wait(&mut self, block: usize, mask: Mask) {
        if mask != 0 {
            self.waiting[block] |= mask;
            self.ready[block / 64] |= 1 << (block % 64);
        }
    }

    /// Turns to the lowest block where lanes wait; false if there is none.
    pub fn next(&mut self) -> bool {
        let Some(word) = self.ready.iter().position(|&bits| bits != 0) else { return false };
        let block = word * 64 + self.ready[word].trailing_zeros() as usize;
        self.ready[word] &= self.ready[word] - 1;
        self.mask = std::mem::take(&mut self.waiting[block]);
        self.block = block;
        self.step = 0;
        true
    }
}

impl Warp {
    /// Makes all lanes ready to run the program from its start.
    pub fn start(&mut self, program: &Program) {
        self.state = State::Ready;
        self.memory.fill(0);
        self.frames.clear();
        self.frames.push(Frame::new(program, program.entry, self.all, Box::default()));
    }
}
