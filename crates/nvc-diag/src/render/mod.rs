//! Diagnostics as text.
//!
//! Three forms of the same finding: [`Format::Human`] with the source line, [`Format::Short`] for
//! editors and continuous integration, [`Format::Json`] for programs. Each is bounded: whatever
//! the input holds, a finding takes a few kilobytes at most.

mod excerpt;
mod human;
mod json;
mod short;
#[cfg(test)]
mod tests;
mod text;

use crate::{Diagnostic, Diagnostics, Severity, SourceMap, Span};

/// Which of the three forms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Message, place, source line, labels, notes and help.
    #[default]
    Human,
    /// `file:line:col: error[N0201]: text`, one line a finding.
    Short,
    /// One JSON object a line; its `schema` member counts incompatible changes.
    Json,
}

/// How findings are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Which form.
    pub format: Format,
    /// ANSI colours, in the human form only.
    pub color: bool,
}

/// One finding, ending in a line break.
pub fn diagnostic(diagnostic: &Diagnostic, sources: &SourceMap, style: Style) -> String {
    let mut out = match style.format {
        Format::Human => human::render(diagnostic, sources, style.color),
        Format::Short => short::render(diagnostic, sources),
        Format::Json => json::render(diagnostic, sources),
    };
    out.push('\n');
    out
}

/// All kept findings, one after the other.
pub fn all(diagnostics: &Diagnostics, sources: &SourceMap, style: Style) -> String {
    diagnostics.iter().map(|d| diagnostic(d, sources, style)).collect()
}

/// How many findings there were, as `2 errors, 1 warning, 7 more not shown`; empty if there were
/// none. Takes the lists of all inputs of one run.
pub fn summary<'a>(lists: impl IntoIterator<Item = &'a Diagnostics>) -> String {
    let (mut errors, mut warnings, mut dropped) = (0, 0, 0);
    for list in lists {
        dropped += list.dropped();
        for finding in list {
            match finding.severity {
                Severity::Warning => warnings += 1,
                Severity::Error | Severity::Bug => errors += 1,
            }
        }
    }
    let plural = |n: usize, one: &str| {
        if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
    };
    let mut parts = Vec::new();
    if errors > 0 {
        parts.push(plural(errors, "error"));
    }
    if warnings > 0 {
        parts.push(plural(warnings, "warning"));
    }
    if dropped > 0 {
        parts.push(format!("{dropped} more not shown"));
    }
    parts.join(", ")
}

/// The word that stands before the code. A fault of nvc is an error to the tools that read
/// compiler output; its code and text say whose fault it is.
fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Warning => "warning",
        Severity::Error | Severity::Bug => "error",
    }
}

/// The option that a warning obeys, as compilers show it.
fn option(diagnostic: &Diagnostic) -> Option<String> {
    let name = diagnostic.code.warning_name()?;
    Some(match diagnostic.severity {
        Severity::Warning => format!("[-W{name}]"),
        Severity::Error | Severity::Bug => format!("[-Werror={name}]"),
    })
}

/// The name of the file that a finding without a place belongs to: the only file there is.
fn only_file(sources: &SourceMap) -> Option<&str> {
    let mut files = sources.files();
    let (_, source) = files.next()?;
    files.next().is_none().then_some(&*source.name)
}

/// The span, if it points into a file of this map.
fn known(span: Option<Span>, sources: &SourceMap) -> Option<Span> {
    span.filter(|s| sources.files().any(|(id, _)| id == s.file))
}
