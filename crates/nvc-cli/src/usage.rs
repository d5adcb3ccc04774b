//! Formats command-line errors as one line with a suggestion.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::path::Path;

/// Returns clap's message on one line, without the prefix `error: `.
pub(crate) fn line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let first = text.strip_prefix("error: ").unwrap_or(&text);
    let lines = first.lines().take_while(|line| !line.trim().is_empty()).map(str::trim);
    let mut line = lines.collect::<Vec<_>>().join(" ").replace('\'', "`");
    if let Some(suggestion) = suggestion(error) {
        line.push_str(&format!("; did you mean `{suggestion}`?"));
    }
    line
}

/// Returns the valid argument closest to the given one, if any is close.
fn suggestion(error: &clap::Error) -> Option<String> {
    let kinds = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let near = kinds.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(one) => Some(one.clone()),
        // clap sorts suggestions by similarity, best last.
        ContextValue::Strings(several) => several.last().cloned(),
        _ => None,
    });
    near.or_else(|| match (error.kind(), error.get(ContextKind::InvalidSubcommand)?) {
        // The user gave an input without a command.
        (ErrorKind::InvalidSubcommand, ContextValue::String(name)) if Path::new(name).exists() => {
            Some(format!("nvc compile {name}"))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::line;
    use crate::args::Args;
    use clap::Parser;

    fn message(command: &str) -> String {
        line(&Args::try_parse_from(command.split(' ')).expect_err("rejected"))
    }

    #[test]
    fn usage_errors_are_one_line_with_a_suggestion() {
        assert_eq!(
            message("nvc compile --out-dri x"),
            "unexpected argument `--out-dri` found; did you mean `--out-dir`?"
        );
        assert_eq!(message("nvc compil x"), "unrecognized subcommand `compil`; did you mean `compile`?");
        assert_eq!(
            message("nvc check x --color alway"),
            "invalid value `alway` for `--color <WHEN>` [possible values: auto, always, never]; \
             did you mean `always`?"
        );
        assert_eq!(message("nvc compile"), "the following required arguments were not provided: <INPUT>...");
        assert_eq!(
            message("nvc Cargo.toml"),
            "unrecognized subcommand `Cargo.toml`; did you mean `nvc compile Cargo.toml`?"
        );
    }
}
