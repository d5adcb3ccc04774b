//! Block and struct layouts recorded so far for reflection.

use crate::layout::Rules;
use crate::types::StructId;
use nvc_ir::interface::Interface;
use rustc_hash::FxHashMap;

/// The interface description, and the structs that remain to be described.
#[derive(Default)]
pub(in crate::lower) struct Reflection {
    pub interface: Interface,
    /// Indices into [`Interface::structs`], by struct and layout rules.
    pub numbers: FxHashMap<(StructId, Rules), usize>,
    /// Structs that have an index but whose members are not described yet. A work list instead of recursion,
    /// because references form long chains and cycles.
    pub queue: Vec<(usize, StructId, Rules)>,
}
