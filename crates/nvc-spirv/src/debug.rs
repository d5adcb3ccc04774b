//! Source-level debug information for emission: language, file names and file contents.

use nvc_diag::{FileId, SourceMap};

/// Source language of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceLanguage {
    /// NVIDIA assembly, which has no `SourceLanguage` in SPIR-V.
    Assembly,
    /// GLSL of the given version; 0 if the version is unknown.
    Glsl(u32),
}

/// The source files of a module, for debuggers.
#[derive(Clone, Debug)]
pub struct Source {
    /// The files that the module's locations refer to.
    pub sources: SourceMap,
    /// Names of the files in the SPIR-V module, in file order. Files beyond the end of this list keep the
    /// name that they have in `sources`.
    pub names: Vec<String>,
    /// Language of the files.
    pub language: SourceLanguage,
}

impl Source {
    /// Returns the name of a file in the SPIR-V module.
    pub(crate) fn name(&self, file: FileId) -> &str {
        match self.names.get(file.index() as usize) {
            Some(name) => name,
            None => &self.sources.source(file).name,
        }
    }
}
