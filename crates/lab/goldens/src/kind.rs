//! Kinds of goldens.

/// What a golden contains. The table in `testdata/README.md` lists the kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Preprocessed tokens.
    Tokens,
    /// A syntax tree or typed tree.
    Tree,
    /// IR.
    Ir,
    /// SPIR-V assembly.
    Spirv,
    /// Diagnostics.
    Diagnostics,
    /// The memory and findings of a run.
    Run,
    /// A reflection document.
    Reflection,
    /// The instructions that differ between two modules.
    Difference,
    /// Another shading language, by its name.
    Shader(&'static str),
}

impl Kind {
    /// The extension of goldens of this kind.
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
