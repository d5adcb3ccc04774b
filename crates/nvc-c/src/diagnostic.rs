//! `nvc_diagnostic_t`: a diagnostic of a result, and the functions that read it.

use crate::status::NvcSeverity;
use crate::text::Text;
use nvc::{Diagnostic, Severity, SourceMap};
use std::ffi::c_char;

/// A diagnostic of a result, which owns it and all its strings.
pub struct Finding {
    severity: NvcSeverity,
    code: Text,
    message: Text,
    help: Option<Text>,
    notes: Vec<Text>,
    location: Option<Location>,
}

/// The source range of a diagnostic, as pairs of line and column.
struct Location {
    file: Text,
    start: (u32, u32),
    end: (u32, u32),
}

impl Finding {
    pub(crate) fn new(diagnostic: &Diagnostic, sources: &SourceMap) -> Self {
        let location = diagnostic.span.map(|span| {
            let start = sources.presumed(span.file, span.start);
            let end = sources.presumed(span.file, span.end);
            let file = Text::new(start.name);
            Location { file, start: (start.line, start.column), end: (end.line, end.column) }
        });
        Finding {
            severity: match diagnostic.severity {
                Severity::Warning => NvcSeverity::NvcSeverityWarning,
                Severity::Bug => NvcSeverity::NvcSeverityBug,
                _ => NvcSeverity::NvcSeverityError,
            },
            code: Text::new(diagnostic.code.as_str()),
            message: Text::new(&diagnostic.message),
            help: diagnostic.help.as_deref().map(Text::new),
            notes: diagnostic.notes.iter().map(|note| Text::new(note)).collect(),
            location,
        }
    }
}

/// A warning, an error or a bug. NVC_SEVERITY_BUG if the diagnostic is NULL.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_diagnostic_severity(diagnostic: Option<&Finding>) -> NvcSeverity {
    diagnostic.map_or(NvcSeverity::NvcSeverityBug, |diagnostic| diagnostic.severity)
}

/// The stable code, such as "N0201", which `nvc explain` and the book explain.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_diagnostic_code(diagnostic: Option<&Finding>) -> *const c_char {
    pointer(diagnostic.map(|diagnostic| &diagnostic.code))
}

/// What is wrong, in one line.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_diagnostic_message(diagnostic: Option<&Finding>) -> *const c_char {
    pointer(diagnostic.map(|diagnostic| &diagnostic.message))
}

/// How to fix it; NULL if the diagnostic does not say.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_diagnostic_help(diagnostic: Option<&Finding>) -> *const c_char {
    pointer(diagnostic.and_then(|diagnostic| diagnostic.help.as_ref()))
}

/// The number of notes.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_diagnostic_note_count(diagnostic: Option<&Finding>) -> usize {
    diagnostic.map_or(0, |diagnostic| diagnostic.notes.len())
}

/// A note; NULL if there is none with this index.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_diagnostic_note(diagnostic: Option<&Finding>, index: usize) -> *const c_char {
    pointer(diagnostic.and_then(|diagnostic| diagnostic.notes.get(index)))
}

/// The name of the source that the diagnostic points into, as a `#line` directive may have changed it; NULL if
/// it has no location.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_diagnostic_file(diagnostic: Option<&Finding>) -> *const c_char {
    pointer(location(diagnostic).map(|location| &location.file))
}

/// The line of the first character, counted from 1 or from a `#line` directive; 0 if there is no location.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_diagnostic_line(diagnostic: Option<&Finding>) -> u32 {
    location(diagnostic).map_or(0, |location| location.start.0)
}

/// The column of the first character, from 1, in Unicode characters; 0 if there is no location.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_diagnostic_column(diagnostic: Option<&Finding>) -> u32 {
    location(diagnostic).map_or(0, |location| location.start.1)
}

/// The line of the end of the location; 0 if there is no location.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_diagnostic_end_line(diagnostic: Option<&Finding>) -> u32 {
    location(diagnostic).map_or(0, |location| location.end.0)
}

/// The column after the last character of the location; 0 if there is no location.
#[unsafe(no_mangle)]
pub extern "C" fn nvc_diagnostic_end_column(diagnostic: Option<&Finding>) -> u32 {
    location(diagnostic).map_or(0, |location| location.end.1)
}

fn location(diagnostic: Option<&Finding>) -> Option<&Location> {
    diagnostic.and_then(|diagnostic| diagnostic.location.as_ref())
}

fn pointer(text: Option<&Text>) -> *const c_char {
    text.map_or(std::ptr::null(), Text::as_ptr)
}
