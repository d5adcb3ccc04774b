//! Checks the bans, licenses and sources of all dependencies with `cargo deny`, configured by `deny.toml`.

use crate::command;
use anyhow::Result;

/// The version of cargo-deny that `--install` installs.
const VERSION: &str = "0.20.2";

/// Runs `cargo deny check`. With `install`, first installs cargo-deny if it is missing. Advisories are not
/// checked: their database is fetched from the network, so a new entry would fail an unchanged commit.
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
