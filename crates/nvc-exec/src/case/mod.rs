//! Cases: a program, the memory that it runs over, and the memory that it must leave.
//! `testdata/corpus/README.md` has the format.
//!
//! A case is a folder. [`Folder::load`] reads its data, [`dispatch`] and [`resources`] turn it into what
//! the interpreter and the Vulkan runner take, [`outputs`] collects what a run left, and [`compare`]
//! compares that with the [`Truth`].

mod check;
mod compare;
mod dim;
mod fill;
mod folder;
mod format;
mod map;
mod memory;
mod schema;
mod toml_text;
mod truth;

pub use check::MAX_BYTES;
pub use compare::{Difference, Outputs, Rule, Sample, compare};
pub use dim::Dim;
pub use fill::Init;
pub use folder::Folder;
pub use format::Format;
pub use map::{MAX_PARAMETERS, Map, MapParam, Mapping};
pub use memory::{dispatch, image, outputs, resources, resources_at, texture};
pub use schema::{Buffer, Case, Filter, Image, Memory, Param, Spec, Wrap};
pub use truth::Truth;
