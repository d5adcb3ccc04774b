//! Measures the CPU time of commands and of builds from scratch. Records the build times for `cargo xtask artefacts`.

use crate::command;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::path::Path;

/// File in the target folder that records the CPU seconds of builds.
const FILE: &str = "build-times.toml";

/// Runs a build. Records its CPU time under `name` in the target folder `directory`, but only if the file or folder `output`
/// did not exist before: otherwise, some of the outputs may have been up to date.
pub fn build(directory: &Path, name: &str, output: &Path, run: impl FnOnce() -> Result<()>) -> Result<()> {
    let fresh = !output.exists();
    let before = children()?;
    run()?;
    if !fresh {
        return Ok(());
    }
    let seconds = children()? - before;
    let mut times = builds(directory);
    times.insert(name.to_owned(), seconds.round());
    let path = directory.join(FILE);
    std::fs::write(&path, toml::to_string(&times)?)
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Returns the recorded CPU seconds of builds, by name.
pub fn builds(directory: &Path) -> BTreeMap<String, f64> {
    let text = std::fs::read_to_string(directory.join(FILE)).unwrap_or_default();
    toml::from_str(&text).unwrap_or_default()
}

/// Returns the CPU seconds of all child processes that have ended, including their own children.
#[cfg(unix)]
pub fn children() -> Result<f64> {
    use nix::sys::resource::{UsageWho, getrusage};
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    Ok(seconds(usage.user_time()) + seconds(usage.system_time()))
}

#[cfg(not(unix))]
pub fn children() -> Result<f64> {
    anyhow::bail!("CPU time is measured on Unix only")
}

/// Starts a command `runs` times and returns the median of its CPU times in seconds.
pub fn median(runs: usize, mut start: impl FnMut() -> std::process::Command) -> Result<f64> {
    let mut times = Vec::with_capacity(runs);
    for _ in 0..runs {
        let mut command = start();
        let before = children()?;
        let output =
            command.output().with_context(|| format!("cannot start `{}`", command::show(&command)))?;
        anyhow::ensure!(output.status.success(), "`{}` failed", command::show(&command));
        times.push(children()? - before);
    }
    Ok(middle(&mut times))
}

/// Returns the median of the numbers (the upper one if their count is even), or 0 if there are none.
pub fn middle(numbers: &mut [f64]) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_builds_from_scratch_are_recorded() {
        let folder = std::env::temp_dir().join(format!("nvc-timing-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let output = folder.join("output");
        let make = || Ok(std::fs::create_dir_all(&output)?);
        build(&folder, "first", &output, make).expect("built");
        build(&folder, "again", &output, make).expect("built");
        let kept: Vec<String> = builds(&folder).into_keys().collect();
        std::fs::remove_dir_all(&folder).expect("removed");
        assert_eq!(kept, ["first"]);
    }

    #[test]
    fn the_median_is_not_the_mean() {
        assert_eq!(middle(&mut [9.0, 1.0, 2.0]), 2.0);
    }
}
