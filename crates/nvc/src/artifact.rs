//! The result of a compilation in the form that was asked for.

/// The result in the form that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Artifact {
    /// A SPIR-V module, as words.
    Spirv(Vec<u32>),
    /// SPIR-V assembly or nvc's intermediate language.
    Text(String),
    /// Source code that holds a SPIR-V module.
    Code {
        /// The code.
        text: String,
        /// The module in it.
        words: Vec<u32>,
    },
}

impl Artifact {
    /// The bytes of the file that holds it. SPIR-V words are written with the low byte first, on
    /// every machine.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Artifact::Spirv(words) => words.iter().flat_map(|w| w.to_le_bytes()).collect(),
            Artifact::Text(text) | Artifact::Code { text, .. } => text.clone().into_bytes(),
        }
    }

    /// The SPIR-V module that it is or holds.
    pub fn words(&self) -> Option<&[u32]> {
        match self {
            Artifact::Spirv(words) | Artifact::Code { words, .. } => Some(words),
            Artifact::Text(_) => None,
        }
    }
}
