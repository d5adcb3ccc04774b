//! Generates random `!!NVcp5.0` programs.
//!
//! [`generate`] picks instructions from the compiler's instruction table and generates the operands that
//! each one requires, so that an instruction added to the table is fuzzed automatically. Every program that is run
//! ([`Profile::EXACT`]) terminates, reads no undefined values and is free of data races. A seed always gives the
//! same program.

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
pub use coverage::{EXCLUDED, NOT_IN_EXACT};
pub use program::{from_choices, generate};

/// The kind of programs to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Whether all Vulkan devices and NVIDIA's OpenGL driver must compute bit-identical results.
    pub exact: bool,
    /// Whether to generate votes and shuffles, which assume subgroups of 32 invocations.
    pub warps: bool,
    /// Minimum and maximum number of statements between the prologue and the epilogue. A block counts as
    /// one.
    pub statements: (usize, usize),
}

impl Profile {
    /// Programs whose memory can be compared bit for bit.
    pub const EXACT: Profile = Profile { exact: true, warps: false, statements: (10, 36) };
    /// Programs that may contain any construct that the generator knows, to be compiled and validated but not
    /// run.
    pub const ANY: Profile = Profile { exact: false, warps: true, statements: (10, 60) };
}
