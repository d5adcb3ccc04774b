//! The collections of cases under `testdata/`, and the known differences with their causes
//! (`testdata/expected.toml`). The format of a case is `nvc_exec::case`.

#![forbid(unsafe_code)]

mod collection;
mod expect;

pub use collection::Collection;
pub use expect::{Expectation, Expectations, Language, Place, Runner};

/// The folder `testdata/` of this repository.
pub const TESTDATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata");

/// The feature that devices with warps of 32 have. Cases whose expectation names it also run with emulated warps.
pub const WARPS: &str = "subgroupSize32";
