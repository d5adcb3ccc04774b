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

/// Whether standard error is a terminal and `NO_COLOR` is not set (<https://no-color.org>).
pub(crate) fn terminal_wants_color() -> bool {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
    std::io::stderr().is_terminal() && !plain
}
