//! [`Program`]: a shader compiled for the interpreter, with its interface.

use crate::interface;
use nvc::reflect::Reflection;
use nvc::{CompileError, Compiler, Emit, Language, Report, Source, internals, render};
use nvc_ir::{BindingMap, Module, Phase};

/// A shader compiled for the interpreter, with its interface. Any number of runs, in any number of threads, can share it.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) module: Module,
    pub(crate) bindings: BindingMap,
    pub(crate) reflection: Option<Box<Reflection>>,
    report: Report,
}

impl Program {
    /// Compiles a source. The specialization constants are final: the compiler's options give the values that
    /// differ from the defaults.
    ///
    /// # Errors
    /// If the source has an error, as for [`Compiler::compile`].
    pub fn compile(compiler: &Compiler, source: &Source) -> Result<Self, CompileError> {
        Program::link(compiler, (&source.name, source.text.as_bytes()), &[], Phase::Legal)
    }

    /// Compiles the content of a file: source text, or an OpenGL program binary that contains one listing.
    ///
    /// # Errors
    /// As for [`Compiler::compile_bytes`].
    pub fn compile_bytes(compiler: &Compiler, name: &str, bytes: &[u8]) -> Result<Self, CompileError> {
        Program::link(compiler, (name, bytes), &[], Phase::Legal)
    }

    /// Links files, each given as its name and content, into a program whose IR is in the given phase. [`Phase::Legal`] is the
    /// IR that becomes SPIR-V. [`Phase::Built`] is the output of the front end, before passes remove code that
    /// [`Run::check`](crate::Run::check) reports, such as reads whose results are unused.
    ///
    /// # Errors
    /// As for [`Compiler::link_bytes`].
    pub fn link(
        compiler: &Compiler,
        first: (&str, &[u8]),
        others: &[(&str, &[u8])],
        phase: Phase,
    ) -> Result<Self, CompileError> {
        let mut specialization = compiler.options().specialization().clone();
        // No API can set the constants later. This also makes `specialise` check the work-group size, which must not be 0.
        specialization.freeze = true;
        let options = compiler.options().clone().with_specialization(specialization).with_emit(Emit::Spirv);
        let compiler = compiler.clone().with_options(options);
        let (module, report) = internals::linked_module(&compiler, first, others, phase)?;
        let source = report.sources.files().next().map(|(_, source)| source);
        let language = compiler.options().language().or_else(|| source.map(Language::of));
        let bindings = compiler.options().binding_map(language.unwrap_or(Language::Glsl));
        // Programs that the back end rejects can run, but have no reflection.
        let options = compiler.options().clone().with_reflect(true).with_validate(false);
        let interface = compiler.with_options(options);
        let reflection = interface.link_bytes(first, others).ok().and_then(|compiled| compiled.reflection);
        Ok(Program { module, bindings, reflection, report })
    }

    /// The shader's interface. `None` if the shader cannot become SPIR-V for the target environment; resources can then only be
    /// named by class and index.
    pub fn reflection(&self) -> Option<&Reflection> {
        self.reflection.as_deref()
    }

    /// The names of the resources and parameters that the shader uses.
    pub fn names(&self) -> Vec<String> {
        self.reflection().map(interface::names).unwrap_or_default()
    }

    /// The warnings of the compilation, and the sources that locations refer to.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Renders diagnostics about this program, such as [`Results::findings`](crate::Results::findings), as text.
    pub fn messages(&self, diagnostics: &nvc::Diagnostics, style: render::Style) -> String {
        render::all(diagnostics, &self.report.sources, style)
    }
}
