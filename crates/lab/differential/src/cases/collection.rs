//! The collections of cases.

use anyhow::{Result, ensure};
use nvc_exec::case::Folder;
use std::path::{Path, PathBuf};

/// A folder of `testdata` whose folders are cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collection {
    /// Shaders and their listings, with the memory that NVIDIA's driver left.
    Corpus,
    /// Assembly programs that measure one point each, with the same driver's memory.
    Hardware,
    /// Programs whose memory a model computes.
    Run,
    /// GLSL programs whose memory a model computes.
    GlslRun,
}

impl Collection {
    /// All collections.
    pub const ALL: [Collection; 4] =
        [Collection::Corpus, Collection::Hardware, Collection::Run, Collection::GlslRun];

    /// The folder below `testdata`.
    pub fn folder(self) -> &'static str {
        match self {
            Collection::Corpus => "corpus",
            Collection::Hardware => "hardware",
            Collection::Run => "run",
            Collection::GlslRun => "glsl/run",
        }
    }

    /// Whether the expected memory is computed, not recorded on a device.
    pub fn is_computed(self) -> bool {
        matches!(self, Collection::Run | Collection::GlslRun)
    }

    /// Its cases: their names and folders, sorted.
    ///
    /// # Errors
    /// If the collection cannot be read. One that is not there has no cases.
    pub fn cases(self, testdata: &Path) -> Result<Vec<(String, PathBuf)>> {
        let folders = Folder::list(&testdata.join(self.folder()))?;
        let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(folders.into_iter().map(|path| (name(&path), path)).collect())
    }

    /// As [`Collection::cases`], for tests that would pass without any.
    ///
    /// # Errors
    /// If the collection cannot be read or has no cases.
    pub fn required_cases(self, testdata: &Path) -> Result<Vec<(String, PathBuf)>> {
        let cases = self.cases(testdata)?;
        ensure!(!cases.is_empty(), "{} has no cases", self.folder());
        Ok(cases)
    }
}
