//! A generated program of either language.

use crate::{asm, glsl};
use nvc::Language;

/// A generated program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// What it was generated from.
    pub seed: u64,
    /// Its language.
    pub language: Language,
    /// The program.
    pub text: String,
    /// Its inputs: the text of `case.toml`.
    pub case_toml: String,
    /// What its indices mean: the text of `map.toml`.
    pub map_toml: String,
}

impl Generated {
    /// The program of a seed. GLSL knows one profile: what every device computes to the same bits.
    pub fn new(language: Language, seed: u64, profile: &asm::Profile) -> Self {
        match language {
            Language::NvAsm => {
                let case = asm::generate(seed, profile);
                let (case_toml, map_toml) = (case.case_toml(), case.map_toml());
                Generated { seed, language, text: case.text, case_toml, map_toml }
            }
            Language::Glsl => {
                let case = glsl::generate(seed);
                let (case_toml, map_toml) = (case.case_toml(), case.map_toml());
                Generated { seed, language, text: case.text, case_toml, map_toml }
            }
        }
    }

    /// The extension of a file that holds the program.
    pub fn extension(&self) -> &'static str {
        match self.language {
            Language::NvAsm => "nvcp",
            Language::Glsl => "comp",
        }
    }
}
