//! Builds the command and the C library for a target. The outputs depend neither on the folder of the sources nor on
//! compiler flags in the environment.

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
    /// Cargo, or a program with the same command line, such as `cross`.
    pub cargo: OsString,
    /// Whether to build the SPIR-V validator in.
    pub validator: bool,
}

/// The outputs of a build.
pub struct Built {
    /// The folder of the outputs.
    pub folder: PathBuf,
    /// Features that the C library was built with.
    pub features: Vec<String>,
}

/// Cargo profile of releases.
pub const PROFILE: &str = "dist";

/// Folder, inside the target folder, for builds that omit the validator although their target includes it by default.
const NO_VALIDATOR: &str = "no-validator";

/// Environment variables that change the outputs, or override the flags set for the target. Builds run without them.
const FLAGS: &[&str] =
    &["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_RUSTFLAGS", "CARGO_INCREMENTAL", "CXXFLAGS"];

impl Builder {
    /// Builds the sources in `root`, with outputs in the target folder `directory`. `time` is the time of the commit.
    pub fn build(&self, root: &Path, directory: &Path, time: u64) -> Result<Built> {
        let mut cargo = self.cargo(root, time);
        cargo.args(["build", "--locked", "--profile", PROFILE, "--target", self.target.triple]);
        cargo.arg("--target-dir").arg(self.target_dir(directory));
        let mut packages = vec!["nvc-cli"];
        packages.extend(self.target.c_library.map(|_| "nvc-c"));
        for package in &packages {
            cargo.args(["--package", package]);
        }
        if self.validator {
            let features = packages.iter().map(|package| format!("{package}/validate"));
            cargo.args(["--features", &features.collect::<Vec<_>>().join(",")]);
            for setting in self.cxx()? {
                cargo.args(["--config", &setting]);
            }
        }
        cargo.arg("--config").arg(self.flags(root)?);
        let name = self.path();
        let folder = directory.join(&name).join(PROFILE);
        timing::build(directory, &name, &folder, || command::run(&mut cargo)).with_context(|| {
            format!(
                "cannot build for {}; docs/releases.md lists the compilers that it needs",
                self.target.triple
            )
        })?;
        // Packages built together share the features of their dependencies, and the command enables `translate`.
        let mut features = vec!["translate".to_owned()];
        if self.validator {
            features.push("validate".to_owned());
        }
        Ok(Built { folder, features })
    }

    /// Returns Cargo's target folder. Builds without the validator have their own folder if the target includes it by
    /// default.
    pub fn target_dir(&self, directory: &Path) -> PathBuf {
        if self.validator == self.target.validator {
            directory.to_path_buf()
        } else {
            directory.join(NO_VALIDATOR)
        }
    }

    /// Returns the folder of the target's outputs, relative to `directory` and without the profile.
    fn path(&self) -> String {
        let triple = self.target.triple;
        if self.validator == self.target.validator {
            triple.to_owned()
        } else {
            format!("{NO_VALIDATOR}/{triple}")
        }
    }

    /// Returns a Cargo command that runs in `root`, with the time of the commit in `SOURCE_DATE_EPOCH` and without the
    /// variables in [`FLAGS`].
    pub fn cargo(&self, root: &Path, time: u64) -> Command {
        let mut cargo = Command::new(&self.cargo);
        cargo.current_dir(root).env("SOURCE_DATE_EPOCH", time.to_string());
        for variable in FLAGS {
            cargo.env_remove(variable);
        }
        cargo
    }

    /// Returns the flags for rustc as a Cargo setting. Cargo appends them to the flags for the target in the user's
    /// configuration.
    fn flags(&self, root: &Path) -> Result<String> {
        let flags = [remap(root, "nvc")?, remap(&cargo_home()?, "cargo")?];
        let flags = flags.map(|flag| format!("--remap-path-prefix={flag}")).into_iter();
        let flags = flags.chain(self.target.flags.iter().map(|flag| (*flag).to_owned()));
        let flags = flags.map(toml::Value::String).collect();
        Ok(format!("target.{}.rustflags={}", self.target.triple, toml::Value::Array(flags)))
    }

    /// Returns Cargo settings with the environment variables that the crate `cc` reads when it builds the validator. The C++
    /// runtime is linked statically, so that users need not install it; `-bundle` leaves the search for it to the linker.
    fn cxx(&self) -> Result<[String; 2]> {
        let suffix = self.target.triple.replace('-', "_");
        let variable =
            |name: &str, value: String| format!("env.{name}_{suffix}={}", toml::Value::String(value));
        Ok([
            variable("CXXFLAGS", format!("-ffile-prefix-map={}", remap(&cargo_home()?, "cargo")?)),
            variable("CXXSTDLIB", "static:-bundle=stdc++".to_owned()),
        ])
    }
}

/// Returns Cargo's home folder, which contains the sources of the dependencies.
fn cargo_home() -> Result<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))).context("the home folder is unknown")
}

/// Returns the value of a compiler's flag that replaces a folder by a name in all paths that the compiler writes.
fn remap(folder: &Path, name: &str) -> Result<String> {
    let folder = folder.to_str().with_context(|| format!("{} is not UTF-8", folder.display()))?;
    ensure!(
        !folder.contains('='),
        "{folder} contains an equals sign, which compilers do not allow in the paths that they replace"
    );
    Ok(format!("{folder}={name}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::target::TARGETS;

    #[test]
    fn flags_are_a_cargo_setting() {
        let builder = Builder { target: &TARGETS[0], cargo: OsString::from("cargo"), validator: false };
        let flags = builder.flags(Path::new("folder of sources")).expect("flags");
        let table: toml::Table = flags.parse().expect("a setting");
        let list = table["target"][TARGETS[0].triple]["rustflags"].as_array().expect("a list");
        assert_eq!(list[0].as_str(), Some("--remap-path-prefix=folder of sources=nvc"));
        assert!(remap(Path::new("a=b"), "nvc").is_err());
        let [_, library] = builder.cxx().expect("settings");
        let table: toml::Table = library.parse().expect("a setting");
        assert_eq!(
            table["env"]["CXXSTDLIB_x86_64_unknown_linux_gnu"].as_str(),
            Some("static:-bundle=stdc++")
        );
    }

    #[test]
    fn the_static_command_has_a_fixed_address() {
        let target = TARGETS.iter().find(|target| target.triple.ends_with("musl")).expect("musl");
        let builder = Builder { target, cargo: OsString::from("cargo"), validator: false };
        let flags = builder.flags(Path::new("sources")).expect("flags");
        assert!(flags.ends_with(", \"-Crelocation-model=static\"]"), "{flags}");
    }
}
