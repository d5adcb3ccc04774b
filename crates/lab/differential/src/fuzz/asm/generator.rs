//! The state of the assembly generator.

use super::Profile;
use crate::fuzz::Rng;
use nvc_asm::options::Feature;
use nvc_asm::table::Row;
use std::collections::BTreeSet;

/// A program under construction.
pub(super) struct Generator<'p> {
    pub(super) rng: Rng,
    pub(super) profile: &'p Profile,
    pub(super) features: BTreeSet<Feature>,
    /// Whether operands may be registers of a class other than the one that the instruction's type requires.
    pub(super) mixes: bool,
    /// Whether control flow is uniform at this point.
    pub(super) uniform: bool,
    /// Whether BRK and CONT are allowed at this point.
    pub(super) may_jump: bool,
    /// Whether RET is allowed at this point.
    pub(super) may_return: bool,
    /// Whether the program already tests a carry or overflow flag.
    pub(super) carry_tested: bool,
    /// Whether shared memory is accessed in sizes other than 32-bit words, which in SPIR-V requires
    /// SPV_KHR_workgroup_memory_explicit_layout.
    pub(super) any_size_shared: bool,
    /// Number of open blocks.
    pub(super) depth: usize,
    /// Instructions that the program may contain.
    pub(super) rows: Vec<&'static Row>,
    /// Statements generated so far.
    pub(super) body: String,
}

impl Generator<'_> {
    pub(super) fn line(&mut self, text: &str) {
        self.body.push_str(text);
        self.body.push('\n');
    }

    /// In exact programs, removes conditional CONTs at the end of a loop: if the condition is false,
    /// NVIDIA's compiler leaves the loop instead of starting the next iteration.
    pub(super) fn drop_last_cont(&mut self) {
        while self.profile.exact {
            let start = self.body.trim_end().rfind('\n').map_or(0, |end| end + 1);
            if !self.body[start..].starts_with("CONT") {
                return;
            }
            self.body.truncate(start);
        }
    }
}
