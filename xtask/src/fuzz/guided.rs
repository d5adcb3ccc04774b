//! Coverage-guided fuzzing: builds the targets with libFuzzer into a folder that needs neither Rust nor
//! this repository, and runs its script.
//!
//! The compiler's own instrumentation does it on a stable toolchain: LLVM's pass is asked for by name.

use super::tool;
use crate::command;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Options of coverage-guided fuzzing.
#[derive(clap::Args)]
pub struct GuidedArgs {
    /// Run a coverage-guided target, or `all`, instead of the generator.
    #[arg(long, value_name = "NAME")]
    pub target: Option<String>,
    /// Only make the folder with the targets, their seeds and dictionaries, and the script `run.sh`.
    #[arg(long, value_name = "DIR", requires = "target")]
    build_only: Option<PathBuf>,
    /// Run the target once on this file.
    #[arg(long, value_name = "FILE", requires = "target", conflicts_with = "build_only")]
    replay: Option<PathBuf>,
}

/// The script that runs the targets.
const SCRIPT: &str = include_str!("run.sh");

/// LLVM's coverage for libFuzzer: counters of edges, and what is compared.
const INSTRUMENT: &[&str] = &[
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    // By convention, for crates that are to behave the same each time.
    "--cfg",
    "fuzzing",
];

/// Builds, runs or replays.
pub fn run(
    name: &str,
    args: &GuidedArgs,
    minutes: Option<u64>,
    jobs: Option<usize>,
    keep: Option<&Path>,
) -> Result<()> {
    if let Some(file) = &args.replay {
        let mut line = tool()?;
        line.args(["target", "replay", name]).arg(std::path::absolute(file)?);
        return command::run(&mut line);
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
    let out = keep.map_or_else(|| Ok(target.join("fuzz-found")), std::path::absolute)?;
    let seconds = minutes.unwrap_or(1) * 60;
    let jobs = jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let mut line = Command::new("bash");
    line.arg(kit.join("run.sh")).arg(&out).args([seconds.to_string(), jobs.to_string()]);
    if name != "all" {
        line.arg(name);
    }
    let done = command::run(&mut line);
    if done.is_err() {
        eprintln!(
            "one again: cargo xtask fuzz --target NAME --replay {}/found/NAME-....input",
            out.display()
        );
    }
    done
}

/// Makes the folder.
fn build(kit: &Path, target: &Path) -> Result<()> {
    let triple = host()?;
    // For the host by name, so that build scripts are not instrumented.
    let mut line = command::cargo(&["build", "--package", "nvc-fuzz", "--bin", "nvc-fuzz-targets"]);
    line.args(["--features", "libfuzzer", "--profile", "fuzz", "--target", &triple]);
    line.env("CARGO_ENCODED_RUSTFLAGS", INSTRUMENT.join("\u{1f}")).env_remove("RUSTFLAGS");
    command::run(&mut line)?;
    let binaries = kit.join("bin");
    create(&binaries)?;
    let engine = binaries.join("nvc-fuzz-targets");
    copy(&target.join(&triple).join("fuzz/nvc-fuzz-targets"), &engine)?;
    command::run(Command::new("strip").arg(&engine))?;
    validator(kit)?;
    let mut line = tool()?;
    line.args(["target", "kit"]).arg(kit).arg("--data").arg(command::root().join("testdata"));
    command::run(&mut line)?;
    let script = kit.join("run.sh");
    std::fs::write(&script, SCRIPT).with_context(|| script.display().to_string())
}

/// The installed validator and the libraries of its own that it loads.
fn validator(kit: &Path) -> Result<()> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&path).map(|folder| folder.join("spirv-val"));
    let Some(validator) = places.find(|path| path.is_file()) else {
        bail!("the targets need `spirv-val`: install SPIRV-Tools");
    };
    copy(&validator, &kit.join("bin/spirv-val"))?;
    create(&kit.join("lib"))?;
    let listed = Command::new("ldd").arg(&validator).output().context("cannot start `ldd`")?;
    for line in String::from_utf8_lossy(&listed.stdout).lines() {
        let Some((name, rest)) = line.trim().split_once(" => ") else { continue };
        // The C library belongs to the machine that runs it.
        let is_system = ["libc.", "libm.", "ld-linux"].iter().any(|start| name.starts_with(start));
        if let (false, Some(file)) = (is_system, rest.split_whitespace().next()) {
            copy(Path::new(file), &kit.join("lib").join(name))?;
        }
    }
    Ok(())
}

/// The platform of the toolchain.
fn host() -> Result<String> {
    let said = Command::new("rustc").arg("-vV").output().context("cannot start `rustc`")?;
    let text = String::from_utf8_lossy(&said.stdout).into_owned();
    let line = text.lines().find_map(|line| line.strip_prefix("host: "));
    line.map(str::to_owned).context("`rustc -vV` names no host")
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    std::fs::copy(from, to).with_context(|| format!("{} to {}", from.display(), to.display()))?;
    Ok(())
}

fn create(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())
}
