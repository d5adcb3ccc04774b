//! Texture sampling: from coordinates to texels and weights (Vulkan, "Image Operations").

mod cube;
mod sample;

pub(crate) use sample::{Request, accessed, fetch, gather, sample};
