//! Runs compiled cases on a Vulkan device and compares the memory they leave with recorded memory.
//!
//! A *case* is a folder under `testdata/corpus`: inputs, a dispatch and the memory that the program
//! left on real hardware. [`Device::run`] builds the case's resources, binds them where the
//! compiler's interface contract says, dispatches and reads everything back; [`compare`] then says
//! where the result departs from the record.
//!
//! This is the only crate of the workspace that talks to a driver, so the only one with `unsafe`.
#![allow(unsafe_code)]

mod case;
mod compare;
mod descriptor;
mod device;
mod dim;
mod expectations;
mod facts;
mod features;
mod fill;
mod format;
mod image;
mod map;
mod memory;
mod pipeline;
mod reflect;
mod requirements;
mod run;
mod scope;
mod truth;

pub use case::{Buffer, Case, Image, Param, Spec};
pub use compare::{Difference, Rule, Sample, compare};
pub use device::{Device, Selector};
pub use dim::Dim;
pub use expectations::{Expectation, Expectations};
pub use facts::Facts;
pub use fill::Init;
pub use format::Format;
pub use map::{Map, MapParam, Mapping};
pub use reflect::{Class, Count, Module, Resource, Shape};
pub use run::Outputs;
pub use truth::Truth;
