//! Target: the time that each call of the command takes before it compiles, which a build pays once for each shader.

use super::table::{Goal, Row};
use crate::stats::Spread;
use crate::{cpu, files, startup};
use anyhow::Result;
use std::path::Path;
use std::process::Command;

/// Number of runs of each command.
const RUNS: usize = 200;

/// Measures `nvc --version` and the compilation of [`startup::PROGRAM`], in turns.
pub fn measure(nvc: &Path) -> Result<[Row; 2]> {
    let folder = tempfile::tempdir()?;
    let input = folder.path().join("saxpy.nvcp");
    std::fs::write(&input, startup::PROGRAM)?;
    let version = || {
        let mut command = Command::new(nvc);
        command.arg("--version");
        command
    };
    let output = input.with_extension("spv");
    let compile = || {
        let mut command = Command::new(nvc);
        command.args(["compile", "--no-validate"]).arg(&input).arg("-o").arg(&output);
        command
    };
    let (mut versions, mut compilations) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        versions.push(cpu::of_children(|| cpu::run(version()))?.as_secs_f64() * 1e3);
        files::remove(&output)?;
        compilations.push(cpu::of_children(|| cpu::run(compile()))?.as_secs_f64() * 1e3);
    }
    let row = |name: &str, samples: Vec<f64>, goal| Row {
        name: name.to_owned(),
        unit: "ms",
        value: Spread::of(samples).ok_or_else(|| "there are no runs".to_owned()),
        goal,
    };
    Ok([
        row("start: nvc --version", versions, Some(Goal::Below(1.0))),
        row("start: nvc compile, 20 lines of assembly", compilations, None),
    ])
}
