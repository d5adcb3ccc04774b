//! Cases: a program, the memory that it runs over, and the memory that it must leave.
//! `testdata/corpus/README.md` has the format.
//!
//! A case is a folder. [`Folder::load`] reads its data; the runners (the interpreter, the devices
//! of `nvc-vulkan`) make [`Outputs`] of it, and [`compare`] says where they depart from the
//! [`Truth`].

#![forbid(unsafe_code)]

mod case;
mod check;
mod compare;
mod dim;
mod expect;
mod fill;
mod folder;
mod format;
mod interpret;
mod map;
mod text;
mod truth;

pub use case::{Buffer, Case, Filter, Image, Memory, Param, Spec, Wrap};
pub use check::MAX_BYTES;
pub use compare::{Difference, Outputs, Rule, Sample, compare};
pub use dim::Dim;
pub use expect::{Expectation, Expectations, Language, Place, Runner};
pub use fill::Init;
pub use folder::Folder;
pub use format::Format;
pub use interpret::{dispatch, image, outputs, resources, resources_at, texture};
pub use map::{MAX_PARAMETERS, Map, MapParam, Mapping};
pub use truth::Truth;
