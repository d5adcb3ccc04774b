//! The harness of all golden tests.
//!
//! A *golden* is a file with the expected output of a test, stored next to the test's input. Its extension
//! identifies its content ([`Kind`]). A test creates a [`Goldens`] for a folder, passes each output to
//! [`Goldens::check`], and ends with [`Goldens::finish`], which reports all differences together, and all
//! goldens without an input. If `NVC_BLESS` is set, missing and differing goldens are written, and goldens
//! without an input are removed.

#![forbid(unsafe_code)]

mod diff;
mod kind;

pub use diff::diff;
pub use kind::Kind;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Environment variable that makes tests accept their output as the new goldens.
const BLESS: &str = "NVC_BLESS";

/// Returns whether tests rewrite goldens.
pub fn blessing() -> bool {
    std::env::var_os(BLESS).is_some()
}

/// Returns the path of a file or folder in the repository.
pub fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(path)
}

/// Returns the path of a file or folder below `testdata`.
pub fn testdata(path: &str) -> PathBuf {
    root("testdata").join(path)
}

/// Reads a text file and converts its line endings to `\n`.
///
/// # Panics
/// If the file cannot be read.
pub fn read(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.replace("\r\n", "\n")
}

/// Returns the files of a folder with one of these extensions, sorted.
///
/// # Panics
/// If the folder cannot be read, or has no such files.
pub fn inputs(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut paths = entries(folder);
    paths.retain(|path| path.is_file() && extensions.contains(&extension(path)));
    assert!(!paths.is_empty(), "{} has no inputs", folder.display());
    paths
}

/// Returns the name of a file without folder and extension.
pub fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Compares a generated file, such as a page of the book, with the text generated now, or rewrites it if `NVC_BLESS` is
/// set.
///
/// # Panics
/// If the file differs or is missing; with `NVC_BLESS`, only if it cannot be rewritten.
#[track_caller]
pub fn page(path: &Path, actual: &str) {
    if let Err(difference) = compare(path, actual) {
        panic!("{difference}");
    }
}

/// Compares a golden with a test's output, or rewrites it if `NVC_BLESS` is set.
fn compare(path: &Path, actual: &str) -> Result<(), String> {
    let shown = path.display();
    let golden = path.exists().then(|| read(path));
    if golden.as_deref() == Some(actual) {
        return Ok(());
    }
    if blessing() {
        return std::fs::write(path, actual).map_err(|error| format!("{shown}: {error}"));
    }
    Err(match golden {
        Some(golden) => format!("{shown} differs ({BLESS}=1 accepts):\n{}", diff(&golden, actual)),
        None => format!("{shown} is missing ({BLESS}=1 writes it):\n{actual}"),
    })
}

/// The goldens of a folder during a test.
pub struct Goldens {
    folder: PathBuf,
    kinds: Vec<Kind>,
    used: BTreeSet<PathBuf>,
    failures: Vec<String>,
}

impl Goldens {
    /// Creates the harness for the goldens of these kinds in a folder.
    pub fn new(folder: &Path, kinds: &[Kind]) -> Self {
        Goldens {
            folder: folder.to_owned(),
            kinds: kinds.to_vec(),
            used: BTreeSet::new(),
            failures: Vec::new(),
        }
    }

    /// Compares an output with the golden of its input, for example `sum.ir` for the input `sum.comp`.
    pub fn check(&mut self, input: &Path, kind: Kind, actual: &str) {
        self.check_named(&stem(input), kind, actual);
    }

    /// Compares an output with the golden named after the whole file name of its input, for example
    /// `sum.comp.spvasm` for `sum.comp`. For folders where inputs differ only in their extension.
    pub fn check_whole(&mut self, input: &Path, kind: Kind, actual: &str) {
        let name = input.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.check_named(&name, kind, actual);
    }

    fn check_named(&mut self, name: &str, kind: Kind, actual: &str) {
        debug_assert!(self.kinds.contains(&kind), "{kind:?} is not a kind of this folder");
        let path = self.folder.join(format!("{name}.{}", kind.extension()));
        self.failures.extend(compare(&path, actual).err());
        self.used.insert(path);
    }

    /// Adds a failure that does not concern a golden.
    pub fn fail(&mut self, message: impl Into<String>) {
        self.failures.push(message.into());
    }

    /// Ends the comparison.
    ///
    /// # Panics
    /// If an output differs from its golden, or a golden is missing or has no input; with `NVC_BLESS` instead, if a golden
    /// cannot be written or removed. Always if [`Goldens::fail`] was called.
    #[track_caller]
    pub fn finish(self) {
        let failures = self.failures();
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    }

    /// Ends the comparison. Returns a message for each failure that makes [`Goldens::finish`] panic.
    pub fn failures(mut self) -> Vec<String> {
        let known = |path: &PathBuf| self.kinds.iter().any(|kind| kind.extension() == extension(path));
        for path in entries(&self.folder).into_iter().filter(known) {
            if self.used.contains(&path) {
                continue;
            }
            if blessing() {
                if let Err(error) = std::fs::remove_file(&path) {
                    self.failures.push(format!("{}: {error}", path.display()));
                }
            } else {
                self.failures.push(format!("{} has no input ({BLESS}=1 removes it)", path.display()));
            }
        }
        self.failures
    }
}

/// Returns the paths of a folder's entries, sorted.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let list = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = list.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}

fn extension(path: &Path) -> &str {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}
