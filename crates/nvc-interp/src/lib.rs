//! A SIMT interpreter of the IR: runs whole dispatches without a device. `docs/interp.md` says what
//! it is for and how it works.
//!
//! [`run`] takes a module of any phase, a [`Dispatch`], the [`Resources`] it works on and a
//! [`Config`]; it leaves the memory that the program leaves, and a [`Report`].

#![forbid(unsafe_code)]

mod check;
mod code;
mod column;
mod config;
mod decode;
mod format;
mod kernels;
mod layout;
mod machine;
mod resources;
mod texture;
mod trace;

pub use config::{Config, DEFAULT_STEPS, Dispatch, Report};
pub use format::{Channel, Format};
pub use machine::run;
pub use resources::{Compare, Filter, Image, Mip, Resources, Sampler, Shape, Texture, Wrap, device_address};
pub use trace::{Invocation, Traced, TracedValue, Tracer};

/// The number that the bits of a half-precision float (IEEE 754 binary16) stand for.
pub fn half(bits: u16) -> f64 {
    kernels::half::to_f64(bits)
}
