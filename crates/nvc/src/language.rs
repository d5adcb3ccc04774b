//! Source languages and their detection.

use nvc_diag::Source;
use std::path::Path;

/// A source language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Language {
    /// NVIDIA assembly, `!!NVcp5.0`.
    NvAsm,
    /// GLSL compute shaders.
    Glsl,
}

/// The error for an unknown language name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownLanguage;

/// File name extensions of GLSL sources.
const GLSL_EXTENSIONS: [&str; 2] = ["comp", "glsl"];

impl Language {
    /// All languages.
    pub const ALL: [Language; 2] = [Language::NvAsm, Language::Glsl];

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Language::NvAsm => "nvasm",
            Language::Glsl => "glsl",
        }
    }

    /// Returns the usual file name extension of the language, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Language::NvAsm => "nvcp",
            Language::Glsl => "comp",
        }
    }

    /// Detects the language from the start of the text, then from the file name. The default is assembly,
    /// whose front end then reports the missing header.
    pub fn of(source: &Source) -> Language {
        let text = source.text.trim_start();
        if text.starts_with("!!") {
            return Language::NvAsm;
        }
        let extension = Path::new(&*source.name).extension().and_then(|e| e.to_str());
        let is_glsl = extension.is_some_and(|e| GLSL_EXTENSIONS.contains(&e));
        if is_glsl || text.starts_with("#version") { Language::Glsl } else { Language::NvAsm }
    }
}

impl std::str::FromStr for Language {
    type Err = UnknownLanguage;
    fn from_str(s: &str) -> Result<Self, UnknownLanguage> {
        Language::ALL.into_iter().find(|l| l.name() == s).ok_or(UnknownLanguage)
    }
}

impl std::fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = Language::ALL.map(Language::name).join(", ");
        write!(f, "expected one of {names}")
    }
}

impl std::error::Error for UnknownLanguage {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_takes_precedence_over_the_name() {
        let of = |name: &str, text: &str| Language::of(&Source::new(name, text));
        assert_eq!(of("x.comp", "\n!!NVcp5.0\nEND"), Language::NvAsm);
        assert_eq!(of("x.comp", "void main() {}"), Language::Glsl);
        assert_eq!(of("x.nvcp", "#version 450\n"), Language::Glsl);
        assert_eq!(of("x.nvcp", "MOV R0, R1;"), Language::NvAsm);
        assert_eq!(of("-", ""), Language::NvAsm);
        assert_eq!("glsl".parse(), Ok(Language::Glsl));
        assert_eq!("hlsl".parse::<Language>(), Err(UnknownLanguage));
    }
}
