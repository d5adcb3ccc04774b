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
        Ok(Folder { case: Case::load(dir)?, map: Map::load(dir)?, truth: Truth::load(dir)? })
    }
}
