//! The arrays declared without a size, and the largest constant index used with each (GLSL §4.1.9).
//!
//! [`super::implicit_arrays`] and `interface::implicit_members` record the indices and derive the sizes.

use super::placement::Placement;
use crate::tree::{Global, LocalId};
use crate::types::{Layout, StructId};
use naga::Handle;
use nvc_diag::Span;
use rustc_hash::FxHashMap;

/// The unsized arrays of the program.
#[derive(Debug, Default)]
pub(in crate::check) struct ImplicitSizes {
    /// The largest constant index used with each array, and its location.
    pub(super) max_index: FxHashMap<ImplicitArray, (u32, Span)>,
    /// The blocks with implicitly sized members.
    pub(in crate::check) blocks: Vec<ImplicitBlock>,
}

impl ImplicitSizes {
    /// Moves the largest index of `from` to `to`, which is another declaration of the same array.
    pub(in crate::check) fn merge(&mut self, to: ImplicitArray, from: ImplicitArray) {
        let Some((index, span)) = self.max_index.remove(&from) else { return };
        let largest = self.max_index.entry(to).or_insert((index, span));
        if largest.0 < index {
            *largest = (index, span);
        }
    }
}

/// An unsized array: a global, a local of the current function, or a block member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::check) enum ImplicitArray {
    Global(Handle<Global>),
    Local(LocalId),
    Member(StructId, u32),
}

/// A block with implicitly sized members. Its layout is computed once all indices are known.
#[derive(Debug)]
pub(in crate::check) struct ImplicitBlock {
    pub(in crate::check) id: StructId,
    pub(in crate::check) layout: Layout,
    pub(in crate::check) placements: Vec<Placement>,
    /// Indices of the implicitly sized members.
    pub(in crate::check) implicit: Vec<u32>,
}
