//! Test cases: a program, its memory before the dispatch, and the expected memory after it.
//! `testdata/corpus/README.md` describes the format.
//!
//! A case is a folder. [`Folder::load`] reads its data, [`dispatch`] and [`resources`] convert it to the
//! types of this crate, [`outputs`] collects the results of a run, and [`compare`] compares them with the
//! [`Truth`].

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
pub use schema::{Buffer, Case, Filter, Image, Memory, Param, Scene, Spec, Wrap};
pub use truth::Truth;
