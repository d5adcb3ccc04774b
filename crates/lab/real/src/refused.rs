//! The list of rejected variants by reason, stored as TOML, and the comparison of two lists.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Text before the extension's name in a diagnostic about an unsupported extension.
const UNSUPPORTED: &str = "extension not supported: ";
/// Comment at the start of the TOML file.
const HEADER: &str = "\
# The variants of a permutation manifest that nvc rejects, by reason: the extensions that a source requires and nvc does
# not have, or the first error. `cargo xtask real --bless` writes this file.
";
/// Maximum number of differences of each kind to show.
const SHOWN: usize = 20;

/// The expected result of compiling a manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// Number of variants.
    pub variants: usize,
    /// Number of modules that were not validated because the validator is too old for them.
    #[serde(default)]
    pub unvalidated: usize,
    /// Names of the rejected variants, by reason.
    #[serde(default)]
    pub refused: BTreeMap<String, BTreeSet<String>>,
}

impl Expected {
    /// Collects the results: the name of each variant and, if it was rejected, the reason.
    pub fn of<'a>(results: impl Iterator<Item = (&'a str, Option<String>)>) -> Self {
        let mut expected = Expected::default();
        for (name, reason) in results {
            expected.variants += 1;
            if let Some(reason) = reason {
                expected.refused.entry(reason).or_default().insert(name.to_owned());
            }
        }
        expected
    }

    /// Formats the list as TOML, with a comment at the start.
    ///
    /// # Errors
    /// If the list cannot be represented in TOML, which does not happen.
    pub fn text(&self) -> Result<String, toml::ser::Error> {
        Ok(HEADER.to_owned() + &toml::to_string_pretty(self)?)
    }

    /// Describes how `actual` differs from this list: a line for each count that differs, then one for each variant that
    /// differs, at most [`SHOWN`] of each kind of difference.
    pub fn differences(&self, actual: &Expected) -> Vec<String> {
        let (old, new) = (self.by_name(), actual.by_name());
        let mut lines = Vec::new();
        if self.variants != actual.variants {
            lines.push(format!("{} variants, {} in the list", actual.variants, self.variants));
        }
        if self.unvalidated != actual.unvalidated {
            let (new, old) = (actual.unvalidated, self.unvalidated);
            lines.push(format!("{new} modules not validated, {old} in the list"));
        }
        let regressed = new.iter().filter(|(name, _)| !old.contains_key(*name));
        add(&mut lines, regressed.map(|(name, reason)| format!("no longer compiles: {name}: {reason}")));
        let changed = new.iter().filter(|(name, reason)| old.get(*name).is_some_and(|old| old != *reason));
        add(
            &mut lines,
            changed.map(|(name, reason)| format!("refused for another reason: {name}: {reason}")),
        );
        let compiles = old.keys().filter(|name| !new.contains_key(*name));
        add(&mut lines, compiles.map(|name| format!("compiles now: {name}")));
        lines
    }

    /// Returns the reason for each rejected variant.
    fn by_name(&self) -> BTreeMap<&str, &str> {
        let each = self.refused.iter();
        each.flat_map(|(reason, names)| names.iter().map(|name| (name.as_str(), reason.as_str()))).collect()
    }
}

/// Appends the first [`SHOWN`] differences of a kind, and the number of those omitted.
fn add(lines: &mut Vec<String>, kind: impl Iterator<Item = String>) {
    let all: Vec<String> = kind.collect();
    lines.extend(all.iter().take(SHOWN).cloned());
    if all.len() > SHOWN {
        lines.push(format!("... and {} more", all.len() - SHOWN));
    }
}

/// Returns why a variant was rejected, given its messages, one per line: the unsupported extensions if there
/// are any, or else the first error, or else the first message.
pub fn reason(messages: &str) -> String {
    let extension = |line: &str| {
        let (_, rest) = line.split_once(UNSUPPORTED)?;
        rest.split_whitespace().next().map(str::to_owned)
    };
    let extensions: BTreeSet<String> = messages.lines().filter_map(extension).collect();
    if !extensions.is_empty() {
        return extensions.into_iter().collect::<Vec<_>>().join(", ");
    }
    let first = messages.lines().find_map(|line| line.find("error").map(|at| &line[at..]));
    first.or_else(|| messages.lines().next()).unwrap_or("no message").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(variants: &[(&str, &str)]) -> Expected {
        let results = variants.iter().map(|(name, reason)| (*name, Some((*reason).to_owned())));
        Expected::of(results.map(|(name, reason)| (name, reason.filter(|reason| !reason.is_empty()))))
    }

    #[test]
    fn a_list_survives_its_file() {
        let expected = list(&[("a", ""), ("b", "GL_X"), ("c", "error[N0201]: the type `t` is not declared")]);
        assert_eq!((expected.variants, expected.refused.len()), (3, 2));
        let text = expected.text().expect("a file");
        assert_eq!(toml::from_str::<Expected>(&text).expect("a list"), expected);
        assert!(expected.differences(&expected).is_empty());
    }

    #[test]
    fn differences_name_the_variants() {
        let before = list(&[("a", ""), ("b", "GL_X"), ("c", "GL_X")]);
        let mut after = list(&[("a", "GL_X"), ("b", ""), ("c", "GL_Y"), ("d", "")]);
        after.unvalidated = 2;
        assert_eq!(
            before.differences(&after),
            [
                "4 variants, 3 in the list",
                "2 modules not validated, 0 in the list",
                "no longer compiles: a: GL_X",
                "refused for another reason: c: GL_Y",
                "compiles now: b"
            ]
        );
        let many: Vec<String> = (0..SHOWN + 3).map(|n| format!("v{n}")).collect();
        let of = |reason: &str| list(&many.iter().map(|name| (name.as_str(), reason)).collect::<Vec<_>>());
        let lines = of("").differences(&of("GL_X"));
        assert_eq!((lines.len(), lines.last().map(String::as_str)), (SHOWN + 1, Some("... and 3 more")));
    }

    #[test]
    fn the_reason_is_the_extensions_or_the_first_error() {
        let text = "a.comp:3:12: warning[W1501]: extension not supported: GL_B\n\
                    a.comp:2:12: error[N1502]: extension not supported: GL_A\n\
                    a.comp:9:1: error[N0201]: the type `t` is not declared\n";
        assert_eq!(reason(text), "GL_A, GL_B");
        let last = text.lines().last().expect("a line");
        assert_eq!(reason(last), "error[N0201]: the type `t` is not declared");
        assert_eq!(reason(""), "no message");
    }
}
