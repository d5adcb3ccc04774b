//! A program with its inputs, in the form that every engine accepts.

use anyhow::Result;
use nvc::{BindingScheme, Language, Options, Quirks};
use nvc_exec::case::{Case, Map, Mapping, Outputs};
use nvc_lab::fuzz::Generated;

/// A program with its inputs.
#[derive(Clone)]
pub(crate) struct Job {
    pub(crate) text: String,
    pub(crate) language: Language,
    pub(crate) inputs: Case,
    pub(crate) map: Map,
    pub(crate) mapping: Mapping,
    /// Whether the interpreter checks for undefined behaviour.
    pub(crate) watched: bool,
    /// How nvc compiles it.
    pub(crate) options: Options,
    /// A module that Vulkan runs instead of nvc's.
    pub(crate) module: Option<Vec<u32>>,
}

/// The result of running a program on an engine. A failure is an `Err` instead.
pub(crate) enum Ran {
    /// The memory that it left, for each variant in which the engine runs it (such as `with -O0`).
    Left(Vec<(&'static str, Outputs)>),
    /// The engine lacks what the program needs.
    Lacks(String),
}

impl Job {
    /// GLSL is checked, because generated GLSL has no undefined behaviour.
    pub(crate) fn new(program: &Generated) -> Result<Self> {
        let (inputs, map, mapping) = program.inputs()?;
        Ok(Job {
            text: program.text.clone(),
            language: program.language,
            inputs,
            map,
            mapping,
            watched: program.language == Language::Glsl,
            options: Options::default().with_bindings(BindingScheme::Classes),
            module: None,
        })
    }

    /// The same program with the semantics of NVIDIA's driver, where the specifications may call it
    /// undefined.
    pub(crate) fn with_quirks(&self) -> Self {
        let mut job = Job { watched: false, ..self.clone() };
        job.options = job.options.with_quirks(Quirks::Driver);
        job
    }

    /// The listing that NVIDIA's compiler generated from the program. It is not checked, because it may read
    /// uninitialised registers.
    pub(crate) fn of_listing(&self, listing: &str, map: Map) -> Result<Self> {
        Ok(Job {
            text: listing.to_owned(),
            language: Language::NvAsm,
            mapping: Mapping::assembly(&self.inputs, &map)?,
            map,
            watched: false,
            options: Options::default().with_bindings(BindingScheme::Classes),
            module: None,
            ..self.clone()
        })
    }
}
