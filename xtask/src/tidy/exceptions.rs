//! Reads `xtask/tidy.toml`: exceptions from the checks, each with a reason.

use super::Finding;
use anyhow::{Result, bail};
use serde::Deserialize;

/// Path of the file with the exceptions.
pub const PATH: &str = "xtask/tidy.toml";

/// All exceptions.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct Exceptions {
    #[serde(default)]
    exception: Vec<Exception>,
}

/// Suppresses the findings of a rule in a file; if `item` is given, only those about that item.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    rule: String,
    path: String,
    item: Option<String>,
    reason: String,
}

impl Exception {
    fn covers(&self, finding: &Finding) -> bool {
        self.rule == finding.rule
            && self.path == finding.path
            && self.item.as_ref().is_none_or(|item| *item == finding.item)
    }
}

impl Exceptions {
    /// Parses the text of the file.
    pub fn parse(text: &str) -> Result<Self> {
        let parsed: Exceptions = toml::from_str(text)?;
        if let Some(silent) = parsed.exception.iter().find(|e| e.reason.trim().is_empty()) {
            bail!("{PATH}: the exception for {} has no reason", silent.path);
        }
        Ok(parsed)
    }

    /// Returns the findings that no exception covers, and a finding for every unused exception.
    pub fn apply(&self, findings: Vec<Finding>) -> Vec<Finding> {
        let unused = self.exception.iter().filter(|e| !findings.iter().any(|f| e.covers(f)));
        let unused: Vec<Finding> = unused
            .map(|e| Finding {
                path: PATH.to_owned(),
                line: 1,
                rule: "exception",
                item: e.path.clone(),
                message: format!("the exception from `{}` for {} matches no finding", e.rule, e.path),
            })
            .collect();
        let mut rest = findings;
        rest.retain(|finding| !self.exception.iter().any(|e| e.covers(finding)));
        rest.extend(unused);
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(item: &str) -> Finding {
        Finding {
            path: "a.rs".into(),
            line: 3,
            rule: "function-size",
            item: item.into(),
            message: "long".into(),
        }
    }

    const ONE: &str =
        "[[exception]]\nrule = 'function-size'\npath = 'a.rs'\nitem = 'f'\nreason = 'a table'\n";

    #[test]
    fn covers_only_the_named_item() -> Result<()> {
        let exceptions = Exceptions::parse(ONE)?;
        assert_eq!(exceptions.apply(vec![finding("f"), finding("g")]), [finding("g")]);
        Ok(())
    }

    #[test]
    fn unused_exceptions_are_findings() -> Result<()> {
        let rest = Exceptions::parse(ONE)?.apply(vec![finding("g")]);
        assert_eq!(rest.len(), 2);
        assert_eq!(rest[1].rule, "exception");
        Ok(())
    }

    #[test]
    fn needs_a_reason() {
        assert!(Exceptions::parse(&ONE.replace("a table", " ")).is_err());
        assert!(Exceptions::parse(&ONE.replace("reason = 'a table'", "")).is_err());
    }
}
