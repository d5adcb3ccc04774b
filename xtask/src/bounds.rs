//! `cargo xtask bounds`: compiles or runs adversarial inputs with a release build of `nvc`, each in a separate process, and
//! fails if one takes more time or memory than documented or makes `nvc` fail.

use crate::command;
use anyhow::Result;
use std::ffi::OsString;

/// Builds `nvc` and `nvc-bounds`, then runs `nvc-bounds families` on `nvc` with these arguments. If the first one is
/// `service`, runs `nvc-bounds service` instead, which measures the memory of a process that compiles many programs.
pub fn run(args: &[OsString]) -> Result<()> {
    command::run(&mut command::cargo(&[
        "build",
        "--release",
        "--package",
        "nvc-cli",
        "--package",
        "nvc-bounds",
    ]))?;
    let release = command::target_directory()?.join("release");
    let executable = |name: &str| release.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let mut bounds = std::process::Command::new(executable("nvc-bounds"));
    if args.first().is_some_and(|arg| arg == "service") {
        bounds.args(args);
        if args.len() == 1 {
            bounds.arg("--report").arg(command::root().join("crates/lab/logs/service.md"));
        }
        return command::run(&mut bounds);
    }
    bounds.arg("families").arg("--nvc").arg(executable("nvc"));
    // Only a run with the default arguments is recorded.
    if args.is_empty() {
        bounds.arg("--report").arg(command::root().join("crates/lab/logs/bounds.md"));
        bounds.arg("--chart").arg(command::root().join("docs/bounds.svg"));
    }
    command::run(bounds.args(args))
}
