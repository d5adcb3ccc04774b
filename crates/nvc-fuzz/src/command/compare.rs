//! One program, perhaps changed since it was generated, on all engines that are named.

use super::Kind;
use super::engines::{Engines, Place};
use anyhow::{Context, Result};
use nvc::Language;
use nvc_fuzz::Generated;
use std::path::PathBuf;

/// Options of `compare`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The program.
    file: PathBuf,
    /// Which language: nvasm or glsl.
    #[arg(long, value_name = "LANGUAGE", default_value = "nvasm", value_parser = super::language)]
    lang: Language,
    /// The seed whose inputs it gets.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Where it runs: interp, vulkan, vulkan:N, opengl.
    #[arg(long, value_name = "ENGINE,..", value_delimiter = ',', default_value = "interp,vulkan")]
    on: Vec<Place>,
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    let text = std::fs::read_to_string(&args.file).with_context(|| args.file.display().to_string())?;
    let mut case = Generated::new(args.lang, args.seed, &Kind::Exact.profile());
    case.text = text;
    let compared = Engines::open(&args.on)?.compare(&case, &mut |_| {})?;
    for (engine, verdict) in &compared.verdicts {
        println!("{engine}: {}", verdict.words());
    }
    Ok(!compared.verdicts.iter().any(|(_, verdict)| verdict.is_wrong()))
}
