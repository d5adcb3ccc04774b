//! Source-level debug information for emission: languages, file names and texts.

use nvc_diag::{FileId, SourceMap};

/// The source language of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceLanguage {
    /// NVIDIA assembly. SPIR-V has no `SourceLanguage` for it.
    Assembly,
    /// GLSL with its version; 0 if unknown.
    Glsl(u32),
}

/// A module's source files and their names, for debuggers.
#[derive(Clone, Debug)]
pub struct Source {
    /// The files that the module's locations refer to.
    pub sources: SourceMap,
    /// The names of the files in the module, in file order. A file beyond the end of this list
    /// keeps its own name.
    pub names: Vec<String>,
    /// Their language.
    pub language: SourceLanguage,
}

impl Source {
    /// The name of a file in the module.
    pub(crate) fn name(&self, file: FileId) -> &str {
        match self.names.get(file.0 as usize) {
            Some(name) => name,
            None => &self.sources.source(file).name,
        }
    }
}
