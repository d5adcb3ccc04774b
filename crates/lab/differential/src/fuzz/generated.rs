//! A generated program in assembly or GLSL, with its inputs.

use crate::fuzz::{asm, glsl};
use anyhow::{Context, Result};
use nvc::Language;
use nvc_exec::case::{Case, Map, Mapping};

/// A generated program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// Seed of the program; 0 if it was generated from a fuzzer's bytes instead of random numbers.
    pub seed: u64,
    /// Language of the source text.
    pub language: Language,
    /// Source text.
    pub text: String,
    /// Text of `case.toml`, which describes the input data.
    pub case_toml: String,
    /// Text of `map.toml`, which assigns a resource of the case to each resource index in the program.
    pub map_toml: String,
}

impl Generated {
    /// Generates the program of a seed. The profile applies only to assembly; every generated GLSL program
    /// gives bit-identical results on all devices.
    pub fn new(language: Language, seed: u64, profile: &asm::Profile) -> Self {
        match language {
            Language::NvAsm => Generated::assembly(asm::generate(seed, profile)),
            _ => Generated::glsl(glsl::generate(seed)),
        }
    }

    /// Generates a program. The bytes determine the choices that otherwise depend on the seed.
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

    /// Returns the parsed `case.toml`, the parsed `map.toml`, and the assignment of the case's inputs to the
    /// program's resources.
    pub fn inputs(&self) -> Result<(Case, Map, Mapping)> {
        let case: Case = toml::from_str(&self.case_toml).context("case.toml")?;
        let map: Map = toml::from_str(&self.map_toml).context("map.toml")?;
        let mapping = match self.language {
            Language::NvAsm => Mapping::assembly(&case, &map)?,
            _ => Mapping::glsl(&case)?,
        };
        Ok((case, map, mapping))
    }

    /// Returns the file name extension of the language.
    pub fn extension(&self) -> &'static str {
        self.language.extension()
    }
}
