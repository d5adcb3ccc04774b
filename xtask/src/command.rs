//! Runs commands: `cargo` in the root of the workspace, and the tools of `crates/lab` in the current folder.

use anyhow::{Context, Result, bail};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The feature that tests are built with. It compiles in the SPIR-V validator, so that every module is
/// validated.
pub const VALIDATE: &str = "nvc-cli/validate";

/// Returns the root of the workspace that this binary was built from.
pub fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package).to_path_buf()
}

/// Returns a `cargo` command that runs in the root. It is the same `cargo` that started this program, if
/// any.
pub fn cargo(args: &[&str]) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    command
}

/// Returns Cargo's target directory.
pub fn target_directory() -> Result<PathBuf> {
    let metadata = cargo_metadata::MetadataCommand::new().current_dir(root()).no_deps().exec()?;
    Ok(metadata.target_directory.into_std_path_buf())
}

/// Returns the target triple of this machine.
pub fn host() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("cannot start `rustc`")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().find_map(|line| line.strip_prefix("host: "));
    line.map(str::to_owned).context("`rustc -vV` does not name a host")
}

/// The package that contains the tools which [`tool`] builds.
pub const LABORATORY: &str = "nvc-lab";

/// Builds a tool of `crates/lab` in debug mode. Returns the command to run it in the current folder, so
/// that relative paths in its arguments refer to the caller's folder.
pub fn tool(binary: &str) -> Result<Command> {
    run(&mut cargo(&["build", "--package", LABORATORY, "--bin", binary]))?;
    let name = format!("{binary}{}", std::env::consts::EXE_SUFFIX);
    Ok(Command::new(target_directory()?.join("debug").join(name)))
}

/// Prints a command and runs it. Returns an error if it fails.
pub fn run(command: &mut Command) -> Result<()> {
    let line = show(command);
    eprintln!("$ {line}");
    let status = command.status().with_context(|| format!("cannot start `{line}`"))?;
    if !status.success() {
        bail!("`{line}` failed: {status}");
    }
    Ok(())
}

/// Formats a command line for messages.
pub fn show(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or(command.get_program());
    let parts = std::iter::once(program).chain(command.get_args());
    parts.map(|part| part.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

/// Returns whether the command `PROGRAM --version` succeeds.
pub fn is_installed(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
