//! Mistakes of the command line, each on one line: what is wrong, and what may have been meant.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::path::Path;

/// What the parser says, on one line without `error: `.
pub(crate) fn line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let first = text.strip_prefix("error: ").unwrap_or(&text);
    let lines = first.lines().take_while(|line| !line.trim().is_empty()).map(str::trim);
    let mut line = lines.collect::<Vec<_>>().join(" ").replace('\'', "`");
    if let Some(meant) = meant(error) {
        line.push_str(&format!("; did you mean `{meant}`?"));
    }
    line
}

/// What was probably meant.
fn meant(error: &clap::Error) -> Option<String> {
    let kinds = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let near = kinds.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(one) => Some(one.clone()),
        // The nearest comes last.
        ContextValue::Strings(several) => several.last().cloned(),
        _ => None,
    });
    near.or_else(|| match (error.kind(), error.get(ContextKind::InvalidSubcommand)?) {
        // The command was left out.
        (ErrorKind::InvalidSubcommand, ContextValue::String(word)) if Path::new(word).exists() => {
            Some(format!("nvc compile {word}"))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::line;
    use crate::args::Args;
    use clap::Parser;

    fn said(words: &str) -> String {
        line(&Args::try_parse_from(words.split(' ')).expect_err("it is refused"))
    }

    #[test]
    fn mistakes_take_one_line() {
        assert_eq!(
            said("nvc compile --out-dri x"),
            "unexpected argument `--out-dri` found; did you mean `--out-dir`?"
        );
        assert_eq!(said("nvc compil x"), "unrecognized subcommand `compil`; did you mean `compile`?");
        assert_eq!(
            said("nvc check x --color alway"),
            "invalid value `alway` for `--color <WHEN>` [possible values: auto, always, never]; \
             did you mean `always`?"
        );
        assert_eq!(said("nvc compile"), "the following required arguments were not provided: <INPUT>...");
        assert_eq!(
            said("nvc Cargo.toml"),
            "unrecognized subcommand `Cargo.toml`; did you mean `nvc compile Cargo.toml`?"
        );
    }
}
