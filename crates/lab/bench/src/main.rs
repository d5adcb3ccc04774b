//! `nvc-bench`, run by `cargo xtask bench`: benchmarks the compiler on the corpus.
//!
//! Measures time per phase, lines per second, peak memory, start-up time of the `nvc` command, latency of
//! the language server, and GLSL compile time compared with glslang.
#![forbid(unsafe_code)]

mod corpus;
mod memory;
#[cfg(unix)]
mod peer;
mod phases;
mod report;
mod server;
mod startup;
mod stats;

use anyhow::{Context, Result};
use clap::Parser;
use report::Report;
use std::path::PathBuf;

/// Printed at the end of `--help`.
const AFTER_HELP: &str = "`cargo xtask bench --gpu` measures the GPU time of the compiled programs instead, compared \
                   with NVIDIA's OpenGL driver; `cargo xtask bench --gpu --help` lists its options.";

/// Measures nvc on a folder of assembly programs.
#[derive(Parser)]
#[command(after_help = AFTER_HELP)]
struct Args {
    /// The folder whose subfolders each contain a `driver.nvcp`.
    #[arg(long, value_name = "DIR")]
    corpus: PathBuf,
    /// The `nvc` command, to measure its start-up and its language server, and to compare it with glslang.
    #[arg(long, value_name = "FILE")]
    nvc: Option<PathBuf>,
    /// A GLSL shader to compile with both nvc and glslang.
    #[arg(long, value_name = "FILE", requires_all = ["nvc", "glslang"])]
    shader: Option<PathBuf>,
    /// The glslang command.
    #[arg(long, value_name = "FILE")]
    glslang: Option<PathBuf>,
    /// Number of compilations per program; the median is reported.
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Also measure validation (builds the C++ validator, which takes minutes the first time).
    #[arg(long)]
    validate: bool,
    /// Write the results to this file as JSON.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Measure only programs whose folder name contains this text.
    filter: Option<String>,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let programs = corpus::read(&args.corpus, args.filter.as_deref())?;
    let outcomes = programs.iter().map(|program| phases::measure(program, args.runs, args.validate));
    let outcomes: Vec<_> = outcomes.collect();
    // Read before the report allocates, so that the peak is the compiler's.
    let peak_bytes = memory::peak_bytes();
    let startup = args.nvc.as_deref().map(startup::measure).transpose()?;
    let mut report = Report::new(&programs, &outcomes, args.runs, peak_bytes, startup);
    report.server = args.nvc.as_deref().map(|nvc| server::measure(nvc, &programs)).transpose()?;
    #[cfg(unix)]
    if let (Some(shader), Some(nvc), Some(glslang)) = (&args.shader, &args.nvc, &args.glslang) {
        report.peers = Some(peer::Peers { shader, nvc, glslang }.measure()?);
    }
    print!("{report}");
    if let Some(file) = &args.save {
        let json = serde_json::to_string_pretty(&report)? + "\n";
        std::fs::write(file, json).with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}
