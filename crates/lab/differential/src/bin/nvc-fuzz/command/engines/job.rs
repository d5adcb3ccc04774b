//! A program with its inputs, in the form that all engines run.

use anyhow::Result;
use nvc::{BindingScheme, Language, Options, Quirks, Workarounds};
use nvc_exec::case::{Case, Map, Mapping, Outputs};
use nvc_lab::fuzz::Generated;

/// A program with its inputs.
#[derive(Clone)]
pub(crate) struct Job {
    pub(crate) text: String,
    pub(crate) language: Language,
    pub(crate) inputs: Case,
    /// What the indices in an assembly program refer to.
    pub(crate) map: Map,
    /// The bindings of the module's resources to the inputs.
    pub(crate) mapping: Mapping,
    /// Whether the interpreter checks for undefined behaviour.
    pub(crate) checked: bool,
    /// Options of nvc for this program.
    pub(crate) options: Options,
    /// SPIR-V module that Vulkan runs instead of nvc's output.
    pub(crate) module: Option<Vec<u32>>,
}

/// The outcome of running a program on an engine, if there was no error.
pub(crate) enum RunOutcome {
    /// The resulting memory of each variant that the engine runs, by name (such as `with -O0`).
    Memory(Vec<(&'static str, Outputs)>),
    /// The engine lacks a feature that the program needs. Contains the feature's name, or the log of the driver's
    /// GLSL compiler.
    MissingFeature(String),
}

impl Job {
    /// Creates the job of a generated program. GLSL is checked at run time because generated GLSL has no
    /// undefined behaviour.
    pub(crate) fn new(program: &Generated) -> Result<Self> {
        let (inputs, map, mapping) = program.inputs()?;
        Ok(Job {
            text: program.text.clone(),
            language: program.language,
            inputs,
            map,
            mapping,
            checked: program.language == Language::Glsl,
            options: Options::default().with_bindings(BindingScheme::Classes),
            module: None,
        })
    }

    /// Returns the same program, compiled with these driver workarounds.
    pub(crate) fn with_workarounds(mut self, workarounds: Workarounds) -> Self {
        self.options = self.options.with_workarounds(workarounds);
        self
    }

    /// Returns the same program with the semantics of NVIDIA's driver (`--quirks driver`). Run-time checks
    /// are off because the specification may leave that behaviour undefined.
    pub(crate) fn with_quirks(&self) -> Self {
        let mut job = Job { checked: false, ..self.clone() };
        job.options = job.options.with_quirks(Quirks::Driver);
        job
    }

    /// Returns the job of the assembly listing that NVIDIA's compiler generated from this program. Run-time
    /// checks are off because the listing may read uninitialised registers.
    pub(crate) fn of_listing(&self, listing: &str, map: Map) -> Result<Self> {
        Ok(Job {
            text: listing.to_owned(),
            language: Language::NvAsm,
            mapping: Mapping::assembly(&self.inputs, &map)?,
            map,
            checked: false,
            options: Options::default().with_bindings(BindingScheme::Classes),
            module: None,
            ..self.clone()
        })
    }
}
