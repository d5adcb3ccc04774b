//! The block layouts described so far, for reflection.

use crate::layout::Rules;
use crate::types::StructId;
use nvc_ir::interface::Interface;
use rustc_hash::FxHashMap;

/// What was described.
#[derive(Default)]
pub(in crate::lower) struct Description {
    pub interface: Interface,
    /// Structs by the rules that they lie in memory by.
    pub numbers: FxHashMap<(StructId, Rules), usize>,
    /// Structs that have a number and no members yet: references may form long chains, and cycles.
    pub queue: Vec<(usize, StructId, Rules)>,
}
