//! Cases that are known not to leave the recorded memory, each with its cause.
use crate::Facts;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;

/// The list of known failures.
#[derive(Deserialize, Debug, Clone, Default)]
#[serde(deny_unknown_fields)]
pub struct Expectations {
    /// Each known failure.
    #[serde(default, rename = "case")]
    cases: Vec<Expectation>,
}

/// One known failure.
#[derive(Deserialize, Debug, Clone, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// Folder of the case.
    pub name: String,
    /// Why it fails.
    pub cause: String,
    /// The failure is expected only on devices without this feature.
    pub lacks: Option<String>,
}

impl Expectations {
    /// Reads a list.
    pub fn load(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        Self::parse(&text).with_context(|| path.display().to_string())
    }

    fn parse(text: &str) -> Result<Self> {
        let list: Self = toml::from_str(text)?;
        let mut names = BTreeSet::new();
        for case in &list.cases {
            ensure!(names.insert(&case.name), "{} is listed twice", case.name);
            ensure!(!case.cause.trim().is_empty(), "{} has no cause", case.name);
        }
        Ok(list)
    }

    /// The listed names, for a check that each is a case.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.cases.iter().map(|case| case.name.as_str())
    }

    /// The names listed for devices without a feature.
    pub fn lacking<'a>(&'a self, feature: &'a str) -> impl Iterator<Item = &'a str> {
        let cases = self.cases.iter().filter(move |case| case.lacks.as_deref() == Some(feature));
        cases.map(|case| case.name.as_str())
    }

    /// The failure expected of a case on this device.
    pub fn of(&self, name: &str, facts: &Facts) -> Option<&Expectation> {
        let applies = |case: &&Expectation| case.lacks.as_ref().is_none_or(|feature| !facts.has(feature));
        self.cases.iter().filter(|case| case.name == name).find(applies)
    }

    /// Judges the result of a case: listed cases must fail, all others must pass.
    pub fn judge(&self, name: &str, facts: &Facts, result: Result<(), String>) -> Result<(), String> {
        match (self.of(name, facts), result) {
            (Some(listed), Ok(())) => {
                Err(format!("passes although it is listed ({}): remove it from the list", listed.cause))
            }
            (Some(_), Err(_)) => Ok(()),
            (None, result) => result,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Expectations;
    use crate::Facts;

    const LIST: &str = "[[case]]\nname = 'a'\ncause = 'wide warps'\n[[case]]\nname = 'b'\ncause = 'no arrays'\nlacks = 'arrays'\n";

    #[test]
    fn listed_cases_must_fail_and_others_must_pass() {
        let list = Expectations::parse(LIST).unwrap();
        let facts = Facts::default();
        assert!(list.judge("a", &facts, Err("differs".into())).is_ok());
        let message = list.judge("a", &facts, Ok(())).unwrap_err();
        assert!(message.contains("wide warps") && message.contains("remove it"), "{message}");
        assert_eq!(list.judge("c", &facts, Err("differs".into())), Err("differs".into()));
        assert!(list.judge("c", &facts, Ok(())).is_ok());
    }

    #[test]
    fn failures_may_depend_on_the_device() {
        let list = Expectations::parse(LIST).unwrap();
        let able = Facts { features: ["arrays"].into(), ..Facts::default() };
        assert!(list.judge("b", &able, Ok(())).is_ok());
        assert!(list.judge("b", &Facts::default(), Ok(())).is_err());
        assert_eq!(list.lacking("arrays").collect::<Vec<_>>(), ["b"]);
    }

    #[test]
    fn doubled_and_unexplained_entries_are_refused() {
        assert!(Expectations::parse(&format!("{LIST}[[case]]\nname = 'a'\ncause = 'x'\n")).is_err());
        assert!(Expectations::parse("[[case]]\nname = 'a'\ncause = ' '\n").is_err());
    }
}
