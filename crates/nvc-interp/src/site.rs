//! What the checks report about: the instruction, the memory that it accesses, and the state of its warp.

use nvc_ir::Inst;

/// The instruction of a step, for findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Site {
    pub function: usize,
    pub inst: Inst,
}

/// The memory object of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Memory {
    /// A buffer by its region.
    Buffer(usize),
    /// A shared variable.
    Shared(usize),
    /// A private variable: byte offset and size.
    Lane(usize, usize),
    /// An image by its unit.
    Image(u32),
    /// An element outside an array of buffers.
    Element,
    /// No memory.
    Nowhere,
}

/// The state of a warp in its workgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Can run.
    Ready,
    /// Waits at a barrier for the other warps of the workgroup.
    Waiting(Site),
    /// Waits for the other warps of the workgroup at an operation on matrices that they hold together.
    Gathering(Site),
    /// All lanes have ended.
    Done,
}
