//! `nvc-fuzz check --write`: writes generated cases to `DIR/cases/NAME/` and their compiled modules to
//! `DIR/spv/NAME.spv`, to run them on another machine.

use super::Kind;
use super::out;
use anyhow::{Context, Result};
use nvc::{Language, OptLevel};
use nvc_lab::fuzz::Generated;
use nvc_lab::fuzz::outcome::{Outcome, compile};
use std::path::Path;

/// Writes the programs of these seeds. Returns whether all of them compiled.
pub(crate) fn run(dir: &Path, first: u64, programs: u64, language: Language, kind: Kind) -> Result<bool> {
    let (cases, modules) = (dir.join("cases"), dir.join("spv"));
    std::fs::create_dir_all(&modules).with_context(|| modules.display().to_string())?;
    let mut written = 0;
    for seed in first..first.saturating_add(programs) {
        let case = Generated::new(language, seed, &kind.profile());
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
    out::line(format_args!("{written} cases in {}", dir.display()));
    Ok(written == programs)
}
