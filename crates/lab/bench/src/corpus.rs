//! Reads the benchmark corpus: one NVIDIA assembly program per folder.

use anyhow::{Context, Result, bail};
use std::path::Path;

/// A program of the corpus.
pub struct Program {
    /// Name of the folder that contains the program.
    pub name: String,
    /// Source text.
    pub text: String,
}

impl Program {
    /// Returns the number of source lines.
    pub fn lines(&self) -> usize {
        self.text.lines().count()
    }
}

/// Reads the `driver.nvcp` of every subfolder whose name contains `filter`, sorted by name. Fails if there is none.
pub fn read(folder: &Path, filter: Option<&str>) -> Result<Vec<Program>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut programs = Vec::new();
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let file = entry.path().join("driver.nvcp");
        if filter.is_none_or(|part| name.contains(part)) && file.exists() {
            let text =
                std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
            programs.push(Program { name, text });
        }
    }
    if programs.is_empty() {
        bail!("no matching subfolder of {} contains a `driver.nvcp`", folder.display());
    }
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(programs)
}
