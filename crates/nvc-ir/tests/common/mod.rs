//! Fixtures.

use std::path::PathBuf;

/// The fixtures in a folder of `testdata/ir`, in order of their names.
pub fn fixtures(folder: &str) -> Vec<PathBuf> {
    nvc_goldens::inputs(&nvc_goldens::testdata("ir").join(folder), &["nvcir"])
}
