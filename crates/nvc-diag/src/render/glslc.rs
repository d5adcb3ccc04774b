//! The output format of glslc, which build systems and editors parse: `file:line: error: message`, then
//! notes, and at the end a count.
//!
//! Apart from file names, the output contains no semicolons. CMake splits unquoted variables at semicolons, and
//! projects test the messages of a trial compilation with `if(${messages} MATCHES ...)`.

use super::{counts, known, only_file, option, severity_word, text};
use crate::{Diagnostic, Diagnostics, SourceMap, counted};

/// Separates the elements of a CMake list.
const SEPARATOR: char = ';';

/// Formats the diagnostic on one line, and each note and the help on further lines, without the last line
/// break.
pub(super) fn render(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let location = match known(diagnostic.span, sources) {
        Some(span) => {
            let at = sources.presumed(span.file, span.start);
            format!("{}:{}: ", text::one_line(at.name), at.line)
        }
        None => only_file(sources).map_or_else(|| "glslc: ".to_owned(), |f| text::one_line(f) + ": "),
    };
    let word = severity_word(diagnostic.severity);
    let option = option(diagnostic).unwrap_or_else(|| format!("[{}]", diagnostic.code));
    let message = text::one_line(&diagnostic.message).replace(SEPARATOR, ",");
    let mut lines = format!("{location}{word}: {message} {option}");
    let notes = diagnostic.notes.iter().chain(&diagnostic.help);
    // A note or help that contains a semicolon is omitted: it quotes source code, which would be wrong without the
    // semicolon.
    for note in notes.filter(|note| !note.contains(SEPARATOR)) {
        lines.push_str(&format!("\n{location}note: {}", text::one_line(note)));
    }
    lines
}

/// Formats the number of kept diagnostics, as in `1 warning and 2 errors generated.`; empty if there are none.
pub fn generated<'a>(lists: impl IntoIterator<Item = &'a Diagnostics>) -> String {
    let counts = counts(lists);
    let mut parts = Vec::new();
    if counts.warnings > 0 {
        parts.push(counted(counts.warnings, "warning"));
    }
    if counts.errors > 0 {
        parts.push(counted(counts.errors, "error"));
    }
    if parts.is_empty() { String::new() } else { format!("{} generated.\n", parts.join(" and ")) }
}
