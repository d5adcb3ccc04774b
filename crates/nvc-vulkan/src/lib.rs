//! Runs SPIR-V compute modules on Vulkan devices, with inputs and outputs in plain memory.
//!
//! The memory has the same type as in the interpreter, [`Resources`]: bytes by resource class and index, as described in
//! `docs/interface.md`. [`Device::open`] opens a device with every feature enabled that compute shaders can
//! use. A [`Session`] uploads the memory, binds it according to the compiler's [`BindingMap`], dispatches, and
//! downloads the result:
//!
//! ```no_run
//! # fn main() -> Result<(), nvc_vulkan::Error> {
//! # let (words, dispatch) = (vec![], nvc_vulkan::Dispatch::default());
//! # let mut resources = nvc_vulkan::Resources::default();
//! let device = nvc_vulkan::Device::open(&nvc_vulkan::Selector::First)?;
//! device.session().run(&words, &dispatch, &nvc_vulkan::BindingMap::classes(), &mut resources)?;
//! # Ok(())
//! # }
//! ```
//!
//! The Vulkan loader is loaded when a device is first opened or listed, so programs that use this crate
//! start without a loader. If a loader, driver, device or required feature is missing, the [`Error`] names it.
//!
//! Calls into a driver are `unsafe`; a comment at each block explains why it is sound.
#![allow(unsafe_code)]
#![warn(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod acceleration_structure;
mod bind;
#[cfg(feature = "case")]
pub mod case;
mod cooperative;
mod descriptor;
mod device;
mod dim;
mod error;
mod features;
mod format;
mod image;
mod info;
mod limits;
mod memory;
mod missing_in_ash;
mod pipeline;
mod reflect;
mod requirements;
mod scope;
mod selector;
mod session;
mod timing;

pub use device::{BufferBounds, Device, ListedDevice, list};
pub use error::Error;
pub use info::{DeviceInfo, Limits};
// Re-exported so that callers need no other crate.
pub use nvc_exec::{Dispatch, Resources};
pub use nvc_ir::{BindingMap, ResourceClass};
pub use selector::{InvalidSelector, Selector};
pub use session::Session;

/// The result of operations on devices.
pub type Result<T> = std::result::Result<T, Error>;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
