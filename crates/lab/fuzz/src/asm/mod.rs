//! Random `!!NVcp5.0` programs.
//!
//! [`generate`] walks no grammar: it picks rows of the instruction table and gives each what the row
//! asks for, so an instruction that is added to the table is generated from then on. Every program
//! terminates, reads nothing undefined and races with nothing, and a seed always gives the same one.

mod case;
mod classes;
mod coverage;
mod exact;
mod flow;
mod instruction;
mod memory;
mod objects;
mod operands;
mod program;
mod warp;

pub use case::Case;
pub use coverage::{EXCLUDED, INEXACT};
pub use program::{from_choices, generate};

/// What kind of programs are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Only what every Vulkan device and NVIDIA's hardware compute to the same bits.
    pub exact: bool,
    /// Votes and shuffles, which assume subgroups of 32 invocations.
    pub warps: bool,
    /// Subroutines: CAL and RET.
    pub calls: bool,
    /// The fewest and the most statements between the prologue and the epilogue, before blocks are
    /// counted out.
    pub statements: (usize, usize),
}

impl Profile {
    /// Programs whose memory can be compared word for word.
    pub const EXACT: Profile = Profile { exact: true, warps: false, calls: false, statements: (10, 36) };
    /// Everything that the compiler takes, to compile and validate.
    pub const ANY: Profile = Profile { exact: false, warps: true, calls: false, statements: (10, 60) };
}
