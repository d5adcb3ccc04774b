//! The report of a compilation: diagnostics, sources and IR dumps.

use crate::Options;
use nvc_diag::{Cancellation, Diagnostics, Source, SourceMap, render};
use std::sync::Arc;

/// The IR after a pass, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dump {
    /// Name of the pass.
    pub pass: &'static str,
    /// Text of the module.
    pub text: String,
}

/// The diagnostics of a compilation, the sources that they point into, and IR dumps.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// All diagnostics, sorted by location.
    pub diagnostics: Diagnostics,
    /// The sources that the diagnostics point into.
    pub sources: SourceMap,
    /// The dumps requested with [`Options::with_print_after`](crate::Options::with_print_after), in pipeline
    /// order.
    pub dumps: Vec<Dump>,
    pub(crate) inputs: Vec<Arc<str>>,
}

impl Report {
    /// Creates an empty report on a source whose compilation starts now.
    pub(crate) fn new(source: Source, options: &Options, cancellation: Option<&Cancellation>) -> Self {
        let diagnostics = Diagnostics::with(options.warnings.clone());
        let mut report = Report {
            inputs: vec![source.name.clone()],
            diagnostics: diagnostics.limited(options.limits.clone(), cancellation.cloned()),
            ..Report::default()
        };
        report.sources.add(source);
        report
    }

    /// Adds a source that is linked with the first.
    pub(crate) fn add(&mut self, source: &Source) {
        self.inputs.push(source.name.clone());
        self.sources.add(source.clone());
    }

    /// Returns the names of the sources that were read, as the [`Loader`](crate::Loader) returned them: the
    /// compiled sources, then includes in order of first use. After a failed compilation, the list ends with
    /// the last source read.
    pub fn dependencies(&self) -> impl Iterator<Item = &str> {
        self.inputs.iter().map(|name| &**name)
    }

    /// Renders the diagnostics as text.
    pub fn messages(&self, style: render::Style) -> String {
        render::all(&self.diagnostics, &self.sources, style)
    }
}
