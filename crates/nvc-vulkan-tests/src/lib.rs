//! Runs compiled cases on a Vulkan device and compares the memory they leave with recorded memory.
//!
//! A *case* is a folder under `testdata/corpus`: inputs, a dispatch and the memory that the program
//! left on real hardware. [`Device::run`] builds the case's resources, binds them where the
//! compiler's interface contract says, dispatches and reads everything back; `nvc_case::compare` then
//! says where the result departs from the record.
//!
//! This is the only crate of the workspace that talks to a driver, so the only one with `unsafe`.
#![allow(unsafe_code)]

mod descriptor;
mod device;
mod dim;
mod expectations;
mod facts;
mod features;
mod format;
mod image;
mod memory;
mod pipeline;
mod reflect;
mod requirements;
mod run;
mod scope;

pub use device::{Device, Selector};
pub use expectations::{Expectation, Expectations};
pub use facts::Facts;
pub(crate) use format::Format;
pub use reflect::{Class, Count, Module, Resource, Shape};
