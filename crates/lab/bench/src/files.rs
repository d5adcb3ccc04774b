//! Removes outputs, so that each measured process writes a new file. `nvc` does not write an output that has its content already,
//! and what replacing a file costs depends on the file system.

use anyhow::{Context, Result};
use std::io::ErrorKind;
use std::path::Path;

/// Removes a file, if it exists.
pub fn remove(file: &Path) -> Result<()> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| file.display().to_string())
        }
        _ => Ok(()),
    }
}
