//! What cargo tells a build script.

use crate::Error;
use std::path::PathBuf;

/// The part of the environment that a build depends on.
pub(crate) struct Environment {
    /// Where outputs go.
    pub out_dir: PathBuf,
    /// How many threads cargo lets a build script have; 0 leaves it to the machine.
    pub jobs: usize,
}

impl Environment {
    /// What cargo has set.
    pub fn of_cargo() -> Result<Self, Error> {
        let out_dir = std::env::var_os("OUT_DIR").ok_or(Error::NotCargo("OUT_DIR"))?;
        let jobs = std::env::var("NUM_JOBS").ok().and_then(|jobs| jobs.parse().ok()).unwrap_or(0);
        Ok(Environment { out_dir: out_dir.into(), jobs })
    }
}
