//! All data of a case.

use crate::{Case, Map, Truth};
use anyhow::Result;
use std::path::Path;

/// What lies in a case's folder beside the programs.
#[derive(Debug, Clone)]
pub struct Folder {
    /// `case.toml`.
    pub case: Case,
    /// `map.toml`.
    pub map: Map,
    /// `truth.bin`.
    pub truth: Truth,
}

impl Folder {
    /// Reads the folder.
    pub fn load(dir: &Path) -> Result<Self> {
        // Cases without assembly need none.
        let map = if dir.join(Map::FILE).exists() { Map::load(dir)? } else { Map::default() };
        Ok(Folder { case: Case::load(dir)?, map, truth: Truth::load(dir)? })
    }
}
