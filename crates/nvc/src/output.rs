//! What a compilation gives back.

use nvc_diag::{Diagnostics, Source, SourceMap, render};
use nvc_reflect::Reflection;

/// The result in the form that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Artifact {
    /// A SPIR-V module, as words.
    Spirv(Vec<u32>),
    /// SPIR-V assembly or nvc's intermediate language.
    Text(String),
}

impl Artifact {
    /// The bytes of the file that holds it. SPIR-V words are written with the low byte first, on
    /// every machine.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Artifact::Spirv(words) => words.iter().flat_map(|w| w.to_le_bytes()).collect(),
            Artifact::Text(text) => text.clone().into_bytes(),
        }
    }
}

/// The module as text, behind one pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dump {
    /// The name of the pass.
    pub pass: &'static str,
    /// The module.
    pub text: String,
}

/// The outcome of one compilation.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// The result; `None` exactly if an error was found.
    pub artifact: Option<Artifact>,
    /// The shader's interface, where [`Options::reflect`](crate::Options::reflect) asks for it and
    /// there is an artifact made of a module.
    pub reflection: Option<Box<Reflection>>,
    /// All findings, ordered by place.
    pub diagnostics: Diagnostics,
    /// The text that the findings point into.
    pub sources: SourceMap,
    /// What [`Options::print_after`](crate::Options::print_after) asked for, in pipeline order.
    pub dumps: Vec<Dump>,
    /// Whether the SPIR-V validator has seen the module. It has not if it was not to be asked
    /// ([`Options::validate`](crate::Options::validate)) or is not compiled in (feature
    /// `validate`); a caller may then ask one of its own, and [`Output::refuse`].
    pub validated: bool,
}

impl Output {
    /// Nothing yet, for a source.
    pub(crate) fn of(source: Source) -> Self {
        let mut output = Output::default();
        output.sources.add(source);
        output
    }

    /// Orders the findings; an artifact made beside an error is dropped.
    pub(crate) fn finish(mut self) -> Self {
        self.diagnostics.sort();
        if self.diagnostics.has_errors() {
            self.artifact = None;
            self.reflection = None;
        }
        self
    }

    /// Whether there is an artifact.
    pub fn is_ok(&self) -> bool {
        self.artifact.is_some()
    }

    /// Takes the artifact back because a validator outside refuses it; `words` are what it said.
    pub fn refuse(&mut self, words: &str) {
        self.diagnostics.report(crate::pipeline::invalid_module(words));
        self.artifact = None;
        self.reflection = None;
    }

    /// The findings as text.
    pub fn messages(&self, style: render::Style) -> String {
        render::all(&self.diagnostics, &self.sources, style)
    }
}
