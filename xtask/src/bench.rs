//! `cargo xtask bench`: builds the compiler in the profile `dist` and measures it with `nvc-bench`. With `--gpu`, measures
//! the GPU time of the generated code with `nvc-conformance time` instead; with `--plot`, draws the charts of saved runs.
//!
//! On x86-64 Linux with glibc, the measured command is the static one, which the page of releases installs, if Rust's libraries for
//! its target are installed. The command linked with glibc is then compared with it, as other compilers are.

use crate::{command, conformance, dist, real};
use anyhow::{Context, Result};
use std::ffi::OsString;
use std::process::Command;

/// The host on which the static command is measured.
const HOST: &str = "x86_64-unknown-linux-gnu";

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
    let validate = args.iter().any(|arg| arg == "--validate");
    if validate {
        build.args(["--features", "nvc/validate,nvc-bench/validate"]);
    }
    command::run(&mut build)?;

    let dist = command::target_directory()?.join("dist");
    let executable = |name: &str| dist.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let mut bench = Command::new(executable("nvc-bench"));
    // The static command has no validator.
    let has_static = !validate && command::host()? == HOST;
    match if has_static { dist::static_command()? } else { None } {
        Some(command) => bench.arg("--nvc").arg(command).arg("--glibc").arg(executable("nvc")),
        None => bench.arg("--nvc").arg(executable("nvc")),
    };
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
    if let Some(manifest) = real::fetched_manifest()? {
        bench.arg("--manifest").arg(manifest);
    }
    bench.args(args);
    command::run(&mut bench)?;
    print_sizes()
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
