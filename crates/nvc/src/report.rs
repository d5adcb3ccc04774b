//! What a compilation reports, whether it succeeds or fails.

use crate::Options;
use nvc_diag::{Diagnostics, Source, SourceMap, render};
use std::sync::Arc;

/// The module as text after one pass.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dump {
    /// The name of the pass.
    pub pass: &'static str,
    /// The module.
    pub text: String,
}

/// What a compilation reports: diagnostics, the sources that they point into, and pass dumps.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// All diagnostics, ordered by place.
    pub diagnostics: Diagnostics,
    /// The sources that the diagnostics point into.
    pub sources: SourceMap,
    /// The dumps that [`Options::with_print_after`](crate::Options::with_print_after) asked for, in
    /// pipeline order.
    pub dumps: Vec<Dump>,
    pub(crate) inputs: Vec<Arc<str>>,
}

impl Report {
    /// An empty report on a source.
    pub(crate) fn new(source: Source, options: &Options) -> Self {
        let mut report = Report {
            inputs: vec![source.name.clone()],
            diagnostics: Diagnostics::with(options.warnings.clone()),
            ..Report::default()
        };
        report.sources.add(source);
        report
    }

    /// The names of the sources that were read, as the [`Loader`](crate::Loader) gave them: the main source,
    /// then its includes in order of first use. After a failed compilation the list ends with the last one
    /// read.
    pub fn dependencies(&self) -> impl Iterator<Item = &str> {
        self.inputs.iter().map(|name| &**name)
    }

    /// The diagnostics as text.
    pub fn messages(&self, style: render::Style) -> String {
        render::all(&self.diagnostics, &self.sources, style)
    }
}
