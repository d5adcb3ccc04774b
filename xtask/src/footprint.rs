//! `cargo xtask footprint`: measures what the build dependency `nvc-build` adds to a project, and checks the
//! measurements against limits.

use crate::{command, timing};
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::path::Path;

/// The limits: number of crates, seconds of CPU time, and megabytes in the target folder.
const LIMITS: Footprint = Footprint { crates: 60, seconds: 70, megabytes: 400 };

/// The cost of a build dependency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Footprint {
    crates: usize,
    seconds: u64,
    megabytes: u64,
}

/// Builds an empty project that depends on `nvc-build` from scratch, in Cargo's default profile. Incremental
/// compilation is off, because Cargo never uses it for dependencies from a registry or git repository.
pub fn run() -> Result<()> {
    let folder = command::target_directory()?.join("footprint");
    let _ = std::fs::remove_dir_all(&folder);
    write_project(&folder).with_context(|| format!("cannot write {}", folder.display()))?;
    let before = timing::children()?;
    let target = folder.join("target");
    let mut build = command::cargo(&["build", "--quiet"]);
    build.current_dir(&folder).env("CARGO_TARGET_DIR", &target).env("CARGO_INCREMENTAL", "0");
    command::run(&mut build)?;
    let seconds = (timing::children()? - before) as u64;
    let megabytes = bytes(&target)? / 1_000_000;
    let measured = Footprint { crates: crates(&folder)?, seconds, megabytes };
    std::fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    println!("crates: {} (limit {})", measured.crates, LIMITS.crates);
    println!("CPU time: {} s (limit {} s)", measured.seconds, LIMITS.seconds);
    println!("target folder: {} MB (limit {} MB)", measured.megabytes, LIMITS.megabytes);
    if exceeds(measured) {
        bail!("nvc-build costs more than its limits allow");
    }
    Ok(())
}

fn exceeds(measured: Footprint) -> bool {
    measured.crates > LIMITS.crates
        || measured.seconds > LIMITS.seconds
        || measured.megabytes > LIMITS.megabytes
}

/// Writes an empty project with its own workspace, which locks the same dependency versions as the workspace of nvc.
fn write_project(folder: &Path) -> Result<()> {
    let root = command::root();
    std::fs::create_dir_all(folder.join("src"))?;
    let dependency = toml::Value::String(root.join("crates/nvc-build").to_string_lossy().into_owned());
    let manifest = format!(
        "[package]\nname = \"footprint\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [build-dependencies]\nnvc-build = {{ path = {dependency} }}\n"
    );
    std::fs::write(folder.join("Cargo.toml"), manifest)?;
    std::fs::write(folder.join("build.rs"), "use nvc_build as _;\n\nfn main() {}\n")?;
    std::fs::write(folder.join("src/main.rs"), "fn main() {}\n")?;
    std::fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    Ok(())
}

/// Returns the number of packages that the build dependency adds, including `nvc-build`.
fn crates(folder: &Path) -> Result<usize> {
    let mut tree = command::cargo(&["tree", "--edges", "normal,build", "--prefix", "none"]);
    let output = tree.current_dir(folder).output().context("cannot start cargo")?;
    if !output.status.success() {
        bail!("cargo tree failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    let text = String::from_utf8(output.stdout)?;
    let packages: BTreeSet<_> = text.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    // The project itself is not counted.
    Ok(packages.len().saturating_sub(1))
}

/// Returns the number of hard links to a file. Cargo hard-links its outputs instead of copying them.
#[cfg(unix)]
fn links(file: &std::fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(file).max(1)
}

#[cfg(not(unix))]
fn links(_: &std::fs::Metadata) -> u64 {
    1
}

/// Returns the total size of all files below a folder. On Unix, a file with several hard links counts once.
fn bytes(folder: &Path) -> Result<u64> {
    let mut sum = 0;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let meta = entry.metadata()?;
        sum += if meta.is_dir() { bytes(&entry.path())? } else { meta.len() / links(&meta) };
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_may_be_reached_but_not_exceeded() {
        assert!(!exceeds(LIMITS));
        assert!(exceeds(Footprint { crates: LIMITS.crates + 1, ..LIMITS }));
        assert!(exceeds(Footprint { seconds: LIMITS.seconds + 1, ..LIMITS }));
        assert!(exceeds(Footprint { megabytes: LIMITS.megabytes + 1, ..LIMITS }));
    }
}
