//! `cargo xtask fuzz --target`: builds the coverage-guided fuzz targets with libFuzzer into a self-contained
//! folder, which needs neither Rust nor this repository, and runs the script in that folder.
//!
//! This works on a stable toolchain, because LLVM's SanitizerCoverage pass is requested by name. `--replay` needs no such
//! build: it runs an input once with `nvc-fuzz target replay`.

use crate::command;
use anyhow::{Context, Result, bail};
use clap::Parser;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Coverage-guided fuzzing with libFuzzer.
#[derive(Parser)]
#[command(name = "cargo xtask fuzz --target", bin_name = "cargo xtask fuzz --target")]
struct Args {
    /// The target, or `all`.
    #[arg(long, value_name = "NAME")]
    target: String,
    /// Only create DIR, with the targets, their seeds and dictionaries, and the script `run.sh`.
    #[arg(long, value_name = "DIR")]
    build_only: Option<PathBuf>,
    /// Run the target once on this file.
    #[arg(long, value_name = "FILE", conflicts_with = "build_only")]
    replay: Option<PathBuf>,
    /// Minutes that all targets together run.
    #[arg(long, value_name = "N", default_value_t = 1)]
    minutes: u64,
    /// Number of parallel processes; by default, one for each core.
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Where findings are written; by default `fuzz-found` in cargo's target folder.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
}

/// The script that runs the targets.
const SCRIPT: &str = include_str!("run.sh");

/// Compiler flags for libFuzzer: LLVM's coverage instrumentation (edge counters, the table of program counters, traced
/// comparisons), and a `cfg` flag.
const INSTRUMENT: &[&str] = &[
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    // By convention, crates detect fuzzing by this flag, and then behave deterministically.
    "--cfg",
    "fuzzing",
];

/// Builds the targets and runs them, or replays a finding, depending on the arguments.
pub fn run(args: &[OsString]) -> Result<()> {
    let program = OsString::from("cargo xtask fuzz");
    let args = Args::parse_from(std::iter::once(&program).chain(args));
    if let Some(file) = &args.replay {
        let mut tool = command::tool("nvc-fuzz")?;
        return command::run(tool.args(["target", "replay", &args.target]).arg(file));
    }
    let target = command::target_directory()?;
    let kit = match &args.build_only {
        Some(folder) => std::path::absolute(folder)?,
        None => target.join("fuzz-kit"),
    };
    build(&kit, &target)?;
    if args.build_only.is_some() {
        return Ok(());
    }
    let out = args.keep.map_or_else(|| Ok(target.join("fuzz-found")), std::path::absolute)?;
    let seconds = args.minutes.saturating_mul(60);
    let jobs = args.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let mut line = Command::new("bash");
    line.arg(kit.join("run.sh")).arg(&out).args([seconds.to_string(), jobs.to_string()]);
    if args.target != "all" {
        line.arg(&args.target);
    }
    let result = command::run(&mut line);
    if result.is_err() {
        eprintln!(
            "to replay a finding: cargo xtask fuzz --target NAME --replay {}/found/NAME-....input",
            out.display()
        );
    }
    result
}

/// Creates the self-contained folder `kit`. `target` is Cargo's target folder.
fn build(kit: &Path, target: &Path) -> Result<()> {
    let triple = command::host()?;
    // With an explicit target triple, build scripts are not instrumented.
    let mut line = command::cargo(&["build", "--package", command::LABORATORY, "--bin", "nvc-fuzz-targets"]);
    line.args(["--features", "libfuzzer", "--profile", "fuzz", "--target", &triple]);
    line.env("CARGO_ENCODED_RUSTFLAGS", INSTRUMENT.join("\u{1f}")).env_remove("RUSTFLAGS");
    command::run(&mut line)?;
    let binaries = kit.join("bin");
    create(&binaries)?;
    let program = binaries.join("nvc-fuzz-targets");
    copy(&target.join(&triple).join("fuzz/nvc-fuzz-targets"), &program)?;
    command::run(Command::new("strip").arg(&program))?;
    validator(kit)?;
    let mut line = command::tool("nvc-fuzz")?;
    line.args(["target", "kit"]).arg(kit).arg("--data").arg(command::root().join("testdata"));
    command::run(&mut line)?;
    let script = kit.join("run.sh");
    std::fs::write(&script, SCRIPT).with_context(|| script.display().to_string())
}

/// Copies the installed `spirv-val` and the shared libraries that it loads, except the C library and the dynamic loader.
fn validator(kit: &Path) -> Result<()> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut candidates = std::env::split_paths(&path).map(|folder| folder.join("spirv-val"));
    let Some(validator) = candidates.find(|path| path.is_file()) else {
        bail!("the targets need `spirv-val`: install SPIRV-Tools");
    };
    copy(&validator, &kit.join("bin/spirv-val"))?;
    create(&kit.join("lib"))?;
    let listed = Command::new("ldd").arg(&validator).output().context("cannot start `ldd`")?;
    for line in String::from_utf8_lossy(&listed.stdout).lines() {
        let Some((name, rest)) = line.trim().split_once(" => ") else { continue };
        // The C library must come from the machine that runs the targets.
        let is_system = ["libc.", "libm.", "ld-linux"].iter().any(|start| name.starts_with(start));
        if let (false, Some(file)) = (is_system, rest.split_whitespace().next()) {
            copy(Path::new(file), &kit.join("lib").join(name))?;
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    std::fs::copy(from, to).with_context(|| format!("{} to {}", from.display(), to.display()))?;
    Ok(())
}

fn create(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())
}
