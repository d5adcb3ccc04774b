//! Prints messages to standard error.

use std::io::{IsTerminal, Write};

/// Prefix of usage, I/O and environment errors.
pub(crate) const ERROR: &str = "error: ";

/// Prints to standard error. Write errors are ignored.
pub(crate) fn print(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Formats a usage, I/O or environment error as one line. Control characters, which file names may contain,
/// are escaped.
pub(crate) fn error_line(error: &anyhow::Error) -> String {
    line(ERROR, &format!("{error:#}"))
}

/// Formats `start` and `text` as one line, with control characters in `text` escaped.
pub(crate) fn line(start: &str, text: &str) -> String {
    let mut line = String::from(start);
    for c in text.chars() {
        if c.is_control() { line.extend(c.escape_unicode()) } else { line.push(c) }
    }
    line.push('\n');
    line
}

/// Returns whether output on standard error is colored by default: never with `NO_COLOR`
/// (<https://no-color.org>), always with `CLICOLOR_FORCE` (<https://bixense.com/clicolors>), otherwise on a
/// terminal with color support, unless `CLICOLOR` is 0.
pub(crate) fn terminal_wants_color() -> bool {
    !anstyle_query::no_color()
        && (anstyle_query::clicolor_force()
            || (is_interactive() && anstyle_query::clicolor().unwrap_or(true)))
}

/// Returns whether standard error is a terminal that can rewrite a line (`TERM` is not `dumb`).
pub(crate) fn is_interactive() -> bool {
    std::io::stderr().is_terminal() && anstyle_query::term_supports_color()
}
