//! Builds the command and the C library of a target, in a way that does not depend on the folder or the environment.

use super::target::Target;
use crate::{command, timing};
use anyhow::{Context, Result, ensure};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How to build a target.
pub struct Builder {
    /// The target.
    pub target: &'static Target,
    /// The program that is called like cargo.
    pub cargo: OsString,
    /// Whether to build the SPIR-V validator in.
    pub validator: bool,
}

/// What Cargo built.
pub struct Built {
    /// The folder of the outputs.
    pub folder: PathBuf,
    /// The features of the C library.
    pub features: Vec<String>,
}

/// The profile of releases.
pub const PROFILE: &str = "dist";

/// The folder in the target folder for builds without the validator.
const NO_VALIDATOR: &str = "no-validator";

/// Variables that change what is built, whatever is set for the target.
const FLAGS: &[&str] =
    &["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_RUSTFLAGS", "CARGO_INCREMENTAL"];

impl Builder {
    /// Builds the sources in `root`, with outputs in `directory`.
    pub fn build(&self, root: &Path, directory: &Path, time: u64) -> Result<Built> {
        let mut cargo = self.cargo(root, time);
        cargo.args(["build", "--locked", "--profile", PROFILE, "--target", self.target.triple]);
        cargo.arg("--target-dir").arg(self.target_dir(directory));
        let mut packages = vec!["nvc-cli"];
        packages.extend(self.target.library.map(|_| "nvc-c"));
        for package in &packages {
            cargo.args(["--package", package]);
        }
        if self.validator {
            let features = packages.iter().map(|package| format!("{package}/validate"));
            cargo.args(["--features", &features.collect::<Vec<_>>().join(",")]);
        }
        cargo.arg("--config").arg(self.flags(root)?);
        let name = self.path();
        let folder = directory.join(&name).join(PROFILE);
        timing::build(directory, &name, &folder, || command::run(&mut cargo)).with_context(|| {
            format!("{}: docs/releases.md says which compilers the target needs", self.target.triple)
        })?;
        // One build gives both the same features, and the command has this one.
        let mut features = vec!["translate".to_owned()];
        if self.validator {
            features.push("validate".to_owned());
        }
        Ok(Built { folder, features })
    }

    /// Where Cargo builds: builds without the validator, where there could be one, have a folder of their own.
    pub fn target_dir(&self, directory: &Path) -> PathBuf {
        if self.validator == self.target.validator {
            directory.to_path_buf()
        } else {
            directory.join(NO_VALIDATOR)
        }
    }

    /// The folder of the target's outputs, from the target folder.
    fn path(&self) -> String {
        let triple = self.target.triple;
        if self.validator == self.target.validator {
            triple.to_owned()
        } else {
            format!("{NO_VALIDATOR}/{triple}")
        }
    }

    /// The program that is called like cargo, in `root`.
    pub fn cargo(&self, root: &Path, time: u64) -> Command {
        let mut cargo = Command::new(&self.cargo);
        cargo.current_dir(root).env("SOURCE_DATE_EPOCH", time.to_string());
        for variable in FLAGS {
            cargo.env_remove(variable);
        }
        cargo
    }

    /// The flags of rustc as a setting of Cargo, which adds them to those that the user's configuration has for the
    /// target.
    fn flags(&self, root: &Path) -> Result<String> {
        let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))).context("no home folder")?;
        let flags = [remap(root, "nvc")?, remap(&home, "cargo")?].map(toml::Value::String).to_vec();
        Ok(format!("target.{}.rustflags={}", self.target.triple, toml::Value::Array(flags)))
    }
}

/// The flag that replaces a folder by a name wherever rustc writes a path.
fn remap(folder: &Path, name: &str) -> Result<String> {
    let folder = folder.to_str().with_context(|| format!("{} is not UTF-8", folder.display()))?;
    ensure!(
        !folder.contains('='),
        "{folder} contains an equals sign, which --remap-path-prefix does not allow"
    );
    Ok(format!("--remap-path-prefix={folder}={name}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::target::TARGETS;

    #[test]
    fn flags_are_a_setting_of_cargo() {
        let builder = Builder { target: &TARGETS[0], cargo: OsString::from("cargo"), validator: false };
        let flags = builder.flags(Path::new("folder of sources")).expect("flags");
        let table: toml::Table = flags.parse().expect("a setting");
        let list = table["target"][TARGETS[0].triple]["rustflags"].as_array().expect("a list");
        assert_eq!(list[0].as_str(), Some("--remap-path-prefix=folder of sources=nvc"));
        assert!(remap(Path::new("a=b"), "nvc").is_err());
    }
}
