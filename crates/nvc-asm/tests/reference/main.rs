//! Tests that keep the language documentation up to date: the reference page, the list of divergences, the
//! verdicts on programs that the specifications leave open, and the test coverage of the instruction table.
//!
//! `NVC_BLESS=1` updates the pages.

mod coverage;
mod divergence;
mod page;
mod points;
mod programs;
mod spirv;

use std::path::{Path, PathBuf};

/// Returns the root folder of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Compares a page with the expected text, or writes it if `NVC_BLESS` is set.
fn compare(path: &str, expected: &str) {
    nvc_goldens::page(&root().join(path), expected);
}
