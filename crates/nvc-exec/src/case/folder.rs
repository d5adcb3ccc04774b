//! Loads the folder of a test case.

use super::{Case, Map, Truth};
use anyhow::{Context, Result};
use nvc_ir::Quirks;
use std::path::{Path, PathBuf};

/// The data in the folder of a test case, except for the programs.
#[derive(Debug, Clone)]
pub struct Folder {
    /// The contents of `case.toml`.
    pub case: Case,
    /// The contents of `map.toml`; empty if the case has no assembly.
    pub map: Map,
    /// The contents of `truth.bin`.
    pub truth: Truth,
    /// Whether the expected memory follows NVIDIA's driver or the specification where they differ. It follows the driver, on
    /// which cases are recorded, except in the collections `run` and `glsl/run`, whose memory is computed by models of
    /// the programs.
    pub quirks: Quirks,
}

impl Folder {
    /// Reads the folder.
    pub fn load(dir: &Path) -> Result<Self> {
        // Only cases with assembly have a map.
        let map = if dir.join(Map::FILE).exists() { Map::load(dir)? } else { Map::default() };
        let modelled = dir.parent().is_some_and(|collection| collection.ends_with("run"));
        let quirks = if modelled { Quirks::Specification } else { Quirks::Driver };
        let (case, truth) = (Case::load(dir)?, Truth::load(dir)?);
        truth.fits(&case).with_context(|| dir.join(Truth::FILE).display().to_string())?;
        Ok(Folder { case, map, truth, quirks })
    }

    /// Returns the case folders of a collection, sorted.
    pub fn list(parent: &Path) -> Result<Vec<PathBuf>> {
        let entries = std::fs::read_dir(parent).with_context(|| parent.display().to_string())?;
        let paths = entries.map(|entry| Ok(entry?.path()));
        let mut folders: Vec<PathBuf> = paths.collect::<Result<_>>()?;
        folders.retain(|path| path.is_dir());
        folders.sort();
        Ok(folders)
    }
}
