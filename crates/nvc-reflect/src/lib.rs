//! Reflection of compiled shaders: what a host needs to bind, specialize and dispatch a shader, and which
//! device features and limits the shader requires.
//!
//! [`Reflection`] is the document that `nvc reflect` prints; `docs/reflection.md` describes its members. The
//! types are independent of the compiler: a build script can deserialize the JSON document into them.
#![forbid(unsafe_code)]
#![warn(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod build;
mod device;
mod document;
mod matrix;
mod resource;
#[cfg(feature = "schema")]
mod schema;
mod types;

pub use build::reflect;

pub use device::{Feature, Property, PropertyRequirement, Vulkan};
pub use document::{
    PushConstants, ReadError, Reflection, SCHEMA_VERSION, SpecConstant, SpecValue, Stage, WriteError,
};
pub use matrix::{CooperativeMatrices, Matrix, MatrixComponent, MatrixProduct, MatrixScope, MatrixUse};
pub use resource::{Access, Block, DescriptorType, HeapDescriptors, Image, Resource};
#[cfg(feature = "schema")]
pub use schema::json_schema;
pub use types::{Extent, Field, Scalar, Struct, Type};

/// Compiles the README's examples as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
