//! Target: the time of `nvc batch` on the largest manifest of permutations that is known, that of llama.cpp's shaders.

use super::table::{Goal, Row};
use crate::cpu;
use crate::stats::Spread;
use anyhow::{Context, Result};
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

/// Number of calls.
const RUNS: usize = 3;

/// Measures calls that compile all variants of the manifest without validation.
pub fn measure(nvc: &Path, manifest: Option<&Path>) -> Result<Row> {
    let value = match manifest {
        Some(manifest) => {
            let seconds = (0..RUNS).map(|_| once(nvc, manifest)).collect::<Result<Vec<_>>>()?;
            Spread::of(seconds).ok_or_else(|| "there are no runs".to_owned())
        }
        None => Err("the sources are not there: `cargo xtask real` fetches them".to_owned()),
    };
    Ok(Row { name: "batch: llama.cpp's variants".to_owned(), unit: "s", value, goal: Some(Goal::Below(8.0)) })
}

/// Compiles all variants into an empty folder. Returns the CPU time in seconds.
fn once(nvc: &Path, manifest: &Path) -> Result<f64> {
    let text = std::fs::read_to_string(manifest).with_context(|| manifest.display().to_string())?;
    // Paths in a manifest are relative to its folder. Validation is switched off in the manifest only.
    let sources = manifest.parent().context("the manifest has no folder")?;
    let mut unvalidated = tempfile::Builder::new().prefix("bench").suffix(".toml").tempfile_in(sources)?;
    write!(unvalidated, "validate = false\n{text}")?;
    let out = tempfile::tempdir()?;
    let mut command = Command::new(nvc);
    command.arg("batch").arg(unvalidated.path()).arg("--out-dir").arg(out.path());
    Ok(cpu::of_children(|| cpu::run(command))?.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_sources_the_row_says_so() -> Result<()> {
        let row = measure(Path::new("nvc"), None)?;
        assert!(row.value.is_err_and(|reason| reason.contains("cargo xtask real")));
        Ok(())
    }
}
