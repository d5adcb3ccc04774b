//! Stages the files of an archive: lays them out in a folder as under an installation prefix such as `/usr/local`.

use super::Release;
use super::build::{Builder, Built};
use crate::{command, install_c};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Documents that every archive contains.
const DOCUMENTS: &[&str] = &["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// Shells, and the paths under the prefix at which their completions are installed. All but PowerShell look there.
const COMPLETIONS: &[(&str, &str)] = &[
    ("bash", "share/bash-completion/completions/nvc"),
    ("zsh", "share/zsh/site-functions/_nvc"),
    ("fish", "share/fish/vendor_completions.d/nvc.fish"),
    ("powershell", "share/powershell/nvc.ps1"),
];

/// Stages the files in the folder `stage` beside the build outputs. Returns that folder.
pub fn stage(builder: &Builder, built: &Built, root: &Path, release: &Release) -> Result<PathBuf> {
    let stage = built.folder.join("stage");
    if stage.exists() {
        std::fs::remove_dir_all(&stage).with_context(|| format!("cannot remove {}", stage.display()))?;
    }
    let name = builder.target.command();
    copy(&built.folder.join(name), &stage.join("bin").join(name))?;
    for document in DOCUMENTS {
        copy(&root.join(document), &stage.join("share/doc/nvc").join(document))?;
    }
    for (shell, path) in COMPLETIONS {
        let output = Command::new(&release.native).args(["completions", shell]).output();
        let output = output.with_context(|| format!("cannot start {}", release.native.display()))?;
        ensure!(output.status.success() && !output.stdout.is_empty(), "`nvc completions {shell}` failed");
        write(&stage.join(path), &output.stdout)?;
    }
    let mut pages = Command::new(&release.native);
    command::run(pages.args(["man", "--out-dir"]).arg(stage.join("share/man/man1")))?;
    if let Some(system) = builder.target.c_library {
        let library =
            install_c::Library { system, from: &built.folder, features: &built.features, with_static: false };
        install_c::install_to(&library, &stage, "lib")?;
    }
    Ok(stage)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let bytes = std::fs::read(from).with_context(|| format!("cannot read {}", from.display()))?;
    write(to, &bytes)
}

fn write(to: &Path, bytes: &[u8]) -> Result<()> {
    let folder = to.parent().unwrap_or(to);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(to, bytes))
        .with_context(|| format!("cannot write {}", to.display()))
}
