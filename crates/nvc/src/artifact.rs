//! The output of a compilation.

/// The output of a compilation, in the format that [`Options::with_emit`](crate::Options::with_emit) sets.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Artifact {
    /// A SPIR-V module, as words.
    Spirv(Vec<u32>),
    /// Text: SPIR-V assembly, nvc's IR, another shading language, or preprocessed GLSL.
    Text(String),
    /// Rust or C source code that contains a SPIR-V module.
    Code {
        /// Source code.
        text: String,
        /// The SPIR-V module embedded in the code.
        words: Vec<u32>,
    },
}

impl Artifact {
    /// Returns the content of the output file. SPIR-V is little-endian on every machine.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Artifact::Spirv(words) => words.iter().flat_map(|w| w.to_le_bytes()).collect(),
            Artifact::Text(text) | Artifact::Code { text, .. } => text.clone().into_bytes(),
        }
    }

    /// Returns the SPIR-V module; `None` for [`Artifact::Text`].
    pub fn words(&self) -> Option<&[u32]> {
        match self {
            Artifact::Spirv(words) | Artifact::Code { words, .. } => Some(words),
            Artifact::Text(_) => None,
        }
    }
}
