//! Running commands in the workspace's root.

use anyhow::{Context, Result, bail};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The feature that tests are built with: the in-process SPIR-V validator, so that every module is validated.
pub const VALIDATE: &str = "nvc-cli/validate";

/// The root of the workspace that this binary was built from.
pub fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package).to_path_buf()
}

/// `cargo` in the root: the one that started this program, if any.
pub fn cargo(args: &[&str]) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    command
}

/// Where cargo builds.
pub fn target_directory() -> Result<PathBuf> {
    let metadata = cargo_metadata::MetadataCommand::new().current_dir(root()).no_deps().exec()?;
    Ok(metadata.target_directory.into_std_path_buf())
}

/// The package with the tools that [`tool`] builds.
pub const LABORATORY: &str = "nvc-lab";

/// Builds a tool of the laboratory in debug mode: the command to run it in the current folder, so that
/// relative paths among its arguments mean what the caller means.
pub fn tool(binary: &str) -> Result<Command> {
    run(&mut cargo(&["build", "--package", LABORATORY, "--bin", binary]))?;
    let name = format!("{binary}{}", std::env::consts::EXE_SUFFIX);
    Ok(Command::new(target_directory()?.join("debug").join(name)))
}

/// Prints the command and runs it; an error unless it succeeds.
pub fn run(command: &mut Command) -> Result<()> {
    let line = show(command);
    eprintln!("$ {line}");
    let status = command.status().with_context(|| format!("cannot start `{line}`"))?;
    if !status.success() {
        bail!("`{line}` failed: {status}");
    }
    Ok(())
}

/// The command line, for messages.
pub fn show(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or(command.get_program());
    let parts = std::iter::once(program).chain(command.get_args());
    parts.map(|part| part.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

/// Whether a program of this name can be started.
pub fn is_installed(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
