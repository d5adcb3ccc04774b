//! The JSON output format: one object per line.
//!
//! Every member is always present; a member without a value is `null` or `[]`. As long as the schema number
//! stays the same, members are only added.

use super::{known, only_file, text};
use crate::{Diagnostic, SourceMap, Span};
use serde::Serialize;

/// Schema number, which is incremented by every incompatible change of the format.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Record {
    schema: u32,
    code: &'static str,
    /// Name of the warning, even if it became an error; `None` for other diagnostics.
    name: Option<&'static str>,
    severity: &'static str,
    message: String,
    #[serde(flatten)]
    location: Location,
    labels: Vec<LabelRecord>,
    notes: Vec<String>,
    help: Option<String>,
}

/// A location. Lines and columns count from 1, columns in Unicode scalar values. The end is one past the last
/// character.
#[derive(Serialize)]
struct Location {
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    end_line: Option<u32>,
    end_column: Option<u32>,
}

#[derive(Serialize)]
struct LabelRecord {
    text: String,
    /// Whether the label belongs to the primary location.
    primary: bool,
    #[serde(flatten)]
    location: Location,
}

/// Formats one object, without its line break.
pub(super) fn render(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let primary = diagnostic.label.iter().map(|label| LabelRecord {
        text: text::clip(label),
        primary: true,
        location: location(diagnostic.span, sources),
    });
    let secondary = diagnostic.secondary.iter().map(|label| LabelRecord {
        text: text::clip(&label.text),
        primary: false,
        location: location(Some(label.span), sources),
    });
    let record = Record {
        schema: SCHEMA,
        code: diagnostic.code.as_str(),
        name: diagnostic.code.warning_name(),
        severity: diagnostic.severity.name(),
        message: text::clip(&diagnostic.message),
        location: location(diagnostic.span, sources),
        labels: primary.chain(secondary).take(super::human::MAX_LABELS + 1).collect(),
        notes: diagnostic.notes.iter().map(|n| text::clip(n)).collect(),
        help: diagnostic.help.as_deref().map(text::clip),
    };
    // Serialization of strings and numbers never fails. The fallback keeps the number of lines correct.
    serde_json::to_string(&record).unwrap_or_else(|_| "{}".to_owned())
}

fn location(span: Option<Span>, sources: &SourceMap) -> Location {
    match known(span, sources) {
        Some(span) => {
            let start = sources.presumed(span.file, span.start);
            let end = sources.presumed(span.file, span.end.max(span.start));
            Location {
                file: Some(text::clip(start.name)),
                line: Some(start.line),
                column: Some(start.column),
                end_line: Some(end.line),
                end_column: Some(end.column),
            }
        }
        None => Location {
            file: only_file(sources).map(text::clip),
            line: None,
            column: None,
            end_line: None,
            end_column: None,
        },
    }
}
