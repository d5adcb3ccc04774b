//! All data of a case.

use super::{Case, Map, Truth};
use anyhow::{Context, Result};
use nvc_ir::Quirks;
use std::path::{Path, PathBuf};

/// What lies in a case's folder beside the programs.
#[derive(Debug, Clone)]
pub struct Folder {
    /// `case.toml`.
    pub case: Case,
    /// `map.toml`.
    pub map: Map,
    /// `truth.bin`.
    pub truth: Truth,
    /// Whom the truth follows where NVIDIA's driver differs from the texts: the driver, which left it, but in a
    /// collection named `run`, whose cases are worked out.
    pub quirks: Quirks,
}

impl Folder {
    /// Reads the folder.
    pub fn load(dir: &Path) -> Result<Self> {
        // Cases without assembly need none.
        let map = if dir.join(Map::FILE).exists() { Map::load(dir)? } else { Map::default() };
        let worked_out = dir.parent().is_some_and(|collection| collection.ends_with("run"));
        let quirks = if worked_out { Quirks::Specification } else { Quirks::Driver };
        let (case, truth) = (Case::load(dir)?, Truth::load(dir)?);
        truth.fits(&case).with_context(|| dir.join(Truth::FILE).display().to_string())?;
        Ok(Folder { case, map, truth, quirks })
    }

    /// The folders in a folder, sorted: a collection of cases.
    pub fn list(parent: &Path) -> Result<Vec<PathBuf>> {
        let entries = std::fs::read_dir(parent).with_context(|| parent.display().to_string())?;
        let paths = entries.map(|entry| Ok(entry?.path()));
        let mut folders: Vec<PathBuf> = paths.collect::<Result<_>>()?;
        folders.retain(|path| path.is_dir());
        folders.sort();
        Ok(folders)
    }
}
