//! Reads the environment variables that Cargo sets for a build script.

use crate::Error;
use std::path::PathBuf;

/// The environment of a build script.
pub(crate) struct Environment {
    /// Output folder (`OUT_DIR`).
    pub out_dir: PathBuf,
    /// Maximum number of threads (`NUM_JOBS`); 0 means the number of CPUs.
    pub jobs: usize,
}

impl Environment {
    /// Reads the environment that Cargo sets.
    pub fn of_cargo() -> Result<Self, Error> {
        let out_dir = std::env::var_os("OUT_DIR").ok_or(Error::NotCargo("OUT_DIR"))?;
        let jobs = std::env::var("NUM_JOBS").ok().and_then(|jobs| jobs.parse().ok()).unwrap_or(0);
        Ok(Environment { out_dir: out_dir.into(), jobs })
    }
}
