//! Checks that each row of `docs/glsl-extensions.md` links to a test or has a dash, and that the linked tests exist and
//! have recorded results.

use std::path::{Path, PathBuf};

/// File extensions of recorded results: tree, module, diagnostics, tokens, memory.
const RESULTS: &[&str] = &["tree", "ir", "diag", "tokens", "out"];

/// Returns the targets of a page's links, with their line numbers.
fn links(page: &str) -> Vec<(usize, &str)> {
    let mut links = Vec::new();
    for (number, line) in page.lines().enumerate() {
        for rest in line.split("](").skip(1) {
            links.extend(rest.split_once(')').map(|(target, _)| (number + 1, target)));
        }
    }
    links
}

/// Returns whether a test's result is recorded, next to the test or in its folder.
fn has_result(path: &Path) -> bool {
    let beside = RESULTS.iter().any(|extension| path.with_extension(extension).is_file());
    let folder = path.parent().is_some_and(|folder| folder.join("truth.bin").is_file());
    // `case.toml` describes a case whose result is too large to be checked in.
    beside || folder || path.with_extension("").join("case.toml").is_file()
}

#[test]
fn the_tests_of_the_extensions_exist() {
    let docs = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs"));
    let page = std::fs::read_to_string(docs.join("glsl-extensions.md")).expect("the page");
    let links = links(&page);
    assert!(links.len() > 60);
    for (line, target) in links {
        let path = docs.join(target);
        assert!(path.exists(), "line {line}: {target} does not exist");
        assert!(path.is_dir() || has_result(&path), "line {line}: {target} has no result");
    }
    // Each row links to a test, or has a dash because it concerns only the API.
    let rows = page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| rule"));
    for row in rows {
        assert!(row.contains("](") || row.ends_with("| – |"), "no test: {row}");
    }
}
