//! The collections of test cases under `testdata/`, and the list of expected failures
//! (`testdata/expected.toml`). `nvc_exec::case` reads the case format.

#![forbid(unsafe_code)]

mod collection;
mod expect;

pub use collection::Collection;
pub use expect::{Expectation, Expectations, Language, RunTarget, Runner};

/// The folder `testdata/` of this repository.
pub const TESTDATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata");

/// Name of the feature "subgroups of 32" in `expected.toml`. Cases that are expected to fail without it also
/// run with emulated warps.
pub const WARPS: &str = "subgroupSize32";
