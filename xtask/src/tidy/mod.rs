//! `cargo xtask tidy`: checks the sources against the project's own rules.
//!
//! Most checks are functions from the [`Tree`] to findings, listed in [`CHECKS`]. `xtask/tidy.toml` lists exceptions, each
//! with a reason. An exception that matches nothing is a finding itself.
//!
//! The other checks have no exceptions: whether the generated parser is up to date ([`crate::grammar`]), those that need the
//! instruction table (the reference page, the tests of each instruction), and, with `--full`, rustfmt and Clippy. Those of
//! the instruction table are a test of the front end, `crates/nvc-asm/tests/reference`, which this task runs.

mod arrows;
mod book;
mod codes;
mod exceptions;
mod goldens;
mod links;
mod roots;
mod rust;
mod sizes;
mod tree;
mod unsafe_code;
mod usage;
mod words;

use crate::command;
use anyhow::{Result, bail};
use exceptions::Exceptions;
use tree::Tree;

/// Options of `cargo xtask tidy`.
#[derive(clap::Args)]
pub struct Args {
    /// Also run `cargo fmt --check` and `cargo clippy` with warnings denied.
    #[arg(long)]
    pub full: bool,
}

/// A violation of a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Finding {
    path: String,
    line: usize,
    rule: &'static str,
    /// The function, word or other item that violates the rule. Exceptions can name it.
    item: String,
    message: String,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {} [{}]", self.path, self.line, self.message, self.rule)
    }
}

/// Every check of the [`Tree`].
const CHECKS: &[fn(&Tree) -> Vec<Finding>] = &[
    sizes::headers,
    sizes::files,
    sizes::functions,
    arrows::check,
    roots::check,
    usage::check,
    codes::rows,
    codes::pages,
    goldens::check,
    links::check,
    book::check,
    words::check,
    unsafe_code::check,
];

/// Runs all checks and prints the findings. Fails if there are any.
pub fn run(args: &Args) -> Result<()> {
    let findings = check_workspace()?;
    for finding in &findings {
        eprintln!("{finding}");
    }
    if !findings.is_empty() {
        bail!("findings: {}; list exceptions in xtask/tidy.toml, each with a reason", findings.len());
    }
    crate::grammar::check()?;
    // The checks of the instruction table (the reference page, instructions without tests) need the front
    // end, which builds in seconds.
    let reference = ["test", "--quiet", "--package", "nvc-asm", "--test", "reference"];
    command::run(&mut command::cargo(&reference))?;
    if args.full {
        command::run(&mut command::cargo(&["fmt", "--all", "--check"]))?;
        // Without its feature, the Python module is empty and would not be checked.
        let features = format!("{},nvc-python/extension-module", command::VALIDATE);
        let mut clippy = command::cargo(&["clippy", "--workspace", "--all-targets", "--features", &features]);
        command::run(clippy.args(["--", "-D", "warnings"]))?;
    }
    Ok(())
}

fn check_workspace() -> Result<Vec<Finding>> {
    let root = command::root();
    let exceptions = Exceptions::parse(&std::fs::read_to_string(root.join(exceptions::PATH))?)?;
    Ok(findings(&Tree::read(&root)?, &exceptions))
}

/// Returns the findings that no exception covers and the unused exceptions, sorted by location.
fn findings(tree: &Tree, exceptions: &Exceptions) -> Vec<Finding> {
    let all = CHECKS.iter().flat_map(|check| check(tree)).collect();
    let mut rest = exceptions.apply(all);
    rest.sort();
    rest.dedup();
    rest
}

#[cfg(test)]
mod tests {
    /// The workspace must have no findings.
    #[test]
    fn workspace_is_tidy() -> anyhow::Result<()> {
        let findings = super::check_workspace()?;
        let lines: Vec<String> = findings.iter().map(ToString::to_string).collect();
        assert!(lines.is_empty(), "\n{}\n", lines.join("\n"));
        Ok(())
    }
}
