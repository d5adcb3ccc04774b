//! What the run-time checks refer to: the instruction, the memory it accesses, and the state of its warp.

use nvc_ir::Inst;

/// The IR instruction of a step, for findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Site {
    pub function: usize,
    pub inst: Inst,
}

/// The memory object of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Memory {
    /// A buffer, by region number.
    Buffer(usize),
    /// A shared variable, by index.
    Shared(usize),
    /// A private variable: byte offset and size in private memory.
    Lane(usize, usize),
    /// An image, by unit.
    Image(u32),
    /// An element that is outside an array of buffers.
    Element,
    /// No memory object, for example an address outside all buffers.
    Nowhere,
}

/// The state of a warp in its work group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// The warp can run.
    Ready,
    /// The warp waits at a barrier for the other warps of the work group.
    Waiting(Site),
    /// The warp waits for the other warps of the work group, at an operation on matrices that all of them
    /// hold.
    Gathering(Site),
    /// All lanes have ended.
    Done,
}
