//! Tests a Debian package: installs it in a clean root file system, runs the command, and removes the package.

use crate::command;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Files that the package must install.
const FILES: &[&str] = &[
    "usr/bin/nvc",
    "usr/share/bash-completion/completions/nvc",
    "usr/share/doc/nvc/changelog.gz",
    "usr/share/doc/nvc/copyright",
    "usr/share/fish/vendor_completions.d/nvc.fish",
    "usr/share/man/man1/nvc.1.gz",
    "usr/share/man/man1/nvc-compile.1.gz",
    "usr/share/zsh/vendor-completions/_nvc",
];

/// Folders to which packages are installed. Removing the package must leave no new files there.
const WATCHED: &[&str] = &["usr", "etc", "opt", "var/lib/dpkg/info"];

/// Tests the package in the root file system `root`. If that folder contains no system, first installs this machine's
/// Debian release there with debootstrap.
pub fn check(package: &Path, root: &Path) -> Result<()> {
    let mut debootstrap = Command::new("debootstrap");
    debootstrap.args(["--variant=minbase", &release()?]).arg(root);
    if !root.join("var/lib/dpkg/status").exists() {
        command::run(&mut debootstrap)
            .context("the check of the Debian package needs debootstrap, as root")?;
    }
    // An earlier check that failed may have left the package installed.
    let _ = inside(root, &["dpkg", "--purge", "nvc"]).output();
    let before = files(root)?;
    let name = package.file_name().unwrap_or_default();
    std::fs::copy(package, root.join(name)).with_context(|| format!("cannot copy {}", package.display()))?;
    let archive = format!("/{}", name.to_string_lossy());
    command::run(&mut inside(root, &["dpkg", "--install", &archive]))?;
    for file in FILES {
        ensure!(root.join(file).is_file(), "the package does not install {file}");
    }
    let version = inside(root, &["nvc", "--version"]).output()?;
    let text = String::from_utf8_lossy(&version.stdout).into_owned();
    ensure!(
        text.starts_with(&format!("nvc {}\n", super::VERSION)),
        "the installed command prints the wrong version:\n{text}"
    );
    command::run(&mut inside(root, &["dpkg", "--purge", "nvc"]))?;
    let remains: Vec<String> = files(root)?.difference(&before).cloned().collect();
    ensure!(remains.is_empty(), "files remain after the removal of the package: {remains:?}");
    println!("{}: installed, run and removed in a clean Debian system", name.to_string_lossy());
    Ok(())
}

/// Returns a command that runs `line` with `root` as its root file system.
fn inside(root: &Path, line: &[&str]) -> Command {
    let mut chroot = Command::new("chroot");
    chroot.arg(root).args(line).env_clear();
    chroot.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env("DEBIAN_FRONTEND", "noninteractive");
    chroot
}

/// Returns the code name of this machine's Debian release, for which packages built here are made.
fn release() -> Result<String> {
    let text = std::fs::read_to_string("/etc/os-release").context("cannot read /etc/os-release")?;
    let name = text.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="));
    Ok(name.context("/etc/os-release does not name a Debian release")?.trim_matches('"').to_owned())
}

/// Returns all paths below the folders in [`WATCHED`].
fn files(root: &Path) -> Result<BTreeSet<String>> {
    let mut list = Command::new("find");
    let output = list.args(WATCHED).current_dir(root).output().context("cannot start find")?;
    ensure!(output.status.success(), "find failed: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}
