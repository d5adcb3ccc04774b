//! `cargo xtask python`: builds the Python package and tests it in a fresh virtual environment.

use crate::{command, timing};
use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Page of the book whose `sh` blocks install the package into the virtual environment `env`.
const PAGE: &str = "docs/library-python.md";

/// Name under which the time of the installation is recorded. Most of it is the build.
pub const BUILD: &str = "python";

/// Folder of the tests.
const TESTS: &str = "crates/nvc-python/tests";

/// Oldest supported Python version.
const OLDEST: (u32, u32) = (3, 9);

/// Runs the page's commands in an empty folder, then runs the tests and type checks with the installed
/// package.
pub fn run() -> Result<()> {
    ensure_python()?;
    let target = command::target_directory()?;
    let folder = target.join("python");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let page =
        std::fs::read_to_string(command::root().join(PAGE)).with_context(|| format!("cannot read {PAGE}"))?;
    let commands = shell_lines(&page);
    ensure!(commands.len() > 2, "{PAGE} does not show how to install the package");
    // The commands build in release mode.
    let built = target.join("release");
    timing::build(&target, BUILD, &built, || {
        for line in &commands {
            let mut shell = Command::new("sh");
            shell.args(["-e", "-c", line]).current_dir(&folder);
            shell.env("NVC", command::root()).env("PIP_DISABLE_PIP_VERSION_CHECK", "1");
            command::run(&mut shell)
                .with_context(|| format!("`{line}` failed (pip needs access to the package index)"))?;
        }
        Ok(())
    })?;
    let python = folder.join("env/bin/python");
    let in_environment = |arguments: &[&str]| {
        let mut command = Command::new(&python);
        // The current folder is not that of the sources, so that the installed wheel is tested.
        command.args(arguments).current_dir(&folder).env("PIP_DISABLE_PIP_VERSION_CHECK", "1");
        command
    };
    let tests = command::root().join(TESTS);
    let tests = tests.to_str().context("the path of the workspace is not UTF-8")?;
    command::run(&mut in_environment(&[
        "-W",
        "error",
        "-m",
        "unittest",
        "discover",
        "--start-directory",
        tests,
    ]))?;
    command::run(&mut in_environment(&["-m", "pip", "install", "--quiet", "mypy"]))?;
    command::run(&mut in_environment(&["-m", "mypy.stubtest", "nvc"]))?;
    command::run(&mut in_environment(&["-m", "mypy", "--package", "nvc"]))?;
    let wheel = wheel(&folder.join("wheels"))?;
    let bytes = std::fs::metadata(&wheel)?.len();
    println!("{}: {:.1} MB", wheel.display(), bytes as f64 / 1e6);
    let import = "import time; t = time.perf_counter(); import nvc; print(f'import nvc: {(time.perf_counter() - t) * 1e3:.0f} ms')";
    command::run(&mut in_environment(&["-c", import]))
}

/// Fails with instructions if no suitable Python is installed.
fn ensure_python() -> Result<()> {
    if !can_make_environments() {
        bail!(
            "the Python package needs Python {}.{} or later with its modules venv and ensurepip (Debian packages python3 \
             and python3-venv)",
            OLDEST.0,
            OLDEST.1
        );
    }
    Ok(())
}

/// Returns whether the installed Python is new enough and can create virtual environments.
pub fn can_make_environments() -> bool {
    let check =
        format!("import sys, venv, ensurepip; sys.exit(sys.version_info < ({}, {}))", OLDEST.0, OLDEST.1);
    let mut python = Command::new("python3");
    python.args(["-c", &check]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    python.status().is_ok_and(|status| status.success())
}

/// Returns the commands in a page's `sh` blocks.
pub fn shell_lines(page: &str) -> Vec<&str> {
    let blocks = page.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.flat_map(str::lines).collect()
}

/// Returns the path of the wheel in a folder.
fn wheel(folder: &Path) -> Result<PathBuf> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths = entries.flatten().map(|entry| entry.path());
    paths.find(|path| path.extension().is_some_and(|e| e == "whl")).context("maturin did not build a wheel")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_those_of_shell_blocks() {
        let page = "```sh\na\nb $NVC\n```\n\n```pycon\n>>> c\n```\n```sh\nd\n```\n";
        assert_eq!(shell_lines(page), ["a", "b $NVC", "d"]);
    }
}
