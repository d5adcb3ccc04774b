//! What a coverage-guided fuzzer runs: properties that must hold whatever the bytes are.
//!
//! A target is a row of [`TARGETS`]. It takes any bytes and says what is wrong with the compiler; a panic,
//! a hang or too much memory is seen by who runs it. Nothing here keeps state, so the same bytes always
//! show the same.

mod agree;
mod front;
mod generated;
mod ir;
mod passes;
mod whole;

use nvc::{Code, Language, Report, render};

/// Asks a validator about a module; an error is what it has against it.
pub type Validator<'v> = dyn FnMut(&[u8]) -> Result<(), String> + 'v;

/// What the bytes of a target are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A program in assembly.
    Assembly,
    /// A GLSL shader.
    Glsl,
    /// A listing of the IR.
    Ir,
    /// Choices of a generator of programs.
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
    /// What it holds the compiler to, in one sentence.
    pub about: &'static str,
    /// What its bytes are.
    pub input: Input,
    /// The longest input that is worth its time.
    pub longest: usize,
    /// Runs it: an error says in what the compiler fails.
    pub run: fn(&[u8], &mut Validator<'_>) -> Result<(), String>,
}

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
        "The assembly front end refuses a program, or makes a module that the verifier takes."),
    row("glsl", Input::Glsl, PARSED, |data, _| front::check(Language::Glsl, data),
        "Preprocessor, parser and checker of GLSL refuse a shader, or its module is one that the verifier takes."),
    row("ir", Input::Ir, PARSED, |data, _| ir::check(data),
        "A listing that is a module, printed and read again, is the same listing."),
    row("compile-asm", Input::Assembly, COMPILED, |data, valid| whole::check(Language::NvAsm, data, valid),
        "What the compiler accepts in assembly becomes a valid module, with and without optimisation."),
    row("compile-glsl", Input::Glsl, COMPILED, |data, valid| whole::check(Language::Glsl, data, valid),
        "What the compiler accepts in GLSL becomes a valid module, with and without optimisation."),
    row("passes-asm", Input::Assembly, COMPILED, |data, _| passes::check(Language::NvAsm, data),
        "A program in assembly leaves the same memory before and behind the passes."),
    row("passes-glsl", Input::Glsl, COMPILED, |data, _| passes::check(Language::Glsl, data),
        "A shader in GLSL leaves the same memory before and behind the passes."),
    row("generated-asm", Input::Choices, CHOSEN, |data, valid| generated::check(Language::NvAsm, data, valid),
        "Every generated program in assembly compiles, is valid, and leaves the same memory."),
    row("generated-glsl", Input::Choices, CHOSEN, |data, valid| generated::check(Language::Glsl, data, valid),
        "Every generated shader in GLSL compiles, is valid, and leaves the same memory."),
];

/// The target of this name.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// What the findings of a run say, printed as the command prints them; an error if the compiler calls
/// itself at fault.
fn findings(report: &Report) -> Result<String, String> {
    let words = report.messages(render::Style::default());
    if report.diagnostics.iter().any(|finding| finding.code == Code::N0901) {
        return Err(words);
    }
    Ok(words)
}

/// What messages call the input.
fn file_name(language: Language) -> &'static str {
    match language {
        Language::NvAsm => "input.nvcp",
        Language::Glsl => "input.comp",
    }
}
