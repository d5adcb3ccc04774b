//! What it means to run a compute shader, without saying on what: the memory that it works on
//! ([`Resources`]), how it is dispatched ([`Dispatch`]), and the meaning of texels ([`Format`]).
//!
//! The interpreter (`nvc-interp`) runs the compiler's IR over these types, the Vulkan runner
//! (`nvc-vulkan`) runs SPIR-V over them. Resources are addressed by class and index, as
//! `docs/interface.md` has them.
//!
//! With the feature `case`, [`case`](mod@case) reads recorded programs with their inputs and outputs.

#![forbid(unsafe_code)]

#[cfg(feature = "case")]
pub mod case;
mod dispatch;
mod resources;
mod texel;

pub use dispatch::Dispatch;
pub use resources::{
    Compare, Filter, Image, Mip, Resources, Sampler, Shape, Texel, Texture, Wrap, device_address, of_address,
};
pub use texel::{Channel, Format};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
