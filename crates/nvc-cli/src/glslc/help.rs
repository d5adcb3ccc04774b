//! Formats the output of `nvc glslc --help` and `nvc glslc --version`.

use super::table::{self, Form, Row};

/// Maximum width of an option that has its help text on the same line.
const COLUMN: usize = 28;

/// Returns the help text, from the rows of [`table`].
pub(super) fn help() -> String {
    let mut text = "nvc glslc - compile compute shaders to SPIR-V with the command line of glslc\n\n\
                    Usage: glslc [OPTION]... FILE...\n\nFILE - is standard input.\n\nOptions:\n"
        .to_owned();
    for row in table::rows() {
        let option = spelled(row);
        if option.len() > COLUMN {
            text.push_str(&format!("  {option}\n  {:COLUMN$}  {}\n", "", row.help));
        } else {
            text.push_str(&format!("  {option:COLUMN$}  {}\n", row.help));
        }
    }
    text
}

/// Formats an option with its argument.
fn spelled(row: &Row) -> String {
    let separator = match row.form {
        _ if row.argument.is_empty() => "",
        Form::Joined(_) | Form::JoinedNoEffect => "",
        Form::Long(_) => "=",
        _ => " ",
    };
    format!("{}{separator}{}", row.spelling, row.argument)
}

/// Returns the version text. The last line is the same as glslc's.
pub(super) fn version() -> String {
    format!("nvc {} (command line of shaderc 2026.4)\n\nTarget: SPIR-V 1.0\n", env!("CARGO_PKG_VERSION"))
}
