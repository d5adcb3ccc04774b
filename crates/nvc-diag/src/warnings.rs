//! Warning names and the settings of `-W`.
//!
//! The options work as in clang. Warnings are on by default, except those in [`PEDANTIC`] and [`PERFORMANCE`].
//! `no-NAME` turns a warning or a group off, `NAME` turns it on. `error` turns all enabled warnings into errors,
//! `error=NAME` enables a warning as an error, and `no-error=NAME` exempts it from `error`. Later settings override
//! earlier ones, except that `error` and `no-error` never override a setting with a name.

use crate::{Code, Severity, suggest};
use std::collections::BTreeMap;

/// The name of every warning. Names are stable, like codes.
const NAMES: &[(Code, &str)] = &[
    (Code::W0001, "unknown-warning"),
    (Code::W0101, "unknown-option"),
    (Code::W0102, "unchecked-rule"),
    (Code::W0601, "slow-matrices"),
    (Code::W0602, "not-validated"),
    (Code::W0603, "large-loop"),
    (Code::W1101, "doubtful-directive"),
    (Code::W1102, "undefined-macro"),
    (Code::W1103, "unenforced-rule"),
    (Code::W1401, "missing-local-size"),
    (Code::W1501, "unknown-extension"),
    (Code::W1502, "extension-use"),
];

/// Warnings about code that specifications forbid, but that real shaders contain and every compiler accepts.
const PEDANTIC: &[Code] = &[Code::W1102, Code::W1103];

/// Warnings about code that could be faster.
const PERFORMANCE: &[Code] = &[Code::W0601, Code::W0603];

/// Returns whether a warning is off by default.
fn is_off(code: Code) -> bool {
    PEDANTIC.contains(&code) || PERFORMANCE.contains(&code)
}

/// Names of groups of warnings, except [`ALL`].
const GROUPS: &[(&str, &[Code])] =
    &[("pedantic", PEDANTIC), ("performance", PERFORMANCE), ("portability", &[Code::W0102, Code::W1501])];

/// Name of the group of all warnings that are on by default.
const ALL: &str = "all";

impl Code {
    /// Returns the name of a warning, as in `-Wno-unknown-option`; `None` for errors.
    pub fn warning_name(self) -> Option<&'static str> {
        NAMES.iter().find(|(code, _)| *code == self).map(|(_, name)| *name)
    }
}

/// Iterates over every name that `-W` accepts, with groups last.
pub fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|(_, name)| *name).chain(GROUPS.iter().map(|(name, _)| *name)).chain([ALL])
}

/// Returns the warnings that a name refers to.
fn named(name: &str) -> Option<Vec<Code>> {
    if name == ALL {
        return Some(NAMES.iter().map(|(code, _)| *code).filter(|&code| !is_off(code)).collect());
    }
    let group = GROUPS.iter().find(|(known, _)| *known == name).map(|(_, codes)| codes.to_vec());
    group.or_else(|| NAMES.iter().find(|(_, known)| *known == name).map(|(code, _)| vec![*code]))
}

/// The settings of one warning. `None` means the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Setting {
    shown: Option<bool>,
    error: Option<bool>,
}

/// The settings of all warnings. By default, all warnings except those of `pedantic` and `performance` are
/// shown, as warnings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warnings {
    /// Whether all warnings are off (`-w`).
    silent: bool,
    /// Whether warnings are errors unless `settings` says otherwise (`-Werror`).
    errors: bool,
    settings: BTreeMap<Code, Setting>,
}

impl Warnings {
    /// Creates the default settings.
    pub fn new() -> Self {
        Self::default()
    }

    /// Turns off all warnings, overriding all other settings (`-w`).
    pub fn silence(&mut self) {
        self.silent = true;
    }

    /// Applies the argument of one `-W` option, such as `error`, `no-unknown-option` or
    /// `error=unknown-extension`.
    ///
    /// # Errors
    /// If no warning or group has the name. The settings then remain unchanged.
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
                let setting = self.settings.entry(code).or_default();
                setting.error = Some(on);
                // `-Werror=NAME` also enables the warning.
                if on {
                    setting.shown = Some(true);
                }
            }
            return Ok(());
        }
        for code in named(word).ok_or_else(|| UnknownWarning::new(word))? {
            self.settings.entry(code).or_default().shown = Some(on);
        }
        Ok(())
    }

    /// Returns the severity with which a diagnostic is shown; `None` if it is turned off. Settings affect
    /// only warnings.
    pub fn severity(&self, code: Code, severity: Severity) -> Option<Severity> {
        if severity != Severity::Warning {
            return Some(severity);
        }
        let setting = self.settings.get(&code).copied().unwrap_or_default();
        if self.silent || !setting.shown.unwrap_or(!is_off(code)) {
            return None;
        }
        let error = setting.error.unwrap_or(self.errors);
        Some(if error { Severity::Error } else { Severity::Warning })
    }
}

/// The error for an unknown warning name.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWarning {
    /// The unknown name.
    pub name: String,
    /// A similar name, if there is one.
    pub near: Option<&'static str>,
}

impl UnknownWarning {
    fn new(name: &str) -> Self {
        UnknownWarning { name: name.to_owned(), near: suggest::nearest(name, names()) }
    }
}

impl std::fmt::Display for UnknownWarning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "unknown warning `{}`", self.name)
    }
}

impl std::error::Error for UnknownWarning {}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Code = Code::W0101;
    const OTHER: Code = Code::W1501;

    /// Returns the severities of two warnings after applying settings.
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
    fn settings_follow_clang() {
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
    fn pedantic_warnings_are_off_by_default() {
        let shown = |words: &[&str]| {
            let mut warnings = Warnings::new();
            words.iter().for_each(|word| warnings.set(word).expect("the name is known"));
            PEDANTIC.iter().map(|&code| warnings.severity(code, Severity::Warning)).collect::<Vec<_>>()
        };
        let (warning, error) = (Some(Severity::Warning), Some(Severity::Error));
        assert_eq!(shown(&[]), [None, None]);
        assert_eq!(shown(&["error", "all"]), [None, None]);
        assert_eq!(shown(&["pedantic"]), [warning, warning]);
        assert_eq!(shown(&["pedantic", "no-undefined-macro"]), [None, warning]);
        assert_eq!(shown(&["unenforced-rule"]), [None, warning]);
        assert_eq!(shown(&["error=pedantic"]), [error, error]);
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
    fn unknown_names_get_suggestions() {
        let near = |word: &str| Warnings::new().set(word).expect_err("it is unknown").near;
        assert_eq!(near("unknwon-option"), Some("unknown-option"));
        assert_eq!(near("no-error=unknown-extensions"), Some("unknown-extension"));
        assert_eq!(near("zzz"), None);
    }
}
