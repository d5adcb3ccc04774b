//! Random `!!NVcp5.0` programs.
//!
//! [`generate`] picks rows of the instruction table and generates the operands that each row requires, so an
//! instruction that is added to the table is generated from then on. Every program terminates, reads no
//! undefined values and is free of data races, and a seed always gives the same program.

mod case;
mod classes;
mod coverage;
mod exact;
mod flow;
mod generator;
mod instruction;
mod memory;
mod objects;
mod operands;
mod program;
mod warp;

pub use case::Case;
pub use coverage::{EXCLUDED, INEXACT};
pub use program::{from_choices, generate};

/// The kind of programs to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Only programs that all Vulkan devices and NVIDIA's OpenGL driver compute bit-identically.
    pub exact: bool,
    /// Votes and shuffles, which assume subgroups of 32 invocations.
    pub warps: bool,
    /// Subroutines: CAL and RET.
    pub calls: bool,
    /// The minimum and maximum number of statements between the prologue and the epilogue; a block counts as
    /// one.
    pub statements: (usize, usize),
}

impl Profile {
    /// Programs whose memory can be compared word for word.
    pub const EXACT: Profile = Profile { exact: true, warps: false, calls: false, statements: (10, 36) };
    /// Everything that the compiler accepts, to be compiled and validated.
    pub const ANY: Profile = Profile { exact: false, warps: true, calls: false, statements: (10, 60) };
}
