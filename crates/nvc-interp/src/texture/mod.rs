//! Texture sampling: computes the texels and weights for coordinates (Vulkan, "Image Operations").

mod cube;
mod sample;

pub(crate) use sample::{Request, accessed, fetch, gather, sample};
