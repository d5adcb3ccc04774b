//! `cargo xtask real`: compiles the shaders of llama.cpp, the largest user of cooperative matrices, and
//! compares the rejected ones with a list. The shaders are fetched from the package registry; this
//! repository contains none of them.

use crate::command;
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// The crate that contains the shaders, in the version that the manifest was written for.
const PACKAGE: &str = "llama-cpp-sys-2";
const VERSION: &str = "0.1.161";
/// Folder of the shaders in that crate.
const SHADERS: &str = "llama.cpp/ggml/src/ggml-vulkan/vulkan-shaders";
/// Path of the permutation manifest.
const MANIFEST: &str = "examples/permutations/llama.cpp.toml";
/// Path of the list of rejected variants.
const EXPECTED: &str = "crates/lab/real/llama.cpp.toml";
/// Path of the manifest's copy, next to the fetched shaders, in the folder `real` of Cargo's target directory.
const FETCHED: &str = "llama.cpp/llama.cpp.toml";

/// Options of `cargo xtask real`.
#[derive(clap::Args)]
pub struct Args {
    /// Rewrite the list of rejected variants.
    #[arg(long)]
    pub bless: bool,
}

/// Fetches the sources, then compiles and validates all variants of the manifest.
pub fn run(args: &Args) -> Result<()> {
    let folder = command::target_directory()?.join("real");
    let manifest = folder.join(FETCHED);
    let shaders = manifest.parent().context("the manifest has no folder")?;
    copy(&fetch(&folder.join("fetch"))?.join(SHADERS), shaders)?;
    fs::copy(command::root().join(MANIFEST), &manifest).context(MANIFEST)?;

    // Builds with the features of the tests, so that nothing is built twice.
    let build = ["build", "--workspace", "--features", command::VALIDATE, "--bin", "nvc-real"];
    command::run(&mut command::cargo(&build))?;
    let name = format!("nvc-real{}", std::env::consts::EXE_SUFFIX);
    let mut tool = std::process::Command::new(command::target_directory()?.join("debug").join(name));
    tool.arg("--manifest").arg(manifest).arg("--out-dir").arg(folder.join("modules"));
    tool.arg("--expected").arg(command::root().join(EXPECTED));
    if args.bless {
        tool.arg("--bless");
    }
    command::run(&mut tool)
}

/// Returns the path of the manifest next to the shaders that an earlier run fetched, if there was one.
pub fn fetched_manifest() -> Result<Option<PathBuf>> {
    let manifest = command::target_directory()?.join("real").join(FETCHED);
    Ok(manifest.exists().then_some(manifest))
}

/// Fetches the crate, by creating a package that depends on it. Returns the folder of the crate.
fn fetch(project: &Path) -> Result<PathBuf> {
    let manifest = project.join("Cargo.toml");
    fs::create_dir_all(project.join("src"))?;
    fs::write(project.join("src/lib.rs"), "")?;
    // An empty `[workspace]` table is needed, because the folder is inside another workspace.
    let text = format!(
        "[package]\nname = \"fetch\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
         [workspace]\n\n[dependencies]\n{PACKAGE} = \"={VERSION}\"\n"
    );
    fs::write(&manifest, text)?;
    let mut fetch = command::cargo(&["fetch", "--manifest-path"]);
    command::run(fetch.arg(&manifest)).with_context(|| {
        format!(
            "cannot fetch the crate {PACKAGE} {VERSION}: `cargo xtask real` needs the package registry, \
             or a copy in cargo's cache"
        )
    })?;
    let metadata = cargo_metadata::MetadataCommand::new()
        .manifest_path(&manifest)
        .other_options(["--offline".to_owned()])
        .exec()?;
    let package = metadata.packages.iter().find(|package| package.name.as_str() == PACKAGE);
    let package = package.with_context(|| format!("`cargo metadata` does not list {PACKAGE}"))?;
    let folder = package.manifest_path.parent().context("the crate has no folder")?;
    Ok(folder.as_std_path().to_owned())
}

/// Copies the files of a folder. The destination is deleted first.
fn copy(from: &Path, to: &Path) -> Result<()> {
    if to.exists() {
        fs::remove_dir_all(to).with_context(|| format!("cannot remove {}", to.display()))?;
    }
    fs::create_dir_all(to).with_context(|| format!("cannot create {}", to.display()))?;
    let entries = fs::read_dir(from).with_context(|| format!("{PACKAGE} {VERSION} has no {SHADERS}"))?;
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}
