//! The middle end: passes over the shared IR, from what a front end built to what SPIR-V has.
//!
//! [`pipeline`] is the list of passes as data; every pass is one module. Passes know neither
//! front ends nor SPIR-V encodings.

mod analysis;
mod arith;
mod barriers;
mod cfg;
mod context;
mod coop;
mod cse;
mod dce;
mod emulate_warp;
mod fold;
mod legalise;
mod locals;
mod lower_cc;
mod lower_images;
mod lower_memory;
mod lower_warp;
mod narrow;
mod opset;
mod params;
pub mod pipeline;
mod rewrite;
mod simplify;
mod specialise;
#[cfg(test)]
mod testing;

pub use context::{Context, OptLevel, Options, Warp};
pub use coop::CoopMatrices;
pub use opset::OpSet;
pub use pipeline::{Pass, run};
pub use specialise::specialise;
