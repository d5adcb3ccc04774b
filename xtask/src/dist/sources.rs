//! Copies the sources to another folder.

use crate::command;
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Copies the files that git tracks, and untracked files that it does not ignore, to `folder`, which is emptied first.
/// Returns the absolute path of the folder.
pub fn copy(folder: &Path) -> Result<PathBuf> {
    if folder.exists() {
        std::fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let folder = folder.canonicalize()?;
    let root = command::root();
    let mut list = Command::new("git");
    list.args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"]).current_dir(&root);
    let output = list.output().context("cannot start git")?;
    ensure!(output.status.success(), "git ls-files failed: {}", String::from_utf8_lossy(&output.stderr));
    let names = String::from_utf8(output.stdout).context("a file name is not UTF-8")?;
    for name in names.split_terminator('\0') {
        copy_file(&root.join(name), &folder.join(name)).with_context(|| format!("cannot copy {name}"))?;
    }
    Ok(folder)
}

/// Copies a file. A symbolic link is copied as a link. A tracked file that was deleted is skipped.
fn copy_file(from: &Path, to: &Path) -> Result<()> {
    let Ok(kind) = from.symlink_metadata() else { return Ok(()) };
    std::fs::create_dir_all(to.parent().unwrap_or(to))?;
    if kind.is_symlink() {
        return link(&std::fs::read_link(from)?, to);
    }
    std::fs::copy(from, to)?;
    Ok(())
}

#[cfg(unix)]
fn link(target: &Path, link: &Path) -> Result<()> {
    Ok(std::os::unix::fs::symlink(target, link)?)
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) -> Result<()> {
    anyhow::bail!("symbolic links are not supported on this system")
}
