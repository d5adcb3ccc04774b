//! Reads the input of the checks: the text files of the workspace, its parsed Rust files and its packages.

use super::Finding;
use super::rust::RustFile;
use anyhow::{Context, Result};
use std::path::Path;

/// Top-level folders that are checked. Others, such as `editors`, `playground` and build outputs, are ignored.
const FOLDERS: &[&str] =
    &[".cargo", ".ci", ".github", "crates", "docs", "examples", "grammar", "testdata", "xtask"];

/// A text file.
pub struct File {
    /// Path from the root, separated by `/`.
    pub path: String,
    /// Content of the file; empty if it is not UTF-8.
    pub text: String,
}

/// A package of the workspace.
pub struct Package {
    /// Name of the package.
    pub name: String,
    /// Path of the folder from the root, with a trailing `/`.
    pub folder: String,
    /// Whether it may be published.
    pub published: bool,
    /// Names of all packages that it depends on outside its tests, including external ones.
    pub dependencies: Vec<String>,
}

/// The checked files and the packages of the workspace.
#[derive(Default)]
pub struct Tree {
    /// The files of the root and below [`FOLDERS`], each folder's entries sorted by name. Folders called `target`, linked
    /// folders and backups by rustfmt are skipped.
    pub files: Vec<File>,
    /// The parsed `.rs` files.
    pub rust: Vec<RustFile>,
    /// All packages.
    pub packages: Vec<Package>,
}

impl Tree {
    /// Reads the workspace at `root`.
    pub fn read(root: &Path) -> Result<Self> {
        let mut files = Vec::new();
        for name in names(root)? {
            let path = root.join(&name);
            if path.is_dir() {
                if FOLDERS.contains(&name.as_str()) {
                    collect(&path, &name, &mut files)?;
                }
            } else if name != ".git" {
                // In a linked worktree, `.git` is a file.
                files.push(read(&path, &name)?);
            }
        }
        Ok(Tree::new(files, packages(root)?))
    }

    fn new(files: Vec<File>, packages: Vec<Package>) -> Self {
        let rust = files.iter().filter(|f| f.path.ends_with(".rs"));
        let mut rust: Vec<RustFile> = rust.map(|f| RustFile::parse(&f.path, &f.text)).collect();
        let test_modules: Vec<String> = rust.iter().flat_map(|f| f.test_modules.clone()).collect();
        for file in &mut rust {
            file.mark_tests(&test_modules);
        }
        Tree { files, rust, packages }
    }

    /// Returns the text of the file at this path.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|f| f.path == path).map(|f| f.text.as_str())
    }

    /// Creates a tree with these paths and texts, without packages.
    #[cfg(test)]
    pub fn of(files: &[(&str, &str)]) -> Self {
        let file = |(path, text): &(&str, &str)| File { path: (*path).into(), text: (*text).into() };
        Tree::new(files.iter().map(file).collect(), Vec::new())
    }
}

impl Finding {
    /// Creates a finding at a line of a file.
    pub fn at(rule: &'static str, path: &str, line: usize, item: &str, message: String) -> Self {
        Finding { path: path.to_owned(), line, rule, item: item.to_owned(), message }
    }
}

/// Returns the names of a folder's entries, sorted.
fn names(folder: &Path) -> Result<Vec<String>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<File>) -> Result<()> {
    for name in names(folder)? {
        let (path, relative) = (folder.join(&name), format!("{prefix}/{name}"));
        if path.is_dir() {
            // Symbolic links, which exist for packaging, are skipped: their targets are in the workspace and
            // read there.
            if name != "target" && !path.is_symlink() {
                collect(&path, &relative, files)?;
            }
        } else if !name.ends_with(".rs.bk") {
            files.push(read(&path, &relative)?);
        }
    }
    Ok(())
}

fn read(path: &Path, relative: &str) -> Result<File> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {relative}"))?;
    Ok(File { path: relative.to_owned(), text: String::from_utf8(bytes).unwrap_or_default() })
}

fn packages(root: &Path) -> Result<Vec<Package>> {
    // Without dependencies, Cargo resolves nothing and needs no network.
    let metadata = cargo_metadata::MetadataCommand::new().current_dir(root).no_deps().exec()?;
    let mut packages = Vec::new();
    for package in metadata.packages {
        let folder =
            package.manifest_path.parent().and_then(|f| f.strip_prefix(&metadata.workspace_root).ok());
        let folder = folder.with_context(|| format!("{} lies outside the workspace", package.name))?;
        let normal = package.dependencies.iter();
        let normal = normal.filter(|d| d.kind != cargo_metadata::DependencyKind::Development);
        packages.push(Package {
            name: package.name.to_string(),
            folder: folder.as_str().replace('\\', "/") + "/",
            // Cargo represents `publish = false` as an empty list of registries.
            published: package.publish.as_deref() != Some(&[]),
            dependencies: normal.map(|d| d.name.clone()).collect(),
        });
    }
    Ok(packages)
}
