//! Builds the Debian package with cargo-deb, from the staged files of the archive. `crates/nvc-cli/Cargo.toml` lists where
//! they are installed.

use super::build::{Builder, PROFILE};
use super::{Artefact, Release, VERSION, archive};
use crate::command;
use anyhow::{Context, Result};
use std::path::Path;
use std::process::Command;

/// Debian revision of the package.
const REVISION: &str = "1";

/// Returns the file name of the package, by Debian's convention.
pub fn name(builder: &Builder) -> String {
    let architecture = if builder.target.triple.starts_with("aarch64") { "arm64" } else { "amd64" };
    format!("nvc_{VERSION}-{REVISION}_{architecture}.deb")
}

/// Files that Debian requires to be compressed: their path in the folder `stage`, and the path of the compressed files in
/// the folder `debian` beside it.
const COMPRESSED: &[(&str, &str)] =
    &[("share/man/man1", "man1"), ("share/doc/nvc/CHANGELOG.md", "changelog.gz")];

/// Builds the package from the folder `stage` of a target.
pub fn make(builder: &Builder, root: &Path, directory: &Path, release: &Release) -> Result<Artefact> {
    let name = name(builder);
    let directory = builder.target_dir(directory);
    let folder = directory.join(builder.target.triple).join(PROFILE);
    for (from, to) in COMPRESSED {
        compress(&folder.join("stage").join(from), &folder.join("debian").join(to))?;
    }
    let path = folder.join(&name);
    let mut pack = Command::new("cargo-deb");
    pack.args(["--no-build", "--no-strip", "--package", "nvc-cli", "--profile", PROFILE]);
    pack.args(["--target", builder.target.triple, "--deb-revision", REVISION, "--output"]).arg(&path);
    pack.current_dir(root).env("CARGO_TARGET_DIR", directory);
    pack.env("SOURCE_DATE_EPOCH", release.time.to_string());
    command::run(&mut pack)
        .context("the Debian package needs cargo-deb: `cargo install --locked cargo-deb`")?;
    let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Artefact { name, bytes })
}

/// Compresses a file, or each file of a folder to the same name with `.gz` appended.
fn compress(from: &Path, to: &Path) -> Result<()> {
    if from.is_dir() {
        let _ = std::fs::remove_dir_all(to);
        for entry in std::fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
            let entry = entry?;
            let name = format!("{}.gz", entry.file_name().to_string_lossy());
            compress(&entry.path(), &to.join(name))?;
        }
        return Ok(());
    }
    let bytes = std::fs::read(from).with_context(|| format!("cannot read {}", from.display()))?;
    std::fs::create_dir_all(to.parent().unwrap_or(to))?;
    std::fs::write(to, archive::gzip(&bytes)?).with_context(|| format!("cannot write {}", to.display()))
}
