//! `cargo xtask real`: compiles the shaders of llama.cpp, the largest user of cooperative matrices, from the package
//! registry, and compares what is refused with a list. Nothing of llama.cpp is in this repository.

use crate::command;
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// The crate that contains the shaders; the manifest was written for this version.
const PACKAGE: &str = "llama-cpp-sys-2";
const VERSION: &str = "0.1.161";
/// The folder of the shaders in it.
const SHADERS: &str = "llama.cpp/ggml/src/ggml-vulkan/vulkan-shaders";
/// The permutation manifest.
const MANIFEST: &str = "examples/permutations/llama.cpp.toml";
/// What is refused.
const EXPECTED: &str = "crates/lab/real/llama.cpp.toml";

/// Options of `cargo xtask real`.
#[derive(clap::Args)]
pub struct Args {
    /// Rewrite the list of what is refused.
    #[arg(long)]
    pub bless: bool,
}

/// Fetches the sources, and compiles and validates all variants of the manifest.
pub fn run(args: &Args) -> Result<()> {
    let folder = command::target_directory()?.join("real");
    let shaders = folder.join("llama.cpp");
    copy(&fetch(&folder.join("fetch"))?.join(SHADERS), &shaders)?;
    let manifest = shaders.join("llama.cpp.toml");
    fs::copy(command::root().join(MANIFEST), &manifest).context(MANIFEST)?;

    // The features of the tests: nothing is built twice.
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

/// Makes a package that depends on the crate, so that cargo fetches it: the folder of the crate.
fn fetch(project: &Path) -> Result<PathBuf> {
    let manifest = project.join("Cargo.toml");
    fs::create_dir_all(project.join("src"))?;
    fs::write(project.join("src/lib.rs"), "")?;
    // A workspace of its own, although it lies in the folder of another.
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
    let package = package.with_context(|| format!("cargo does not know {PACKAGE} after fetching it"))?;
    let folder = package.manifest_path.parent().context("the crate has no folder")?;
    Ok(folder.as_std_path().to_owned())
}

/// Copies the files of a folder, and removes what is not in it.
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
