//! `nvc-bench`, run by `cargo xtask bench`: benchmarks the compiler on the corpus.
//!
//! Measures time per phase, lines per second, peak memory, start-up time of the `nvc` command, latency of
//! the language server, and GLSL compile time compared with other compilers, and compares the speed with its targets.
#![forbid(unsafe_code)]

#[cfg(unix)]
mod compiler;
mod corpus;
#[cfg(unix)]
mod cpu;
mod files;
mod machine;
mod memory;
#[cfg(unix)]
mod peer;
mod phases;
mod plot;
mod report;
mod server;
mod startup;
mod stats;
#[cfg(unix)]
mod targets;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use report::Report;
use std::path::PathBuf;

/// Printed at the end of `--help`.
const AFTER_HELP: &str = "`cargo xtask bench --plot` draws the charts of saved runs instead. `cargo xtask bench --gpu` \
                   measures the GPU time of the compiled programs, compared with NVIDIA's OpenGL driver; \
                   `cargo xtask bench --gpu --help` lists its options.";

/// Measures nvc on a folder of assembly programs.
#[derive(Parser)]
#[command(after_help = AFTER_HELP, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
struct Args {
    #[command(subcommand)]
    task: Option<Task>,
    /// The folder whose subfolders each contain a `driver.nvcp`.
    #[arg(long, value_name = "DIR", required = true)]
    corpus: Option<PathBuf>,
    /// The `nvc` command, to measure its start-up and its language server, and to compare it with other compilers.
    #[arg(long, value_name = "FILE")]
    nvc: Option<PathBuf>,
    /// The command linked with glibc, if `--nvc` is the static one. It is compared with that after the peers.
    #[cfg(unix)]
    #[arg(long, value_name = "FILE", requires = "nvc")]
    glibc: Option<PathBuf>,
    /// A GLSL shader to compile with both nvc and the first peer.
    #[cfg(unix)]
    #[arg(long, value_name = "FILE", requires = "nvc")]
    shader: Option<PathBuf>,
    /// Another compiler of GLSL, which is called as `COMMAND SOURCE -o OUTPUT`. May be repeated; the targets are ratios to the
    /// first.
    #[cfg(unix)]
    #[arg(long, value_name = "NAME=COMMAND", value_parser = compiler::Compiler::parse)]
    peer: Vec<compiler::Compiler>,
    /// The manifest of llama.cpp's shaders, in the folder of its sources.
    #[arg(long, value_name = "FILE")]
    manifest: Option<PathBuf>,
    /// Number of compilations per program; the median is reported.
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Also measure validation (builds the C++ validator, which takes minutes the first time).
    #[arg(long)]
    validate: bool,
    /// Write the results to this file as JSON.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Measure only programs whose folder name contains this text, and no targets.
    filter: Option<String>,
}

#[derive(Subcommand)]
enum Task {
    /// Draw the charts of saved runs.
    #[command(hide = true)]
    Plot(plot::Args),
}

fn main() -> Result<()> {
    let args = Args::parse();
    match &args.task {
        Some(Task::Plot(args)) => plot::run(args),
        None => measure(&args),
    }
}

fn measure(args: &Args) -> Result<()> {
    let corpus = args.corpus.as_deref().context("there is no corpus")?;
    let programs = corpus::read(corpus, args.filter.as_deref())?;
    let outcomes = programs.iter().map(|program| phases::measure(program, args.runs, args.validate));
    let outcomes: Vec<_> = outcomes.collect();
    // Read before the report allocates, so that the peak is the compiler's.
    let peak_bytes = memory::peak_bytes();
    let startup = args.nvc.as_deref().map(startup::measure).transpose()?;
    let mut report = Report::new(&programs, &outcomes, args.runs, peak_bytes, startup);
    report.server = args.nvc.as_deref().map(|nvc| server::measure(nvc, &programs)).transpose()?;
    #[cfg(unix)]
    if let Some(nvc) = &args.nvc {
        if let (Some(shader), Some(peer)) = (&args.shader, args.peer.first()) {
            let nvc = &compiler::Compiler::nvc(nvc);
            report.peers = Some(peer::Peers { shader, nvc, peer }.measure()?);
        }
        if args.filter.is_none() {
            let inputs = targets::Inputs {
                nvc,
                peers: &args.peer,
                glibc: args.glibc.as_deref(),
                corpus,
                programs: &programs,
                manifest: args.manifest.as_deref(),
                runs: args.runs,
            };
            report.targets = Some(targets::Targets::measure(&inputs)?);
        }
    }
    print!("{report}");
    if let Some(file) = &args.save {
        let json = serde_json::to_string_pretty(&report)? + "\n";
        std::fs::write(file, json).with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}
