//! `cargo xtask editors`: packages the VS Code extension; with `--check`, tests the extension and the tree-sitter grammar.
//!
//! The language server and the tree-sitter parser are tested with the workspace, since those tests need
//! neither Node.js nor the parser generator.

use crate::{command, timing};
use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Options of `cargo xtask editors`.
#[derive(clap::Args)]
pub struct Args {
    /// Also test the extension, its grammars and the tree-sitter grammar, and check that the committed parser is up to
    /// date
    #[arg(long)]
    pub check: bool,
}

const VSCODE: &str = "editors/vscode";
/// Name under which the build time is recorded.
pub const BUILD: &str = "editors";
const TREE_SITTER: &str = "editors/tree-sitter-nvcp5";

/// The files that `tree-sitter generate` writes.
const GENERATED: [&str; 3] = ["src/parser.c", "src/grammar.json", "src/node-types.json"];

/// Files that the packaged extension must contain.
const PACKAGED: [&str; 6] = [
    "extension/package.json",
    "extension/dist/extension.js",
    "extension/syntaxes/nvcp5.tmLanguage.json",
    "extension/syntaxes/glsl.injection.json",
    "extension/language-configuration.json",
    "extension/LICENSE.txt",
];

/// Runs the checks, if requested, and packages the extension.
pub fn run(args: &Args) -> Result<()> {
    for program in ["node", "npm"] {
        ensure!(
            command::is_installed(program),
            "the extension needs {program} (Debian packages nodejs and npm)"
        );
    }
    if args.check {
        tree_sitter()?;
    }
    let folder = command::root().join(VSCODE);
    let npm = |arguments: &[&str]| {
        let mut command = Command::new("npm");
        command.args(arguments).current_dir(&folder);
        command
    };
    let target = command::target_directory()?;
    let package = target.join("editors/nvc.vsix");
    std::fs::create_dir_all(package.parent().unwrap_or(&package))?;
    let out = package.to_str().context("the target folder is not UTF-8")?;
    timing::build(&target, BUILD, &package, || {
        command::run(&mut npm(&["ci", "--no-audit", "--no-fund"]))
            .context("cannot install the extension's npm packages (npm needs access to its registry)")?;
        // The script builds the extension first. It has an `--out` of its own, which the last one overrides.
        command::run(&mut npm(&["run", "package", "--", "--out", out]))
    })?;
    if args.check {
        command::run(&mut npm(&["test"]))?;
    }
    let bytes = std::fs::read(&package).with_context(|| format!("{} was not written", package.display()))?;
    for name in PACKAGED {
        ensure!(contains(&bytes, name.as_bytes()), "{} does not contain {name}", package.display());
    }
    println!("{}: {} KB", package.display(), bytes.len() / 1000);
    Ok(())
}

/// Returns whether a ZIP archive contains a file name. File names are stored uncompressed.
fn contains(archive: &[u8], name: &[u8]) -> bool {
    archive.windows(name.len()).any(|window| window == name)
}

/// Regenerates the parser in a copy of the grammar, compares it with the committed parser, and runs the
/// grammar's tests.
fn tree_sitter() -> Result<()> {
    if !command::is_installed("tree-sitter") {
        bail!(
            "the check of the grammar needs tree-sitter (`cargo install tree-sitter-cli`, or the Debian package \
             tree-sitter-cli)"
        );
    }
    let (grammar, copy) =
        (command::root().join(TREE_SITTER), command::target_directory()?.join("tree-sitter-nvcp5"));
    if copy.exists() {
        std::fs::remove_dir_all(&copy)?;
    }
    for name in ["grammar.js", "tree-sitter.json", "queries", "test"] {
        copy_all(&grammar.join(name), &copy.join(name))?;
    }
    let tool = |arguments: &[&str]| {
        let mut command = Command::new("tree-sitter");
        command.args(arguments).current_dir(&copy);
        command
    };
    command::run(&mut tool(&["generate"]))?;
    for name in GENERATED {
        let read =
            |folder: &PathBuf| std::fs::read_to_string(folder.join(name)).with_context(|| name.to_owned());
        ensure!(
            generated(&read(&grammar)?) == generated(&read(&copy)?),
            "{TREE_SITTER}/{name} does not match the output of `tree-sitter generate`"
        );
    }
    command::run(&mut tool(&["test"]))
}

/// Returns the lines of a generated file without the line that names the generator's version.
fn generated(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.contains("tree-sitter v")).collect()
}

fn copy_all(from: &Path, to: &Path) -> Result<()> {
    if from.is_dir() {
        for entry in std::fs::read_dir(from).with_context(|| from.display().to_string())? {
            let entry = entry?;
            copy_all(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    std::fs::create_dir_all(to.parent().unwrap_or(to))?;
    std::fs::copy(from, to).with_context(|| from.display().to_string())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generator_versions_are_ignored_and_file_names_are_found() {
        assert_eq!(generated("/* Automatically @generated by tree-sitter v0.26.11 */\nx"), ["x"]);
        assert!(contains(b"PKname.jsrest", b"name.js") && !contains(b"PK", b"name.js"));
    }
}
