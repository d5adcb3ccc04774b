//! Function analyses. Each pass computes the analyses that it needs; nothing is cached.

mod addresses;
mod block_params;
mod constructs;
mod dominators;
mod edges;
mod known_bits;
mod loops;
mod positions;
mod reachable;
mod structured_order;
mod upper_bound;
mod uses;

pub(crate) use addresses::{base, exclude_used};
pub(crate) use block_params::has_block_params;
pub(crate) use constructs::Constructs;
pub(crate) use dominators::dominator_preorder;
pub(crate) use edges::Edges;
pub(crate) use known_bits::{LowBits, known_low_bits};
pub(crate) use loops::{LoopId, innermost_loops};
pub(crate) use positions::Positions;
pub(crate) use reachable::reachable;
pub(crate) use structured_order::structured_order;
pub(crate) use upper_bound::{Ranges, low_mask, upper_bound};
pub(crate) use uses::Uses;
