//! Collects the instructions that a build script prints for Cargo.

use std::path::Path;

/// Cargo instructions, in the order in which they were added.
#[derive(Default)]
pub(crate) struct Directives(Vec<String>);

impl Directives {
    /// Reruns the build script when this file or anything in this folder changes.
    pub fn watch(&mut self, path: &Path) {
        self.add(format!("cargo::rerun-if-changed={}", path.display()));
    }

    /// Reruns the build script when this environment variable changes.
    pub fn watch_variable(&mut self, name: &str) {
        self.add(format!("cargo::rerun-if-env-changed={name}"));
    }

    /// Prints text as warnings.
    pub fn warn(&mut self, text: &str) {
        self.say("warning", text);
    }

    /// Prints text as errors, which fail the build.
    pub fn fail(&mut self, text: &str) {
        self.say("error", text);
    }

    /// Adds one instruction per line of text. Empty lines are kept to separate source snippets.
    fn say(&mut self, kind: &str, text: &str) {
        self.0.extend(text.trim_end().lines().map(|line| format!("cargo::{kind}={line}")));
    }

    /// Adds an instruction, unless it was added before.
    fn add(&mut self, line: String) {
        if !self.0.contains(&line) {
            self.0.push(line);
        }
    }

    /// Returns the instructions as lines.
    #[cfg(test)]
    pub fn into_lines(self) -> Vec<String> {
        self.0
    }

    /// Prints all instructions.
    pub fn print(&self) {
        for line in &self.0 {
            println!("{line}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_of_a_report_is_a_directive() {
        let mut directives = Directives::default();
        directives.watch(Path::new("a.comp"));
        directives.watch(Path::new("a.comp"));
        directives.watch_variable("TILE");
        directives.fail("error[N0301]: unknown\n --> a.comp:1:1\n\n1 error\n");
        assert_eq!(
            directives.into_lines(),
            [
                "cargo::rerun-if-changed=a.comp",
                "cargo::rerun-if-env-changed=TILE",
                "cargo::error=error[N0301]: unknown",
                "cargo::error= --> a.comp:1:1",
                "cargo::error=",
                "cargo::error=1 error",
            ]
        );
    }
}
