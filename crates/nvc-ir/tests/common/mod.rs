//! Access to the IR fixtures.

use std::path::PathBuf;

/// Returns the fixtures in a folder of `testdata/ir`, ordered by name.
pub fn fixtures(folder: &str) -> Vec<PathBuf> {
    nvc_goldens::inputs(&nvc_goldens::testdata("ir").join(folder), &["nvcir"])
}
