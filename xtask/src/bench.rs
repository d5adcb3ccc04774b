//! `cargo xtask bench`: builds the compiler for release and measures it; with `--gpu`, what it makes.

use crate::{command, conformance};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// Options of `cargo xtask bench`.
#[derive(clap::Args)]
pub struct Args {
    /// Also measure spirv-val (builds the C++ validator, minutes the first time).
    #[arg(long)]
    validate: bool,
    /// Write the figures to this file as JSON.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Measure how long the compiled corpus runs on a GPU instead, beside what NVIDIA's OpenGL driver makes
    /// of the same listings.
    #[arg(long, conflicts_with_all = ["validate", "save"])]
    gpu: bool,
    /// The Vulkan device of `--gpu`, by its position.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "gpu")]
    device: usize,
    /// How often each program is compiled, or with `--gpu` timed; the median counts.
    #[arg(long, value_name = "N", default_value_t = 15)]
    runs: u32,
    /// Only cases whose name contains this.
    filter: Option<String>,
}

/// Builds `nvc` and `nvc-bench`, then runs the latter with the former's path.
pub fn run(args: &Args) -> Result<()> {
    if args.gpu {
        return conformance::time(args.device, args.runs, args.filter.as_deref());
    }
    let mut build = command::cargo(&["build", "--release", "--package", "nvc-cli", "--package", "nvc-bench"]);
    build.arg("--no-default-features");
    if args.validate {
        build.args(["--features", "nvc/validate,nvc-bench/validate"]);
    }
    command::run(&mut build)?;

    let release = command::target_directory()?.join("release");
    let executable = |name: &str| release.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let mut bench = std::process::Command::new(executable("nvc-bench"));
    bench.arg("--nvc").arg(executable("nvc")).arg("--corpus").arg(command::root().join("testdata/corpus"));
    bench.args(["--runs", &args.runs.to_string()]);
    // The packages of Debian and of others name it differently.
    if let Some(glslang) =
        ["glslang", "glslangValidator"].into_iter().find(|name| command::is_installed(name))
    {
        bench.arg("--shader").arg(command::root().join("testdata/bench/lights.comp"));
        bench.args(["--glslang", glslang]);
    } else {
        println!("glslang is not installed: GLSL is not compared with it");
    }
    if args.validate {
        bench.arg("--validate");
    }
    if let Some(file) = &args.save {
        bench.arg("--save").arg(std::path::absolute(Path::new(file))?);
    }
    bench.args(&args.filter);
    command::run(&mut bench)?;
    print_sizes()
}

/// The sizes of the modules, which a test of crate `nvc` keeps true.
fn print_sizes() -> Result<()> {
    const SIZES: &str = "testdata/bench/size.txt";
    let text = std::fs::read_to_string(command::root().join(SIZES)).context(SIZES)?;
    let total = text.lines().last().unwrap_or_default();
    println!("{SIZES}: {total} (bytes, instructions, of these in functions)");
    Ok(())
}
