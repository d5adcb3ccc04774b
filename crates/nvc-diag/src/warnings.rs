//! Warnings by name, and what a caller wants of them.
//!
//! The rules are clang's: every warning is on; `no-NAME` turns one off, `NAME` on again; `error` makes
//! errors of all that are on, `error=NAME` of one, `no-error=NAME` of all but one; later words win
//! over earlier ones, words for one warning over words for all.

use crate::{Code, Severity};
use std::collections::BTreeMap;

/// The name of every warning. Names are part of the interface, as codes are.
const NAMES: &[(Code, &str)] = &[
    (Code::W0001, "unknown-warning"),
    (Code::W0101, "unknown-option"),
    (Code::W0102, "unchecked-rule"),
    (Code::W1101, "doubtful-directive"),
    (Code::W1501, "unknown-extension"),
];

/// Names for several warnings. `all` is not among them: it stands for every one.
const GROUPS: &[(&str, &[Code])] = &[("portability", &[Code::W0102, Code::W1501])];

/// Stands for every warning.
const ALL: &str = "all";

impl Code {
    /// The name of a warning, as in `-Wno-unknown-option`; `None` for errors.
    pub fn warning_name(self) -> Option<&'static str> {
        NAMES.iter().find(|(code, _)| *code == self).map(|(_, name)| *name)
    }
}

/// Every name that `-W` takes, groups last.
pub fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|(_, name)| *name).chain(GROUPS.iter().map(|(name, _)| *name)).chain([ALL])
}

/// The warnings that a name stands for.
fn named(name: &str) -> Option<Vec<Code>> {
    if name == ALL {
        return Some(NAMES.iter().map(|(code, _)| *code).collect());
    }
    let group = GROUPS.iter().find(|(known, _)| *known == name).map(|(_, codes)| codes.to_vec());
    group.or_else(|| NAMES.iter().find(|(_, known)| *known == name).map(|(code, _)| vec![*code]))
}

/// What is wanted of one warning, where it was said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Wish {
    shown: Option<bool>,
    error: Option<bool>,
}

/// What becomes of warnings: [`Default`] shows them all as warnings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warnings {
    silent: bool,
    errors: bool,
    wishes: BTreeMap<Code, Wish>,
}

impl Warnings {
    /// All as they are.
    pub fn new() -> Self {
        Self::default()
    }

    /// Shows no warning, whatever else is said (`-w`).
    pub fn silence(&mut self) {
        self.silent = true;
    }

    /// Follows one `-W`: what stands behind it, such as `error`, `no-unknown-option` or
    /// `error=unknown-extension`.
    ///
    /// # Errors
    /// If no warning has the name; nothing is changed.
    pub fn set(&mut self, word: &str) -> Result<(), UnknownWarning> {
        let (on, word) = match word.strip_prefix("no-") {
            Some(rest) => (false, rest),
            None => (true, word),
        };
        if word == "error" {
            self.errors = on;
            return Ok(());
        }
        if let Some(name) = word.strip_prefix("error=") {
            for code in named(name).ok_or_else(|| UnknownWarning::new(name))? {
                let wish = self.wishes.entry(code).or_default();
                wish.error = Some(on);
                // To make an error of a warning is to want it.
                if on {
                    wish.shown = Some(true);
                }
            }
            return Ok(());
        }
        for code in named(word).ok_or_else(|| UnknownWarning::new(word))? {
            self.wishes.entry(code).or_default().shown = Some(on);
        }
        Ok(())
    }

    /// What a finding of this code and severity becomes; `None` if it is not wanted. Only warnings
    /// change.
    pub fn severity(&self, code: Code, severity: Severity) -> Option<Severity> {
        if severity != Severity::Warning {
            return Some(severity);
        }
        let wish = self.wishes.get(&code).copied().unwrap_or_default();
        if self.silent || wish.shown == Some(false) {
            return None;
        }
        let error = wish.error.unwrap_or(self.errors);
        Some(if error { Severity::Error } else { Severity::Warning })
    }
}

/// No warning has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWarning {
    /// The name.
    pub name: String,
    /// One that is near, if there is one.
    pub near: Option<&'static str>,
}

impl UnknownWarning {
    fn new(name: &str) -> Self {
        // Further away than this, names have nothing in common.
        const NEAR: f64 = 0.75;
        let distances = names().map(|known| (strsim::jaro_winkler(known, name), known));
        let near = distances.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(likeness, _)| *likeness > NEAR);
        UnknownWarning { name: name.to_owned(), near: near.map(|(_, known)| known) }
    }
}

impl std::fmt::Display for UnknownWarning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no warning is called `{}`", self.name)
    }
}

impl std::error::Error for UnknownWarning {}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Code = Code::W0101;
    const OTHER: Code = Code::W1501;

    /// What two warnings become.
    fn follow(words: &[&str]) -> [Option<Severity>; 2] {
        let mut warnings = Warnings::new();
        for word in words {
            warnings.set(word).expect("the name is known");
        }
        [ONE, OTHER].map(|code| warnings.severity(code, Severity::Warning))
    }

    #[test]
    fn every_warning_has_one_name() {
        for code in Code::ALL {
            assert_eq!(code.warning_name().is_some(), code.severity() == Severity::Warning, "{code}");
        }
        let mut all: Vec<_> = names().collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), names().count());
    }

    #[test]
    fn words_do_as_clangs() {
        let (shown, error) = (Some(Severity::Warning), Some(Severity::Error));
        assert_eq!(follow(&[]), [shown, shown]);
        assert_eq!(follow(&["no-unknown-option"]), [None, shown]);
        assert_eq!(follow(&["no-all", "unknown-option"]), [shown, None]);
        assert_eq!(follow(&["unknown-option", "no-all"]), [None, None]);
        assert_eq!(follow(&["error"]), [error, error]);
        assert_eq!(follow(&["error", "no-error"]), [shown, shown]);
        assert_eq!(follow(&["no-error=unknown-option", "error"]), [shown, error]);
        assert_eq!(follow(&["error=unknown-option"]), [error, shown]);
        assert_eq!(follow(&["no-unknown-option", "error=unknown-option"]), [error, shown]);
        assert_eq!(follow(&["error=unknown-option", "no-unknown-option"]), [None, shown]);
        assert_eq!(follow(&["no-portability"]), [shown, None]);
    }

    #[test]
    fn silence_and_errors() {
        let mut warnings = Warnings::new();
        warnings.set("error").expect("it is known");
        warnings.silence();
        assert_eq!(warnings.severity(ONE, Severity::Warning), None);
        assert_eq!(warnings.severity(Code::N0201, Severity::Error), Some(Severity::Error));
        assert_eq!(warnings.severity(Code::N0901, Severity::Bug), Some(Severity::Bug));
    }

    #[test]
    fn unknown_names_have_neighbours() {
        let near = |word: &str| Warnings::new().set(word).expect_err("it is unknown").near;
        assert_eq!(near("unknwon-option"), Some("unknown-option"));
        assert_eq!(near("no-error=unknown-extensions"), Some("unknown-extension"));
        assert_eq!(near("zzz"), None);
    }
}
