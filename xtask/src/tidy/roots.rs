//! Checks the lint attributes of crate roots: every crate in `crates`, except those in `crates/lab`, must enable the lints
//! against panics and printing. `clippy.toml` exempts tests.

use super::Finding;
use super::tree::Tree;

/// Lints that each crate root must enable as warnings.
const LINTS: &[&str] = &[
    "clippy::expect_used",
    "clippy::panic",
    "clippy::print_stderr",
    "clippy::print_stdout",
    "clippy::unwrap_used",
];

/// Reports crate roots in `crates` that lack a lint. `crates/lab` is exempt, because it only tests and
/// measures.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.files.iter().filter(|file| is_root(&file.path)) {
        let attributes: String = file.text.lines().filter(|line| line.starts_with("#![warn(")).collect();
        for lint in LINTS.iter().filter(|lint| !attributes.contains(**lint)) {
            let message = format!("the crate's root lacks `#![warn({lint})]`");
            findings.push(Finding::at("root-lint", &file.path, 1, lint, message));
        }
    }
    findings
}

fn is_root(path: &str) -> bool {
    let inside = path.strip_prefix("crates/").and_then(|rest| rest.split_once('/'));
    inside.is_some_and(|(_, rest)| matches!(rest, "src/lib.rs" | "src/main.rs"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_of_published_crates_must_enable_the_lints() {
        let all = format!("#![warn({})]\n", LINTS.join(", "));
        let some =
            "#![warn(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::unwrap_used)]\n";
        let tree = Tree::of(&[
            ("crates/a/src/lib.rs", &all),
            ("crates/a/src/main/lib.rs", ""),
            ("crates/b/src/main.rs", some),
            ("crates/lab/c/src/lib.rs", ""),
        ]);
        let found: Vec<String> =
            check(&tree).into_iter().map(|f| format!("{}: {}", f.path, f.item)).collect();
        assert_eq!(found, ["crates/b/src/main.rs: clippy::print_stdout"]);
    }
}
