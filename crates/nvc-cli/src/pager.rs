//! Shows long texts in a pager if standard output is a terminal.

use crate::files;
use anyhow::Result;
use std::io::{IsTerminal, Write};
use std::process::{Command, Stdio};

/// Shows a text in the pager named by `PAGER`, or in `less`, which exits immediately if the text fits on the
/// screen. The text is printed directly if standard output is not a terminal with color support, or if no
/// pager can be started.
pub(crate) fn show(text: &[u8]) -> Result<()> {
    let named = std::env::var("PAGER").ok();
    let words = shlex::split(named.as_deref().unwrap_or("less")).unwrap_or_default();
    match words.split_first() {
        Some((program, arguments)) => show_in(Command::new(program).args(arguments).env("LESS", "FRX"), text),
        None => files::write_stdout(text),
    }
}

/// Shows a manual page in `man`, which reads it from standard input.
pub(crate) fn show_manual_page(page: &[u8]) -> Result<()> {
    show_in(Command::new("man").args(["-l", "-"]), page)
}

fn show_in(pager: &mut Command, text: &[u8]) -> Result<()> {
    if !std::io::stdout().is_terminal() || !anstyle_query::term_supports_color() {
        return files::write_stdout(text);
    }
    let Ok(mut child) = pager.stdin(Stdio::piped()).spawn() else { return files::write_stdout(text) };
    if let Some(mut input) = child.stdin.take() {
        // If the user quits the pager early, the pipe is closed; this is not an error.
        let _ = input.write_all(text);
    }
    child.wait()?;
    Ok(())
}
