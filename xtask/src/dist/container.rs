//! Tests the container file: builds the image with Buildah, which needs no daemon, and compiles a shader in a container. The
//! image has no base image, so nothing is downloaded.

use crate::command;
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::Command;

/// The container file, and the file that restricts its build context to the archive.
const FILES: &[&str] = &["Containerfile", ".containerignore"];

/// Name of the image, which is removed after the shader was compiled.
const IMAGE: &str = "localhost/nvc-check";

/// A shader that the container compiles.
const SHADER: &str = "#version 450\nlayout(local_size_x = 32) in;\nvoid main() {}\n";

/// Tests the image that is built from the archive `archive` in the folder `out`. Uses `folder`, which is emptied first.
pub fn check(out: &Path, archive: &str, folder: &Path) -> Result<()> {
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    let (context, sources) = (folder.join("context"), folder.join("src"));
    let releases = context.join("target/releases");
    std::fs::create_dir_all(&releases)?;
    std::fs::create_dir_all(&sources)?;
    std::fs::copy(out.join(archive), releases.join(archive))
        .with_context(|| format!("cannot copy {archive}"))?;
    for file in FILES {
        std::fs::copy(command::root().join(file), context.join(file))
            .with_context(|| format!("cannot copy {file}"))?;
    }
    std::fs::write(sources.join("shader.comp"), SHADER)?;
    command::run(buildah("build", &["--isolation", "chroot", "--tag", IMAGE]).arg(&context))
        .context("the check of the container file needs Buildah (Debian package buildah), as root")?;
    let container = buildah("from", &[IMAGE]).output()?;
    let container = String::from_utf8_lossy(&container.stdout).trim().to_owned();
    let volume = format!("{}:/src", sources.display());
    let mut run = buildah("run", &["--isolation", "chroot", "--volume", &volume, &container]);
    let compiled = command::run(run.args(["--", "/bin/nvc", "compile", "shader.comp", "-o", "shader.spv"]));
    command::run(&mut buildah("rm", &[&container]))?;
    command::run(&mut buildah("rmi", &[IMAGE]))?;
    compiled?;
    ensure!(sources.join("shader.spv").is_file(), "the container wrote no module");
    println!("Containerfile: the image builds, and a container compiles a shader");
    Ok(())
}

fn buildah(verb: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("buildah");
    command.arg(verb).args(arguments);
    command
}
