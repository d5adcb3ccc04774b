//! What a compilation gives back.

use crate::Options;
use nvc_diag::{Diagnostics, Source, SourceMap, render};
use nvc_reflect::Reflection;
use std::sync::Arc;

/// The result in the form that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Artifact {
    /// A SPIR-V module, as words.
    Spirv(Vec<u32>),
    /// SPIR-V assembly or nvc's intermediate language.
    Text(String),
    /// Source code that holds a SPIR-V module.
    Code {
        /// The code.
        text: String,
        /// The module in it.
        words: Vec<u32>,
    },
}

impl Artifact {
    /// The bytes of the file that holds it. SPIR-V words are written with the low byte first, on
    /// every machine.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Artifact::Spirv(words) => words.iter().flat_map(|w| w.to_le_bytes()).collect(),
            Artifact::Text(text) | Artifact::Code { text, .. } => text.clone().into_bytes(),
        }
    }

    /// The SPIR-V module that it is or holds.
    pub fn words(&self) -> Option<&[u32]> {
        match self {
            Artifact::Spirv(words) | Artifact::Code { words, .. } => Some(words),
            Artifact::Text(_) => None,
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
///
/// ```
/// let text = "!!NVcp5.0\nGROUP_SIZE 32;\nTEMP r;\nMOV.U r.x, program.local[1].x;\nEND\n";
/// let output = nvc::compile(&nvc::Source::new("x.nvcp", text), &nvc::Options::new().reflect(true));
/// let interface = output.reflection.ok_or("it compiles")?;
/// assert_eq!(interface.entry_point, "main");
/// assert_eq!(interface.vulkan.version, "1.2");
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Output {
    /// The result; `None` exactly if an error was found.
    pub artifact: Option<Artifact>,
    /// The shader's interface, where [`Options::reflect`](crate::Options::reflect) asks for it and
    /// there is an artifact made of a module; always beside Rust and C.
    pub reflection: Option<Box<Reflection>>,
    /// All findings, ordered by place.
    pub diagnostics: Diagnostics,
    /// The text that the findings point into.
    pub sources: SourceMap,
    /// The names of the texts that the result is made from: [`Output::dependencies`].
    pub inputs: Vec<Arc<str>>,
    /// What [`Options::print_after`](crate::Options::print_after) asked for, in pipeline order.
    pub dumps: Vec<Dump>,
    /// Whether the SPIR-V validator has seen the module. It has not if it was not to be asked
    /// ([`Options::validate`](crate::Options::validate)) or is not compiled in (feature
    /// `validate`); a caller may then ask one of its own, and [`Output::refuse`].
    pub validated: bool,
}

impl Output {
    /// Nothing yet, for a source.
    pub(crate) fn of(source: Source, options: &Options) -> Self {
        let mut output = Output {
            inputs: vec![source.name.clone()],
            diagnostics: Diagnostics::with(options.warnings.clone()),
            ..Output::default()
        };
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

    /// The names of the texts that were read, as the [`Loader`](crate::Loader) gave them: the source
    /// itself, then what it includes, each once in the order of first use. They are complete where the
    /// compilation succeeded; where it did not, they end with what was read last.
    pub fn dependencies(&self) -> impl Iterator<Item = &str> {
        self.inputs.iter().map(|name| &**name)
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

#[cfg(test)]
mod tests {
    use crate::{Loader, Options, Source, compile_with};

    /// Gives every name a text that includes the next letter, up to `d`.
    struct Letters;

    impl Loader for Letters {
        fn load(&self, path: &str, _: bool, from: &str) -> Result<Source, String> {
            let next = path.bytes().next().map_or(b'd', |byte| byte + 1);
            if path == "none" {
                return Err(format!("{from} wants what is not there"));
            }
            let text = if next > b'd' { String::new() } else { format!("#include \"{}\"\n", next as char) };
            Ok(Source::new(format!("inc/{path}"), text))
        }
    }

    #[test]
    fn warnings_are_what_the_options_say() {
        let source = Source::new("x.nvcp", "!!NVcp5.0\nOPTION NV_none;\nGROUP_SIZE 1;\nEND\n");
        let compiled = |words: &[&str]| {
            let mut options = Options { validate: false, ..Options::default() };
            for word in words {
                options.warnings.set(word).expect("it is known");
            }
            let output = crate::compile(&source, &options);
            (output.is_ok(), output.diagnostics.len())
        };
        assert_eq!(compiled(&[]), (true, 1));
        assert_eq!(compiled(&["no-unknown-option"]), (true, 0));
        assert_eq!(compiled(&["error"]), (false, 1));
        assert_eq!(compiled(&["error", "no-error=unknown-option"]), (true, 1));
    }

    fn dependencies(includes: &str) -> Vec<String> {
        let head = "#version 460\n#extension GL_GOOGLE_include_directive : require\n";
        let text = format!("{head}{includes}layout(local_size_x = 1) in;\nvoid main() {{}}\n");
        let output = compile_with(&Source::new("main.comp", text), &Options::default(), &Letters);
        output.dependencies().map(str::to_owned).collect()
    }

    #[test]
    fn dependencies_are_what_was_read_in_order_of_first_use() {
        assert_eq!(dependencies(""), ["main.comp"]);
        let both = "#include \"c\"\n#include \"b\"\n#include <c>\n";
        assert_eq!(dependencies(both), ["main.comp", "inc/c", "inc/d", "inc/b"]);
        assert_eq!(dependencies("#include \"d\"\n#include \"none\"\n"), ["main.comp", "inc/d"]);
        assert_eq!(dependencies("#if 0\n#include \"d\"\n#endif\n"), ["main.comp"]);
    }
}
