//! The state of a warp: registers, call stack, and for each call the lanes that wait at each block.
//!
//! Lanes that leave a block wait at their target block. The interpreter then runs the first block, in
//! structured order, at which lanes wait, with all lanes that wait there. Thus diverged lanes reconverge
//! where their construct ends, and the order of the blocks is the only information needed for reconvergence.

use crate::code::{Program, Step};
use crate::column::{Mask, Registers, Slot};
use crate::site::State;

/// A warp.
pub(crate) struct Warp {
    pub registers: Registers,
    /// Private memory of all lanes, one lane after the other.
    pub memory: Vec<u8>,
    pub frames: Vec<Frame>,
    pub number: u32,
    /// Lanes that have an invocation.
    pub all: Mask,
    pub state: State,
}

/// A call frame.
pub(crate) struct Frame {
    pub function: usize,
    /// The lanes that wait at each block.
    waiting: Vec<Mask>,
    /// Bit set of the blocks at which lanes wait.
    ready: Vec<u64>,
    /// The running lanes; 0 if the next block has yet to be selected.
    pub mask: Mask,
    pub block: usize,
    pub step: usize,
    /// The caller's columns for the results.
    pub results: Box<[Slot]>,
}

impl Frame {
    /// Creates the frame of a call by the given lanes.
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

    /// Makes lanes wait at a block.
    pub fn wait(&mut self, block: usize, mask: Mask) {
        if mask != 0 {
            self.waiting[block] |= mask;
            self.ready[block / 64] |= 1 << (block % 64);
        }
    }

    /// Selects the first block at which lanes wait. Returns `false` if there is none.
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
    /// Returns the step at which the warp waits.
    pub fn last_step<'p>(&self, program: &'p Program) -> Option<&'p Step> {
        let frame = self.frames.last()?;
        let body = program.functions.get(frame.function)?.blocks.get(frame.block)?;
        body.steps.get(frame.step.checked_sub(1)?)
    }

    /// Restarts the program in all lanes.
    pub fn start(&mut self, program: &Program) {
        self.state = State::Ready;
        self.memory.fill(0);
        self.frames.clear();
        self.frames.push(Frame::new(program, program.entry, self.all, Box::default()));
    }
}
