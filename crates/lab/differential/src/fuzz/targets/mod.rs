//! The targets of a coverage-guided fuzzer: properties that must hold for any input bytes.
//!
//! A target is a row of [`TARGETS`]. It takes any bytes and returns an error if the compiler is wrong; the
//! caller detects panics, hangs and excessive memory use. Targets are stateless, so the same bytes always
//! give the same result.

mod agree;
mod front;
mod generated;
mod ir;
mod passes;
mod whole;

use nvc::{Code, Language, Report, render};

/// Validates a module; an error is the validator's message.
pub type Validator<'v> = dyn FnMut(&[u8]) -> Result<(), String> + 'v;

/// The kind of a target's input bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A program in assembly.
    Assembly,
    /// A GLSL shader.
    Glsl,
    /// A listing of the IR.
    Ir,
    /// Choices of a program generator.
    Choices,
}

impl Input {
    /// All of them.
    pub const ALL: [Input; 4] = [Input::Assembly, Input::Glsl, Input::Ir, Input::Choices];

    /// The name of its seeds' folder and of its dictionary.
    pub fn name(self) -> &'static str {
        match self {
            Input::Assembly => "asm",
            Input::Glsl => "glsl",
            Input::Ir => "ir",
            Input::Choices => "choices",
        }
    }

    /// The extension of files that hold such bytes.
    pub fn extension(self) -> &'static str {
        match self {
            Input::Assembly => "nvcp",
            Input::Glsl => "comp",
            Input::Ir => "nvcir",
            Input::Choices => "choices",
        }
    }
}

/// A target.
#[derive(Debug)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// The property that it checks, in one sentence.
    pub about: &'static str,
    /// The kind of its input.
    pub input: Input,
    /// The maximum length of an input.
    pub longest: usize,
    /// Runs it: an error says how the compiler fails.
    pub run: fn(&[u8], &mut Validator<'_>) -> Result<(), String>,
}

/// Maximum lengths of inputs, by what a target does with them: short enough for many runs per second.
const PARSED: usize = 1 << 14;
const COMPILED: usize = 1 << 13;
const CHOSEN: usize = 1 << 11;

const fn row(
    name: &'static str,
    input: Input,
    longest: usize,
    run: fn(&[u8], &mut Validator<'_>) -> Result<(), String>,
    about: &'static str,
) -> Target {
    Target { name, about, input, longest, run }
}

/// All targets.
#[rustfmt::skip]
pub static TARGETS: &[Target] = &[
    row("asm", Input::Assembly, PARSED, |data, _| front::check(Language::NvAsm, data),
        "The assembly front end rejects a program or returns a module that the verifier accepts."),
    row("glsl", Input::Glsl, PARSED, |data, _| front::check(Language::Glsl, data),
        "The GLSL front end rejects a shader or returns a module that the verifier accepts."),
    row("ir", Input::Ir, PARSED, |data, _| ir::check(data),
        "A valid IR listing round-trips: parsed, printed and parsed again, it is the same."),
    row("compile-asm", Input::Assembly, COMPILED, |data, valid| whole::check(Language::NvAsm, data, valid),
        "Assembly that the compiler accepts compiles to a valid module, with and without optimisation."),
    row("compile-glsl", Input::Glsl, COMPILED, |data, valid| whole::check(Language::Glsl, data, valid),
        "GLSL that the compiler accepts compiles to a valid module, with and without optimisation."),
    row("passes-asm", Input::Assembly, COMPILED, |data, _| passes::check(Language::NvAsm, data),
        "An assembly program leaves the same memory before and after the passes."),
    row("passes-glsl", Input::Glsl, COMPILED, |data, _| passes::check(Language::Glsl, data),
        "A GLSL shader leaves the same memory before and after the passes."),
    row("generated-asm", Input::Choices, CHOSEN, |data, valid| generated::check(Language::NvAsm, data, valid),
        "Every generated assembly program compiles to a valid module and, if exact, leaves the same memory."),
    row("generated-glsl", Input::Choices, CHOSEN, |data, valid| generated::check(Language::Glsl, data, valid),
        "Every generated GLSL shader compiles to a valid module and leaves the same memory."),
];

/// The target of this name.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// The diagnostics of a run, printed as by the command; an error if one is an internal compiler error.
fn findings(report: &Report) -> Result<String, String> {
    let words = report.messages(render::Style::default());
    if report.diagnostics.iter().any(|finding| finding.code == Code::N0901) {
        return Err(words);
    }
    Ok(words)
}

/// The name of the input in messages.
fn file_name(language: Language) -> String {
    format!("input.{}", language.extension())
}
