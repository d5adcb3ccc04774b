//! Runs compute modules on Vulkan devices over plain memory.
//!
//! The memory is that of the interpreter, [`nvc_exec::Resources`]: bytes under the classes and indices
//! of `docs/interface.md`. [`Device::open`] finds a device and switches on what a compute shader can use;
//! a [`Session`] puts the memory there, binds it where the compiler's [`nvc_ir::BindingMap`] says,
//! dispatches, and reads everything back:
//!
//! ```no_run
//! # fn main() -> Result<(), nvc_vulkan::Error> {
//! # let (words, dispatch) = (vec![], nvc_vulkan::Dispatch::default());
//! # let mut resources = nvc_vulkan::Resources::default();
//! let device = nvc_vulkan::Device::open(&nvc_vulkan::Selector::First)?;
//! device.session().run(&words, &dispatch, &nvc_vulkan::BindingMap::default(), &mut resources)?;
//! # Ok(())
//! # }
//! ```
//!
//! The Vulkan loader is a library that is looked for when a device is asked for, so that programs with
//! this crate start without it. What is missing (loader, driver, device, a feature that the module needs)
//! is an [`Error`] that names it.
//!
//! `unsafe` is what calls into a driver takes; each block says what makes it sound.
#![allow(unsafe_code)]

mod bind;
mod descriptor;
mod device;
mod dim;
mod error;
mod facts;
mod features;
mod format;
mod image;
mod limits;
mod memory;
mod pipeline;
mod reflect;
mod requirements;
mod scope;
mod selector;
mod session;
mod timing;

pub use device::{Device, Listed, list};
pub use error::Error;
pub use facts::{Facts, Limits};
pub(crate) use format::Format;
// What a run is told: callers need no other crate.
pub use nvc_exec::{Dispatch, Resources};
pub use nvc_ir::{BindingMap, ResourceClass};
pub use reflect::{Class, Count, Module, Resource, Shape, Side};
pub use selector::{InvalidSelector, Selector};
pub use session::Session;

/// The result of what a device is asked for.
pub type Result<T> = std::result::Result<T, Error>;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
