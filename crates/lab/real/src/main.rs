//! `nvc-real`, run by `cargo xtask real`: compiles and validates every variant of a permutation manifest,
//! and compares the rejected variants with a list. This detects shaders that no longer compile.
#![forbid(unsafe_code)]

mod refused;

use anyhow::{Context, Result, bail};
use clap::Parser;
use nvc::render;
use nvc_batch::{Batch, Failure, Host, Outcome, Status, Variant};
use refused::Expected;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Compiles the variants of a manifest and compares the rejected ones with a list.
#[derive(Parser)]
struct Args {
    /// The permutation manifest, in the folder of its sources.
    #[arg(long, value_name = "FILE")]
    manifest: PathBuf,
    /// The list of rejected variants.
    #[arg(long, value_name = "FILE")]
    expected: PathBuf,
    /// Write the modules below DIR.
    #[arg(long, value_name = "DIR")]
    out_dir: PathBuf,
    /// Rewrite the list.
    #[arg(long)]
    bless: bool,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<()> {
    let variants = nvc_batch::read(&args.manifest)
        .with_context(|| format!("cannot read {}", args.manifest.display()))?
        .map_err(|error| anyhow::anyhow!("{}", error.messages(style())))?;
    let start = Instant::now();
    let outcomes = compile(&variants, &args.out_dir)?;
    let seconds = start.elapsed().as_secs_f64();
    let compiled = || outcomes.iter().filter(|outcome| outcome.status == Status::Compiled);
    let unvalidated = compiled().filter(|outcome| !outcome.validated).count();
    if unvalidated == compiled().count() {
        bail!("no module was validated: build with the feature `nvc/validate`");
    }

    let results = variants.iter().zip(&outcomes).map(|(variant, outcome)| {
        let is_compiled = outcome.status == Status::Compiled;
        (variant.name.as_str(), (!is_compiled).then(|| refused::reason(&outcome.messages)))
    });
    let actual = Expected { unvalidated, ..Expected::of(results) };
    println!("{} of {} variants compile, in {seconds:.0} s", compiled().count(), actual.variants);
    if unvalidated > 0 {
        println!("{unvalidated:5} not validated: the validator is too old for them");
    }
    for (reason, names) in &actual.refused {
        println!("{:5} refused: {reason}", names.len());
    }
    if args.bless {
        return std::fs::write(&args.expected, actual.text()?)
            .with_context(|| format!("cannot write {}", args.expected.display()));
    }
    let text = std::fs::read_to_string(&args.expected)
        .with_context(|| format!("cannot read {}", args.expected.display()))?;
    let expected: Expected =
        toml::from_str(&text).with_context(|| format!("{} is malformed", args.expected.display()))?;
    let differences = expected.differences(&actual);
    if !differences.is_empty() {
        let list = args.expected.display();
        bail!("{}\n`cargo xtask real --bless` writes {list} if this is intended", differences.join("\n"));
    }
    Ok(())
}

/// Renders each message on one line.
fn style() -> render::Style {
    render::Style { format: render::Format::Short, ..render::Style::default() }
}

/// Compiles the variants on all processors.
fn compile(variants: &[Variant], folder: &Path) -> Result<Vec<Outcome>> {
    let batch = Batch {
        variants,
        folder,
        state: &folder.join("state"),
        threads: 0,
        style: style(),
        force: true,
        partial: false,
    };
    nvc_batch::run(&batch, &Validated).context("cannot compile")
}

/// Compiles with the library, and records for each module whether it was validated.
struct Validated;

impl Host for Validated {
    fn compile(
        &self,
        compiler: &nvc::Compiler,
        name: &str,
        bytes: &[u8],
    ) -> Result<(nvc::Compiled, bool), Failure> {
        let (compiled, _) = nvc_batch::Library.compile(compiler, name, bytes)?;
        let validated = compiled.validator.is_some();
        Ok((compiled, validated))
    }
}
