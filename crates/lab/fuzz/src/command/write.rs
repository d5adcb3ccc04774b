//! Cases as folders, for other machines: `DIR/cases/NAME` and `DIR/spv/NAME.spv`.

use super::Kind;
use super::out;
use anyhow::{Context, Result};
use nvc::{Language, OptLevel};
use nvc_fuzz::Generated;
use nvc_fuzz::outcome::{Outcome, compile};
use std::path::PathBuf;

/// Options of `write`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where to.
    dir: PathBuf,
    /// How many.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = super::number())]
    programs: u64,
    /// The first seed.
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = super::number())]
    seed: u64,
    /// Which language: nvasm or glsl.
    #[arg(long, value_name = "LANGUAGE", default_value = "nvasm", value_parser = super::language)]
    lang: Language,
    /// Which kind of programs.
    #[arg(long, default_value = "exact")]
    kind: Kind,
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    let (cases, modules) = (args.dir.join("cases"), args.dir.join("spv"));
    std::fs::create_dir_all(&modules).with_context(|| modules.display().to_string())?;
    let mut written = 0;
    for seed in args.seed..args.seed.saturating_add(args.programs) {
        let case = Generated::new(args.lang, seed, &args.kind.profile());
        let name = format!("g{seed:05}");
        let Outcome::Module { bytes, .. } = compile(&case.text, OptLevel::Full) else {
            out::line(format_args!("seed {seed}: not compiled"));
            continue;
        };
        let folder = cases.join(&name);
        std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        std::fs::write(folder.join("main").with_extension(case.extension()), &case.text)?;
        std::fs::write(folder.join("case.toml"), &case.case_toml)?;
        std::fs::write(folder.join("map.toml"), &case.map_toml)?;
        std::fs::write(modules.join(name).with_extension("spv"), bytes)?;
        written += 1;
    }
    out::line(format_args!("{written} cases in {}", args.dir.display()));
    Ok(written == args.programs)
}
