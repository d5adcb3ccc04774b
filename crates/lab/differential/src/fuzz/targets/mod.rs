//! The targets of a coverage-guided fuzzer: properties that must hold for any input bytes.
//!
//! [`TARGETS`] lists them. A target takes arbitrary bytes and returns an error if they violate its property;
//! the caller detects panics, hangs and excessive memory use. Targets are stateless, so the same bytes always
//! give the same result.

mod agree;
mod front;
mod generated;
mod ir;
mod passes;
mod whole;

use nvc::{Code, Language, Report, render};

/// Validates a SPIR-V binary. The error is the validator's message.
pub type Validator<'v> = dyn FnMut(&[u8]) -> Result<(), String> + 'v;

/// What the input bytes of a target encode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// An assembly program.
    Assembly,
    /// A GLSL shader.
    Glsl,
    /// A module in the text format of the IR.
    Ir,
    /// The choices of a program generator.
    Choices,
}

impl Input {
    /// All kinds of input.
    pub const ALL: [Input; 4] = [Input::Assembly, Input::Glsl, Input::Ir, Input::Choices];

    /// Returns the name of the folder of seed inputs, which is also that of the dictionary.
    pub fn name(self) -> &'static str {
        match self {
            Input::Assembly => "asm",
            Input::Glsl => "glsl",
            Input::Ir => "ir",
            Input::Choices => "choices",
        }
    }

    /// Returns the file name extension of inputs.
    pub fn extension(self) -> &'static str {
        match self {
            Input::Assembly => "nvcp",
            Input::Glsl => "comp",
            Input::Ir => "nvcir",
            Input::Choices => "choices",
        }
    }
}

/// A fuzz target.
#[derive(Debug)]
pub struct Target {
    /// Name on the command line.
    pub name: &'static str,
    /// The property that the target checks, in one sentence.
    pub about: &'static str,
    /// What the input bytes encode.
    pub input: Input,
    /// Maximum length of an input in bytes.
    pub max_len: usize,
    /// Runs the target. The error describes the compiler's failure.
    pub run: fn(&[u8], &mut Validator<'_>) -> Result<(), String>,
}

/// Maximum input length in bytes of targets that run no passes. All limits are low enough for many runs per
/// second.
const PARSED: usize = 1 << 14;
/// Maximum input length in bytes of targets that run the passes on a program.
const COMPILED: usize = 1 << 13;
/// Maximum input length in bytes of targets that generate a program from the input.
const CHOSEN: usize = 1 << 11;

const fn row(
    name: &'static str,
    input: Input,
    max_len: usize,
    run: fn(&[u8], &mut Validator<'_>) -> Result<(), String>,
    about: &'static str,
) -> Target {
    Target { name, about, input, max_len, run }
}

/// All targets.
#[rustfmt::skip]
pub static TARGETS: &[Target] = &[
    row("asm", Input::Assembly, PARSED, |data, _| front::check(Language::NvAsm, data),
        "The assembly front end rejects a program or returns a module that the verifier accepts."),
    row("glsl", Input::Glsl, PARSED, |data, _| front::check(Language::Glsl, data),
        "The GLSL front end rejects a shader or returns a module that the verifier accepts."),
    row("ir", Input::Ir, PARSED, |data, _| ir::check(data),
        "Printing and parsing a valid IR module does not change it."),
    row("compile-asm", Input::Assembly, COMPILED, |data, valid| whole::check(Language::NvAsm, data, valid),
        "Assembly that the compiler accepts compiles to a valid module, with and without optimisation."),
    row("compile-glsl", Input::Glsl, COMPILED, |data, valid| whole::check(Language::Glsl, data, valid),
        "GLSL that the compiler accepts compiles to a valid module, with and without optimisation."),
    row("passes-asm", Input::Assembly, COMPILED, |data, _| passes::check(Language::NvAsm, data),
        "The passes do not change the results of an assembly program."),
    row("passes-glsl", Input::Glsl, COMPILED, |data, _| passes::check(Language::Glsl, data),
        "The passes do not change the results of a GLSL shader."),
    row("generated-asm", Input::Choices, CHOSEN, |data, valid| generated::check(Language::NvAsm, data, valid),
        "Generated assembly compiles to a valid module; the passes do not change the results of exact programs."),
    row("generated-glsl", Input::Choices, CHOSEN, |data, valid| generated::check(Language::Glsl, data, valid),
        "Every generated GLSL shader compiles to a valid module; the passes do not change its results."),
];

/// Returns the target of this name.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// Formats the diagnostics of a compilation as `nvc` prints them. Returns the text as an error if one of the
/// diagnostics is an internal compiler error (N0901).
fn findings(report: &Report) -> Result<String, String> {
    let messages = report.messages(render::Style::default());
    if report.diagnostics.iter().any(|finding| finding.code == Code::N0901) {
        return Err(messages);
    }
    Ok(messages)
}

/// Returns the file name of the input in diagnostics.
fn file_name(language: Language) -> String {
    format!("input.{}", language.extension())
}
