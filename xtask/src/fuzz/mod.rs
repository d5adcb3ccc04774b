//! `cargo xtask fuzz`, `cargo xtask reduce` and `cargo xtask blame`: build `nvc-fuzz` and run it.
//!
//! Not for release: the debug build verifies the module after each pass. With `--target` a coverage-guided
//! engine chooses the inputs ([`guided`]).

mod guided;

use crate::command;
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Options of `cargo xtask fuzz`.
#[derive(clap::Args)]
pub struct FuzzArgs {
    /// How many programs.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    programs: u64,
    /// How long, instead of how many.
    #[arg(long, value_name = "N", conflicts_with_all = ["programs", "write"])]
    minutes: Option<u64>,
    /// The first seed; the others follow.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// `any` (to compile and validate) or `exact` (to run); written cases are exact unless said.
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
    /// Which language: nvasm or glsl.
    #[arg(long, value_name = "LANGUAGE", default_value = "nvasm")]
    lang: String,
    /// Also run each program and compare the memory: `--on interp,vulkan`.
    #[arg(long, conflicts_with = "on")]
    run: bool,
    /// Also run each program there and compare the memory: interp, vulkan, vulkan:N, opengl.
    #[arg(long, value_name = "ENGINE,..")]
    on: Option<String>,
    /// Stop after so many seconds, done or not.
    #[arg(long, value_name = "N", conflicts_with = "write")]
    seconds: Option<u64>,
    /// Worker processes; as many as the machine has cores if not said.
    #[arg(long, value_name = "N", conflicts_with = "write")]
    jobs: Option<usize>,
    /// Where the counts are written, as TOML.
    #[arg(long, value_name = "FILE", conflicts_with = "write")]
    summary: Option<PathBuf>,
    /// Where programs that fail or differ are kept.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Write cases and modules to this folder, for another machine, and check nothing.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["run", "on", "keep"])]
    write: Option<PathBuf>,
    #[command(flatten)]
    guided: guided::GuidedArgs,
}

/// Options of `cargo xtask reduce`.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("by").required(true).args(["command", "on"]))]
pub struct ReduceArgs {
    /// The program; the smaller one is written beside it, as FILE.reduced.
    file: PathBuf,
    /// A shell command that succeeds while the program ($1) shows what is looked for.
    #[arg(long, value_name = "CMD")]
    command: Option<String>,
    /// Keep what is wrong on these engines: interp, vulkan, vulkan:N, opengl.
    #[arg(long, value_name = "ENGINE,..")]
    on: Option<String>,
    /// The seed whose inputs it gets on the engines.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Which language: nvasm or glsl; told by the file if not said.
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<String>,
    /// Stop after so many seconds, with what was reached by then.
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// Where the smaller program is written instead.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Options of `cargo xtask blame`.
#[derive(clap::Args)]
pub struct BlameArgs {
    /// The program.
    file: PathBuf,
    /// What `nvc-fuzz blame` takes besides (--help).
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    options: Vec<String>,
}

/// Runs `nvc-fuzz check` or `nvc-fuzz write`, or the targets.
pub fn fuzz(args: &FuzzArgs) -> Result<()> {
    if let Some(name) = &args.guided.target {
        return guided::run(name, &args.guided, args.minutes, args.jobs, args.keep.as_deref());
    }
    let mut line = tool()?;
    match &args.write {
        Some(folder) => line.arg("write").arg(std::path::absolute(folder)?),
        None => line.arg("check"),
    };
    if let Some(minutes) = args.minutes {
        line.args(["--minutes", &minutes.to_string()]);
    } else {
        line.args(["--programs", &args.programs.to_string()]);
    }
    line.args(["--seed", &args.seed.to_string(), "--lang", &args.lang]);
    if let Some(kind) = &args.kind {
        line.args(["--kind", kind]);
    }
    if args.run {
        line.arg("--run");
    }
    if let Some(engines) = &args.on {
        line.args(["--on", engines]);
    }
    for (name, number) in [("--seconds", args.seconds), ("--jobs", args.jobs.map(|jobs| jobs as u64))] {
        if let Some(number) = number {
            line.args([name, &number.to_string()]);
        }
    }
    for (name, path) in [("--keep", &args.keep), ("--summary", &args.summary)] {
        if let Some(path) = path {
            line.arg(name).arg(std::path::absolute(path)?);
        }
    }
    command::run(&mut line)
}

/// Runs `nvc-fuzz reduce`.
pub fn reduce(args: &ReduceArgs) -> Result<()> {
    let mut line = tool()?;
    line.arg("reduce").arg(std::path::absolute(Path::new(&args.file))?);
    let [seed, seconds] = [args.seed, args.seconds].map(|number| number.map(|number| number.to_string()));
    let options = [
        ("--command", &args.command),
        ("--on", &args.on),
        ("--lang", &args.lang),
        ("--seed", &seed),
        ("--seconds", &seconds),
    ];
    for (name, value) in options {
        if let Some(value) = value {
            line.args([name, value]);
        }
    }
    if let Some(path) = &args.output {
        line.arg("--output").arg(std::path::absolute(path)?);
    }
    command::run(&mut line)
}

/// Runs `nvc-fuzz blame`, where the caller stands.
pub fn blame(args: &BlameArgs) -> Result<()> {
    let mut line = tool()?;
    line.current_dir(std::env::current_dir()?);
    line.arg("blame").arg(&args.file).args(&args.options);
    command::run(&mut line)
}

/// The built tool, to be run in the root.
fn tool() -> Result<Command> {
    command::run(&mut command::cargo(&["build", "--package", "nvc-fuzz"]))?;
    let name = format!("nvc-fuzz{}", std::env::consts::EXE_SUFFIX);
    let mut line = Command::new(command::target_directory()?.join("debug").join(name));
    line.current_dir(command::root());
    Ok(line)
}
