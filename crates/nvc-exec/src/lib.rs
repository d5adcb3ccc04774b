//! Engine-independent types for the execution of compute shaders: memory ([`Resources`]), dispatch size and
//! specialization ([`Dispatch`]), texel encoding ([`Format`]), and time measurement ([`Timing`]).
//!
//! The interpreter (`nvc-interp`) runs the compiler's IR on these types; the Vulkan runner (`nvc-vulkan`)
//! runs SPIR-V on them. Resources are identified by class and index (`docs/interface.md`).
//!
//! With the feature `case`, [`case`](mod@case) reads test cases: programs with inputs and expected outputs.

#![forbid(unsafe_code)]
#![warn(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod acceleration_structure;
#[cfg(feature = "case")]
pub mod case;
mod dispatch;
mod resources;
mod texel;
mod timing;

pub use acceleration_structure::{AccelerationStructure, Geometry, Instance};
pub use dispatch::Dispatch;
pub use resources::{
    Compare, Filter, Image, Mip, Resources, Sampler, Shape, Texel, Texture, Wrap, device_address, of_address,
};
pub use texel::Format;
pub use timing::{Times, Timing};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
