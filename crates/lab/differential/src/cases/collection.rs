//! The collections of test cases.

use anyhow::{Result, ensure};
use nvc_exec::case::Folder;
use std::path::{Path, PathBuf};

/// A folder of `testdata` whose subfolders are test cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collection {
    /// Shaders and their assembly listings, with the memory recorded on NVIDIA's driver.
    Corpus,
    /// Assembly programs that each test one feature, with the memory recorded on NVIDIA's driver.
    Hardware,
    /// Assembly programs whose expected memory is computed by a model.
    Run,
    /// GLSL programs whose expected memory is computed by a model.
    GlslRun,
}

impl Collection {
    /// All collections.
    pub const ALL: [Collection; 4] =
        [Collection::Corpus, Collection::Hardware, Collection::Run, Collection::GlslRun];

    /// Returns the path of the collection below `testdata`.
    pub fn folder(self) -> &'static str {
        match self {
            Collection::Corpus => "corpus",
            Collection::Hardware => "hardware",
            Collection::Run => "run",
            Collection::GlslRun => "glsl/run",
        }
    }

    /// Returns whether the expected memory is computed rather than recorded on a device.
    pub fn is_computed(self) -> bool {
        matches!(self, Collection::Run | Collection::GlslRun)
    }

    /// Returns the names and folders of the collection's cases, sorted.
    ///
    /// # Errors
    /// If the collection is missing or cannot be read.
    pub fn cases(self, testdata: &Path) -> Result<Vec<(String, PathBuf)>> {
        let folders = Folder::list(&testdata.join(self.folder()))?;
        let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(folders.into_iter().map(|path| (name(&path), path)).collect())
    }

    /// Returns the cases like [`Collection::cases`], but fails if there are none. For tests that would
    /// otherwise pass without running anything.
    ///
    /// # Errors
    /// If the collection cannot be read or has no cases.
    pub fn required_cases(self, testdata: &Path) -> Result<Vec<(String, PathBuf)>> {
        let cases = self.cases(testdata)?;
        ensure!(!cases.is_empty(), "{} has no cases", self.folder());
        Ok(cases)
    }
}
