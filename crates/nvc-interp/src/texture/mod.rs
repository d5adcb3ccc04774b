//! Sampling: from coordinates to texels and their weights, as Vulkan's chapter on image operations
//! has it.

mod cube;
mod sample;

pub(crate) use sample::{Request, accessed, fetch, gather, sample};
