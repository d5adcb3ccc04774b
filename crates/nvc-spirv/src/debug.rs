//! What a module can say of its source.

use nvc_diag::{FileId, SourceMap};

/// The language that a module's source is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceLanguage {
    /// NVIDIA assembly. SPIR-V has no number for it.
    Assembly,
    /// GLSL of this version; 0 where it is not known.
    Glsl(u32),
}

/// The source of a module, for debuggers: its texts, and what they are called.
#[derive(Clone, Debug)]
pub struct Source {
    /// The texts that locations of the module point into.
    pub sources: SourceMap,
    /// The name of each text in the module, in the order of the files; the text's own name where
    /// there is none.
    pub names: Vec<String>,
    /// What they are in.
    pub language: SourceLanguage,
}

impl Source {
    /// What a text is called in the module.
    pub(crate) fn name(&self, file: FileId) -> &str {
        match self.names.get(file.0 as usize) {
            Some(name) => name,
            None => &self.sources.source(file).name,
        }
    }
}
