//! The short output format, which editors parse: `file:line:col: error[N0201]: message`.

use super::{known, only_file, severity_word, text};
use crate::{Diagnostic, SourceMap};

/// Formats one line, without its line break.
pub(super) fn render(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let location = match known(diagnostic.span, sources) {
        Some(span) => {
            let at = sources.presumed(span.file, span.start);
            format!("{}:{}:{}: ", text::one_line(at.name), at.line, at.column)
        }
        None => only_file(sources).map_or_else(String::new, |f| text::one_line(f) + ": "),
    };
    let word = severity_word(diagnostic.severity);
    format!("{location}{word}[{}]: {}", diagnostic.code, text::one_line(&diagnostic.message))
}
