//! The result of a compilation: [`Compiled`] or [`CompileError`].

use crate::{Artifact, Report, pipeline};
use nvc_diag::{Code, Diagnostics, render};
use nvc_reflect::Reflection;
use nvc_spirv::Validator;

/// A compiled program.
///
/// ```
/// use nvc::{Compiler, Options, Source};
///
/// let text = "!!NVcp5.0\nGROUP_SIZE 32;\nTEMP r;\nMOV.U r.x, program.local[1].x;\nEND\n";
/// let compiled = Compiler::new(Options::new().with_reflect(true)).compile(&Source::new("x.nvcp", text))?;
/// let interface = compiled.reflection.as_ref().ok_or("asked for")?;
/// assert_eq!(interface.entry_point, "main");
/// assert_eq!(interface.vulkan.version, "1.2");
/// assert_eq!(compiled.warnings().len(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Compiled {
    /// The output in the requested format.
    pub artifact: Artifact,
    /// The shader's reflection, if requested with [`Options::with_reflect`](crate::Options::with_reflect).
    /// Always present for Rust and C output.
    pub reflection: Option<Box<Reflection>>,
    /// The validator that accepted the module. `None` if the output is preprocessed GLSL, or if the module was not validated:
    /// [`Options::with_validate`](crate::Options::with_validate) or the feature `validate` is off, or the module is too
    /// large or uses features that are too new. The caller may then run its own validator and call
    /// [`Compiled::reject`].
    pub validator: Option<Validator>,
    /// Warnings, sources and IR dumps.
    pub report: Report,
}

/// A failed compilation: at least one error, and all other diagnostics.
///
/// [`Display`](std::fmt::Display) shows one line per diagnostic; [`CompileError::messages`] renders them with
/// the source.
#[derive(Clone, Debug)]
pub struct CompileError {
    report: Box<Report>,
}

impl Compiled {
    /// Returns the warnings.
    pub fn warnings(&self) -> &Diagnostics {
        &self.report.diagnostics
    }

    /// Returns the names of the sources that were read, like [`Report::dependencies`].
    pub fn dependencies(&self) -> impl Iterator<Item = &str> {
        self.report.dependencies()
    }

    /// Renders the warnings as text.
    pub fn messages(&self, style: render::Style) -> String {
        self.report.messages(style)
    }

    /// Converts to an error, for a module that the caller's validator rejects. `reason` is the validator's
    /// message.
    pub fn reject(mut self, reason: &str) -> CompileError {
        self.report.diagnostics.report(pipeline::invalid_module(reason));
        CompileError::new(self.report)
    }
}

impl CompileError {
    /// Creates an error. `report` must contain at least one error.
    pub(crate) fn new(report: Report) -> Self {
        debug_assert!(report.diagnostics.has_errors());
        CompileError { report: Box::new(report) }
    }

    /// Returns all diagnostics, sorted by location.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.report.diagnostics
    }

    /// Renders the diagnostics as text.
    pub fn messages(&self, style: render::Style) -> String {
        self.report.messages(style)
    }

    /// Returns whether the compilation was stopped by [`Cancellation`](crate::Cancellation) or
    /// [`Limit::Time`](crate::Limit::Time). The same compilation may succeed another time.
    pub fn is_interrupted(&self) -> bool {
        self.diagnostics().iter().any(|diagnostic| diagnostic.code == Code::N0502)
    }

    /// Returns the diagnostics, sources and IR dumps.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Converts to the diagnostics, sources and IR dumps.
    pub fn into_report(self) -> Report {
        *self.report
    }
}

impl std::fmt::Display for CompileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let style = render::Style { format: render::Format::Short, color: false };
        f.write_str(self.messages(style).trim_end())
    }
}

impl std::error::Error for CompileError {}
