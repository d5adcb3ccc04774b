//! The interface of a compiled shader: what the host has to know to bind, specialize and dispatch it,
//! and what it has to ask of the device.
//!
//! [`Reflection`] is the document that `nvc reflect` prints; `docs/reflection.md` says what each member
//! means. Its types hold no reference to the compiler: a build script can read the JSON back into them.
#![forbid(unsafe_code)]

mod build;
mod device;
mod document;
mod matrix;
mod resource;
#[cfg(feature = "schema")]
mod schema;
mod types;

pub use build::reflect;

pub use device::{Feature, Need, Property, Vulkan};
pub use document::{PushConstants, Reflection, SCHEMA_VERSION, SpecConstant, SpecValue, Stage};
pub use matrix::{CooperativeMatrices, Matrix, MatrixComponent, MatrixProduct, MatrixScope, MatrixUse};
pub use resource::{Access, Block, DescriptorType, Image, Resource};
#[cfg(feature = "schema")]
pub use schema::json_schema;
pub use types::{Extent, Field, Scalar, Struct, Type};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
