//! Fixtures and goldens.

use std::path::{Path, PathBuf};

/// The fixtures in a folder of `testdata/ir`, in order of their names.
pub fn fixtures(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/ir").join(folder);
    let entries = std::fs::read_dir(&root).unwrap_or_else(|e| panic!("{}: {e}", root.display()));
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == "nvcir"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "{} has no fixtures", root.display());
    paths
}

/// The text of a file, with line ends as in Unix.
pub fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display())).replace("\r\n", "\n")
}

/// Compares a text with the file that it should be; with `NVC_BLESS=1` it is written there.
#[track_caller]
pub fn matches_golden(path: &Path, text: &str) {
    if std::env::var_os("NVC_BLESS").is_some_and(|value| value == "1") {
        if !path.exists() || read(path) != text {
            std::fs::write(path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        }
        return;
    }
    assert_eq!(read(path), text, "{} differs; NVC_BLESS=1 accepts it", path.display());
}
