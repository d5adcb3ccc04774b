//! The kinds of golden files.

/// What a golden file contains. The table in `testdata/README.md` lists the kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Preprocessed tokens.
    Tokens,
    /// A syntax tree or typed tree.
    Tree,
    /// A module in the text format of the IR.
    Ir,
    /// SPIR-V assembly.
    Spirv,
    /// Diagnostics.
    Diagnostics,
    /// The memory and the findings of a run on the interpreter.
    Run,
    /// A JSON reflection document.
    Reflection,
    /// The instructions that differ between two modules.
    Difference,
    /// Source text in another shading language. Contains its file name extension.
    Shader(&'static str),
}

impl Kind {
    /// Returns the file name extension of goldens of this kind.
    pub fn extension(self) -> &'static str {
        match self {
            Kind::Tokens => "tokens",
            Kind::Tree => "tree",
            Kind::Ir => "ir",
            Kind::Spirv => "spvasm",
            Kind::Diagnostics => "diag",
            Kind::Run => "out",
            Kind::Reflection => "json",
            Kind::Difference => "diff",
            Kind::Shader(language) => language,
        }
    }
}
