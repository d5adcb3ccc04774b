//! Collects and reports the errors of a manifest, with their positions in it.

use nvc_diag::{Code, Diagnostic, Diagnostics, FileId, Source, SourceMap, Span, render};
use std::collections::BTreeSet;

/// Collects the errors of one manifest. An error that occurs in several variants is reported once.
#[derive(Default)]
pub(crate) struct Errors {
    diagnostics: Diagnostics,
    seen: BTreeSet<(Span, String)>,
}

impl Errors {
    /// Reports an error at a position.
    pub fn add(&mut self, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::new(Code::N0606, span, message));
    }

    /// Reports an error at a position, with a help message on how to fix it.
    pub fn add_with_help(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.report(Diagnostic::new(Code::N0606, span, message).help(help));
    }

    /// Reports an error, unless the same error was reported at the same position before.
    pub fn report(&mut self, error: Diagnostic) {
        if self.seen.insert((error.span.unwrap_or_default(), error.message.clone())) {
            self.diagnostics.report(error);
        }
    }

    /// Returns whether no error has been reported so far.
    pub fn is_empty(&self) -> bool {
        !self.diagnostics.has_errors()
    }

    /// Fails if any error has been reported.
    pub fn check(&mut self, manifest: &Source) -> Result<(), ManifestError> {
        if self.is_empty() {
            return Ok(());
        }
        self.diagnostics.sort();
        let mut sources = SourceMap::new();
        sources.add(manifest.clone());
        Err(ManifestError { diagnostics: std::mem::take(&mut self.diagnostics), sources })
    }
}

/// Returns the span of a byte range in the manifest.
pub(crate) fn span(start: usize, end: usize) -> Span {
    Span::new(FileId::new(0), start, end)
}

/// The errors of a manifest.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ManifestError {
    /// All errors, sorted by position.
    pub diagnostics: Diagnostics,
    sources: SourceMap,
}

impl ManifestError {
    /// Renders the errors as text.
    pub fn messages(&self, style: render::Style) -> String {
        render::all(&self.diagnostics, &self.sources, style)
    }
}

impl std::fmt::Display for ManifestError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let style = render::Style { format: render::Format::Short, color: false };
        f.write_str(self.messages(style).trim_end())
    }
}

impl std::error::Error for ManifestError {}
