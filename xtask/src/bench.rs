//! `cargo xtask bench`: builds the compiler in the profile `dist` and measures it with `nvc-bench`. With `--gpu`, measures
//! the GPU time of the generated code with `nvc-conformance time` instead; with `--plot`, draws the charts of saved runs.
//!
//! On Linux the measured command is the static one, which the page of releases installs, if Rust's libraries for its target are
//! installed. The command for the host is then compared with it, as other compilers are.

use crate::{command, conformance, real};
use anyhow::{Context, Result};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The host for which the static command is built too.
const HOST: &str = "x86_64-unknown-linux-gnu";
/// The target of the static command.
const STATIC: &str = "x86_64-unknown-linux-musl";

/// Builds `nvc` and `nvc-bench`, runs `nvc-bench` with these arguments, and prints the module size of the corpus. With
/// `--gpu`, runs `nvc-conformance time` with the other arguments instead; with `--plot`, `nvc-bench plot`.
pub fn run(args: &[OsString]) -> Result<()> {
    if args.iter().any(|arg| arg == "--gpu") {
        let rest: Vec<OsString> = args.iter().filter(|arg| *arg != "--gpu").cloned().collect();
        return conformance::time(&rest);
    }
    if args.iter().any(|arg| arg == "--plot") {
        return plot();
    }
    let mut build =
        command::cargo(&["build", "--profile", "dist", "--package", "nvc-cli", "--package", "nvc-bench"]);
    build.arg("--no-default-features");
    if args.iter().any(|arg| arg == "--validate") {
        build.args(["--features", "nvc/validate,nvc-bench/validate"]);
    }
    command::run(&mut build)?;

    let target = command::target_directory()?;
    let executable = |name: &str| target.join("dist").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let of_host = executable("nvc");
    let of_release = build_static(&target)?;
    let mut bench = Command::new(executable("nvc-bench"));
    bench.arg("--nvc").arg(of_release.as_ref().unwrap_or(&of_host));
    bench.arg("--corpus").arg(command::root().join("testdata/corpus"));
    bench.arg("--shader").arg(command::root().join("testdata/bench/lights.comp"));
    // The command is called `glslangValidator` on Debian and other distributions.
    if let Some(glslang) =
        ["glslang", "glslangValidator"].into_iter().find(|name| command::is_installed(name))
    {
        bench.args(["--peer", &format!("glslang -V={glslang} -V")]);
    } else {
        println!("glslang is not installed: the comparison of GLSL compile times is skipped");
    }
    if of_release.is_some() {
        let of_host = of_host.to_str().context("the target folder's path is not UTF-8")?;
        let of_host = shlex::try_quote(of_host)?;
        bench.args(["--peer", &format!("nvc, with glibc={of_host} compile --no-validate")]);
    }
    if let Some(manifest) = real::fetched_manifest()? {
        bench.arg("--manifest").arg(manifest);
    }
    bench.args(args);
    command::run(&mut bench)?;
    print_sizes()
}

/// Builds the static command, and returns its path; `None` if this is another system, or Rust's libraries for the target are not
/// installed.
fn build_static(target: &Path) -> Result<Option<PathBuf>> {
    if command::host()? != HOST {
        return Ok(None);
    }
    let libraries = Command::new("rustc").args(["--print", "target-libdir", "--target", STATIC]).output();
    let libraries = libraries.context("cannot start `rustc`")?.stdout;
    if !Path::new(String::from_utf8_lossy(&libraries).trim()).is_dir() {
        println!(
            "the command linked with glibc is measured; after `rustup target add {STATIC}`, the static one"
        );
        return Ok(None);
    }
    let build = ["build", "--profile", "dist", "--package", "nvc-cli", "--no-default-features", "--target"];
    command::run(command::cargo(&build).arg(STATIC))?;
    Ok(Some(target.join(STATIC).join("dist/nvc")))
}

/// Draws the charts of the book from the saved runs.
fn plot() -> Result<()> {
    // Builds with the features of the tests, so that nothing is built twice.
    let build = ["build", "--workspace", "--features", command::VALIDATE, "--bin", "nvc-bench"];
    command::run(&mut command::cargo(&build))?;
    let name = format!("nvc-bench{}", std::env::consts::EXE_SUFFIX);
    let mut bench = Command::new(command::target_directory()?.join("debug").join(name));
    bench.arg("plot").arg("--saved").arg(command::root().join("crates/lab/logs/bench"));
    command::run(bench.arg("--out-dir").arg(command::root().join("docs")))
}

/// Prints the total module size of the corpus from the last line of `size.txt`. A test of the crate `nvc` keeps that file
/// up to date.
fn print_sizes() -> Result<()> {
    const SIZES: &str = "testdata/bench/size.txt";
    let text = std::fs::read_to_string(command::root().join(SIZES)).context(SIZES)?;
    let total = text.lines().last().unwrap_or_default();
    println!("{SIZES}: {total} (bytes, instructions, instructions in functions)");
    Ok(())
}
