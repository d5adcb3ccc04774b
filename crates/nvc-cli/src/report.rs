//! Printing to standard error.

use std::io::{IsTerminal, Write};

/// What a usage, I/O or environment error starts with.
pub(crate) const ERROR: &str = "error: ";

/// Prints to standard error; write errors are ignored.
pub(crate) fn print(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// An `error: ` line for a usage, I/O or environment error. Control characters, which file names may
/// contain, are escaped.
pub(crate) fn error_line(error: &anyhow::Error) -> String {
    line(ERROR, &format!("{error:#}"))
}

/// `start` and `text` as one line, with control characters in `text` escaped.
pub(crate) fn line(start: &str, text: &str) -> String {
    let mut line = String::from(start);
    for c in text.chars() {
        if c.is_control() { line.extend(c.escape_unicode()) } else { line.push(c) }
    }
    line.push('\n');
    line
}

/// Whether standard error is colored by default: not with `NO_COLOR` (<https://no-color.org>), always with
/// `CLICOLOR_FORCE` (<https://bixense.com/clicolors>), else on a terminal that has colors.
pub(crate) fn terminal_wants_color() -> bool {
    !anstyle_query::no_color()
        && (anstyle_query::clicolor_force()
            || (is_interactive() && anstyle_query::clicolor().unwrap_or(true)))
}

/// Whether standard error is a terminal that can rewrite a line: not one that calls itself dumb.
pub(crate) fn is_interactive() -> bool {
    std::io::stderr().is_terminal() && anstyle_query::term_supports_color()
}
