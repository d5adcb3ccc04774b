//! A program with its inputs, as every engine takes it.

use anyhow::{Context, Result};
use nvc::{BindingScheme, Language, Options, Quirks};
use nvc_exec::case::{Case, Map, Mapping, Outputs};
use nvc_fuzz::Generated;

/// A program with its inputs.
#[derive(Clone)]
pub(crate) struct Job {
    pub(crate) text: String,
    pub(crate) language: Language,
    pub(crate) inputs: Case,
    pub(crate) map: Map,
    pub(crate) mapping: Mapping,
    /// Whether the interpreter looks for what is undefined.
    pub(crate) watched: bool,
    /// How nvc compiles it.
    pub(crate) options: Options,
    /// What Vulkan runs in place of what nvc makes of it.
    pub(crate) module: Option<Vec<u32>>,
}

/// What comes of a program on an engine; an error is its failure.
pub(crate) enum Ran {
    /// What each way to run it there left.
    Left(Vec<(&'static str, Outputs)>),
    /// The engine lacks what the program needs.
    Lacks(String),
}

impl Job {
    /// GLSL is watched: its generator makes programs in which nothing is undefined.
    pub(crate) fn new(program: &Generated) -> Result<Self> {
        let inputs: Case = toml::from_str(&program.case_toml).context("case.toml")?;
        let map: Map = toml::from_str(&program.map_toml).context("map.toml")?;
        let mapping = match program.language {
            Language::NvAsm => Mapping::assembly(&inputs, &map)?,
            Language::Glsl => Mapping::glsl(&inputs)?,
        };
        let watched = program.language == Language::Glsl;
        let (text, language) = (program.text.clone(), program.language);
        Ok(Job {
            text,
            language,
            inputs,
            map,
            mapping,
            watched,
            options: Options::default().with_bindings(BindingScheme::Classes),
            module: None,
        })
    }

    /// The same program with the meaning that NVIDIA's driver gives it, which the texts may call undefined.
    pub(crate) fn with_quirks(&self) -> Self {
        let mut job = Job { watched: false, ..self.clone() };
        job.options = job.options.with_quirks(Quirks::Driver);
        job
    }

    /// The listing that NVIDIA's compiler made of the program. Its registers need no first value.
    pub(crate) fn of_listing(&self, listing: &str, map: Map) -> Result<Self> {
        let mapping = Mapping::assembly(&self.inputs, &map)?;
        let inputs = self.inputs.clone();
        let (text, language) = (listing.to_owned(), Language::NvAsm);
        Ok(Job {
            text,
            language,
            inputs,
            map,
            mapping,
            watched: false,
            options: Options::default().with_bindings(BindingScheme::Classes),
            module: None,
        })
    }
}
