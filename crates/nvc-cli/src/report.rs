//! What the command says on standard error.

use std::io::{IsTerminal, Write};

/// Prints to standard error. That nobody listens is no reason to fail.
pub(crate) fn print(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// A line about something other than an input: the command line, a file, the environment. Names of
/// files may hold anything, so controls are escaped.
pub(crate) fn error_line(error: &anyhow::Error) -> String {
    line("error: ", &format!("{error:#}"))
}

/// A text as one line.
pub(crate) fn line(start: &str, text: &str) -> String {
    let mut line = String::from(start);
    for c in text.chars() {
        if c.is_control() { line.extend(c.escape_unicode()) } else { line.push(c) }
    }
    line.push('\n');
    line
}

/// Whether standard error is a terminal whose user has not asked for plain text
/// (<https://no-color.org>).
pub(crate) fn terminal_wants_color() -> bool {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
    std::io::stderr().is_terminal() && !plain
}
