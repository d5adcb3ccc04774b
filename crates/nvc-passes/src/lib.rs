//! The middle end: passes over the IR, from front-end output to IR that maps onto SPIR-V.
//!
//! [`pipeline`] lists the passes as data; each pass is one module. Passes are independent of the front ends and of SPIR-V
//! encodings.

#![forbid(unsafe_code)]
#![warn(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod analysis;
mod arith;
mod cast_votes;
mod context;
mod coop;
mod cse;
mod dce;
mod dead_functions;
mod early_local_index;
mod emulate_coop;
mod emulate_warp;
mod fold;
mod infer_local_types;
mod infer_param_types;
mod inline;
mod legalise;
mod lower_cc;
mod lower_images;
mod lower_memory;
mod lower_warp;
mod narrow_loads;
pub mod pipeline;
mod plain_access;
mod private_to_local;
mod promote_locals;
#[cfg(feature = "proofs")]
pub mod proofs;
mod relax_barriers;
mod rewrite;
mod round_array_lengths;
mod simplify;
mod simplify_cfg;
mod specialise;
mod split_block;
#[cfg(test)]
mod testing;
mod unroll;
pub mod workarounds;

pub use context::{Context, OptLevel, Options, Warp};
pub use coop::CoopMatrices;
pub use nvc_ir::OpSet;
pub use pipeline::{Pass, run};
pub use specialise::specialise;
pub use workarounds::{Workaround, Workarounds};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
