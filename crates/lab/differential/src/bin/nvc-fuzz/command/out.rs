//! Prints lines to standard output. A closed pipe, as with `| head`, is not an error.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write};

/// Prints a line.
pub(crate) fn line(line: Arguments<'_>) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = writeln!(out, "{line}").and_then(|()| out.flush())
        && error.kind() != ErrorKind::BrokenPipe
    {
        eprintln!("error: standard output: {error}");
    }
}
