//! Diagnostics as text.
//!
//! The forms of a diagnostic: [`Format::Human`] with the source line, [`Format::Short`] for
//! editors and continuous integration, [`Format::Json`] for programs, [`Format::Glslc`] for build
//! systems made for glslc. Each is bounded: whatever the input is, a diagnostic takes a few
//! kilobytes at most.

mod excerpt;
mod glslc;
mod human;
mod json;
mod short;
#[cfg(test)]
mod tests;
mod text;

pub use glslc::generated;

use crate::{Diagnostic, Diagnostics, Severity, SourceMap, Span, counted};

/// Which form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Message, place, source line, labels, notes and help.
    #[default]
    Human,
    /// `file:line:col: error[N0201]: text`, one line per diagnostic.
    Short,
    /// One JSON object per line; its `schema` member counts incompatible changes.
    Json,
    /// `file:line: error: text [N0201]`, and lines for notes and help.
    Glslc,
}

/// How diagnostics are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Which form.
    pub format: Format,
    /// ANSI colours, in the human form only.
    pub color: bool,
}

/// One diagnostic, with a line break at its end.
pub fn diagnostic(diagnostic: &Diagnostic, sources: &SourceMap, style: Style) -> String {
    let mut out = match style.format {
        Format::Human => human::render(diagnostic, sources, style.color),
        Format::Short => short::render(diagnostic, sources),
        Format::Json => json::render(diagnostic, sources),
        Format::Glslc => glslc::render(diagnostic, sources),
    };
    out.push('\n');
    out
}

/// All kept diagnostics, one after another.
pub fn all(diagnostics: &Diagnostics, sources: &SourceMap, style: Style) -> String {
    diagnostics.iter().map(|d| diagnostic(d, sources, style)).collect()
}

/// The number of diagnostics, such as `2 errors, 1 warning, 7 more not shown`; empty if there were
/// none. Takes the lists of all inputs of one run.
pub fn summary<'a>(lists: impl IntoIterator<Item = &'a Diagnostics>) -> String {
    let Counts { errors, warnings, dropped } = counts(lists);
    let mut parts = Vec::new();
    if errors > 0 {
        parts.push(counted(errors, "error"));
    }
    if warnings > 0 {
        parts.push(counted(warnings, "warning"));
    }
    if dropped > 0 {
        parts.push(format!("{dropped} more not shown"));
    }
    parts.join(", ")
}

/// The numbers of diagnostics.
#[derive(Default)]
struct Counts {
    errors: usize,
    warnings: usize,
    /// Those that were not kept.
    dropped: usize,
}

fn counts<'a>(lists: impl IntoIterator<Item = &'a Diagnostics>) -> Counts {
    let mut counts = Counts::default();
    for list in lists {
        counts.dropped += list.dropped();
        for finding in list {
            match finding.severity {
                Severity::Warning => counts.warnings += 1,
                Severity::Error | Severity::Bug => counts.errors += 1,
            }
        }
    }
    counts
}

/// The severity shown before the code. A bug in nvc is an error to the tools that read
/// compiler output; its code and text say whose fault it is.
fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Warning => "warning",
        Severity::Error | Severity::Bug => "error",
    }
}

/// The option that controls a warning, in brackets.
fn option(diagnostic: &Diagnostic) -> Option<String> {
    let name = diagnostic.code.warning_name()?;
    Some(match diagnostic.severity {
        Severity::Warning => format!("[-W{name}]"),
        Severity::Error | Severity::Bug => format!("[-Werror={name}]"),
    })
}

/// The file that a diagnostic without a place belongs to: the only one, if there is only one.
fn only_file(sources: &SourceMap) -> Option<&str> {
    let mut files = sources.files();
    let (_, source) = files.next()?;
    files.next().is_none().then_some(&*source.name)
}

/// The span, if it points into a file of this map.
fn known(span: Option<Span>, sources: &SourceMap) -> Option<Span> {
    span.filter(|s| sources.files().any(|(id, _)| id == s.file))
}
