//! `cargo deny`: bans, licenses and sources of all dependencies, by `deny.toml`.

use crate::command;
use anyhow::Result;

/// The version that continuous integration installs.
const VERSION: &str = "0.20.2";

/// Runs `cargo deny check`, which `install` installs first where it is missing. Advisories are not checked: their
/// database is fetched from the network, and a new entry would fail an unchanged commit.
pub fn run(install: bool) -> Result<()> {
    if install && !command::is_installed("cargo-deny") {
        command::run(&mut command::cargo(&[
            "install",
            "--locked",
            "--quiet",
            "--version",
            VERSION,
            "cargo-deny",
        ]))?;
    }
    command::run(&mut command::cargo(&["deny", "check", "bans", "licenses", "sources"]))
}
