//! Facts about functions that passes compute when they need them; nothing is cached.

mod dominators;
mod edges;
mod joins;
mod reachable;
mod uses;

pub(crate) use dominators::dominator_preorder;
pub(crate) use edges::Edges;
pub(crate) use joins::has_joins;
pub(crate) use reachable::reachable;
pub(crate) use uses::use_counts;
