//! A generated program of either language.

use crate::fuzz::{asm, glsl};
use anyhow::{Context, Result};
use nvc::Language;
use nvc_exec::case::{Case, Map, Mapping};

/// A generated program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The seed it was generated from.
    pub seed: u64,
    /// Its language.
    pub language: Language,
    /// The program.
    pub text: String,
    /// Its inputs: the text of `case.toml`.
    pub case_toml: String,
    /// The meaning of its indices: the text of `map.toml`.
    pub map_toml: String,
}

impl Generated {
    /// The program of a seed: assembly or GLSL. GLSL has one profile: programs that every device computes
    /// bit-identically.
    pub fn new(language: Language, seed: u64, profile: &asm::Profile) -> Self {
        match language {
            Language::NvAsm => Generated::assembly(asm::generate(seed, profile)),
            _ => Generated::glsl(glsl::generate(seed)),
        }
    }

    /// The program generated from these bytes instead of random numbers.
    pub fn from_choices(language: Language, bytes: &[u8], profile: &asm::Profile) -> Self {
        match language {
            Language::NvAsm => Generated::assembly(asm::from_choices(bytes, profile)),
            _ => Generated::glsl(glsl::from_choices(bytes)),
        }
    }

    fn assembly(case: asm::Case) -> Self {
        let (case_toml, map_toml) = (case.case_toml(), case.map_toml());
        Generated { seed: case.seed, language: Language::NvAsm, text: case.text, case_toml, map_toml }
    }

    fn glsl(case: glsl::Case) -> Self {
        let (case_toml, map_toml) = (case.case_toml(), case.map_toml());
        Generated { seed: case.seed, language: Language::Glsl, text: case.text, case_toml, map_toml }
    }

    /// The inputs, the meaning of the program's indices, and which inputs its resources are.
    pub fn inputs(&self) -> Result<(Case, Map, Mapping)> {
        let case: Case = toml::from_str(&self.case_toml).context("case.toml")?;
        let map: Map = toml::from_str(&self.map_toml).context("map.toml")?;
        let mapping = match self.language {
            Language::NvAsm => Mapping::assembly(&case, &map)?,
            _ => Mapping::glsl(&case)?,
        };
        Ok((case, map, mapping))
    }

    /// The extension of a file that holds the program.
    pub fn extension(&self) -> &'static str {
        self.language.extension()
    }
}
