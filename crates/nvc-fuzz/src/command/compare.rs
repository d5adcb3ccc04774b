//! One program, perhaps changed since it was generated, on the interpreter and with and without
//! optimisation on a device.

use super::Kind;
use super::device::{Comparison, Runner};
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
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    let text = std::fs::read_to_string(&args.file).with_context(|| args.file.display().to_string())?;
    let mut case = Generated::new(args.lang, args.seed, &Kind::Exact.profile());
    case.text = text;
    let (words, fine) = match Runner::open()?.compare(&case)? {
        Comparison::Same => ("the same".to_owned(), true),
        Comparison::NotRun => ("the device cannot run it".to_owned(), true),
        Comparison::Different(words) => (words, false),
    };
    println!("{words}");
    Ok(fine)
}
