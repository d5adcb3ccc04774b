//! The state of the generator.

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
    /// Whether operands may be registers of other classes.
    pub(super) mixes: bool,
    /// Whether control flow is uniform here.
    pub(super) uniform: bool,
    /// Whether BRK and CONT are allowed here.
    pub(super) may_jump: bool,
    /// Whether RET is allowed here.
    pub(super) may_return: bool,
    /// Whether carry or overflow was tested.
    pub(super) carry_tested: bool,
    /// Whether shared memory is accessed in sizes other than words, for which SPIR-V needs
    /// SPV_KHR_workgroup_memory_explicit_layout.
    pub(super) any_size_shared: bool,
    /// The number of open blocks.
    pub(super) depth: usize,
    /// The rows that it may hold.
    pub(super) rows: Vec<&'static Row>,
    /// The statements.
    pub(super) body: String,
}

impl Generator<'_> {
    pub(super) fn line(&mut self, text: &str) {
        self.body.push_str(text);
        self.body.push('\n');
    }

    /// Removes a CONT at the end of a loop from exact programs: NVIDIA's compiler leaves the loop if the
    /// CONT's condition is false.
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
