//! Parses TOML, with one-line errors.

use anyhow::{Context, Result, anyhow};
use serde::de::DeserializeOwned;
use std::path::Path;

/// Parses a file.
pub(crate) fn load<T: DeserializeOwned>(path: &Path) -> Result<T> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    parse(&text).with_context(|| path.display().to_string())
}

/// Parses a text. An error is one line with line and column, like the command's other messages.
pub(crate) fn parse<T: DeserializeOwned>(text: &str) -> Result<T> {
    toml::from_str(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start));
        let message = error.message().replace('\n', "; ");
        match before {
            Some(before) => {
                let line = before.matches('\n').count() + 1;
                let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
                anyhow!("line {line}, column {column}: {message}")
            }
            None => anyhow!("{message}"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::parse;
    use crate::case::Map;

    #[test]
    fn errors_are_one_line_with_position() {
        let error = parse::<Map>("uniform = []\nfoo = 1\n").unwrap_err().to_string();
        assert!(error.starts_with("line 2, column 1: unknown field `foo`"), "{error}");
        let error = parse::<Map>("uniform = [").unwrap_err().to_string();
        assert!(error.starts_with("line 1, column ") && !error.contains('\n'), "{error}");
    }
}
