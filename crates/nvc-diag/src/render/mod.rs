//! Formats diagnostics as text.
//!
//! The formats are [`Format::Human`] with the source lines, [`Format::Short`] for editors and continuous
//! integration, [`Format::Json`] for programs, and [`Format::Glslc`] for build systems that expect glslc's
//! output. Each is bounded: for any input, the output for one diagnostic is at most a few kilobytes.

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

/// Output formats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Message, location, source lines, labels, notes and help.
    #[default]
    Human,
    /// `file:line:col: error[N0201]: text`, one line per diagnostic.
    Short,
    /// One JSON object per line. Its member `schema` is incremented by incompatible changes.
    Json,
    /// `file:line: error: text [N0201]`, with further lines for notes and help.
    Glslc,
}

/// How diagnostics are displayed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Output format.
    pub format: Format,
    /// Whether to use ANSI colors, in the human-readable format only.
    pub color: bool,
}

/// Formats one diagnostic, with a final line break.
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

/// Formats all kept diagnostics, one after another.
pub fn all(diagnostics: &Diagnostics, sources: &SourceMap, style: Style) -> String {
    diagnostics.iter().map(|d| diagnostic(d, sources, style)).collect()
}

/// Returns the number of diagnostics, as in `2 errors, 1 warning, 7 more not shown`; empty if there were
/// none. `lists` are the diagnostics of all inputs of one invocation.
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

/// Numbers of diagnostics.
#[derive(Default)]
struct Counts {
    errors: usize,
    warnings: usize,
    /// Diagnostics that were not kept.
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

/// Returns the severity as shown before the code. A bug in nvc is shown as an error, because tools that parse
/// compiler output know no other severity; the code and the message say that it is a bug.
fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Warning => "warning",
        Severity::Error | Severity::Bug => "error",
    }
}

/// Returns the option that controls a warning, in brackets; `None` for errors that are not warnings.
fn option(diagnostic: &Diagnostic) -> Option<String> {
    let name = diagnostic.code.warning_name()?;
    Some(match diagnostic.severity {
        Severity::Warning => format!("[-W{name}]"),
        Severity::Error | Severity::Bug => format!("[-Werror={name}]"),
    })
}

/// Returns the file that a diagnostic without a location belongs to: the only file, if there is exactly one.
fn only_file(sources: &SourceMap) -> Option<&str> {
    let mut files = sources.files();
    let (_, source) = files.next()?;
    files.next().is_none().then_some(&*source.name)
}

/// Returns the span if it is in a file of this map.
fn known(span: Option<Span>, sources: &SourceMap) -> Option<Span> {
    span.filter(|s| sources.files().any(|(id, _)| id == s.file))
}
