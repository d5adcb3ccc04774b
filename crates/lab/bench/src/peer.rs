//! Compares the time that nvc takes to compile one large GLSL shader with that of another command. Compiling many files
//! is compared in wall time, because nvc compiles them in parallel.

use crate::compiler::Compiler;
use crate::stats::median;
use crate::{cpu, files};
use anyhow::{Context, Result};
use serde::Serialize;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Number of processes whose CPU time is averaged, for each command.
const RUNS: u32 = 50;
/// Number of calls of `nvc::Compiler::compile` that are timed.
const ROUNDS: u32 = 200;
/// Number of files in the many-file comparison.
const FILES: usize = 200;

/// The two commands to compare, and the shader to compile with them.
pub struct Peers<'a> {
    /// Path of the shader.
    pub shader: &'a Path,
    /// The `nvc` command.
    pub nvc: &'a Compiler,
    /// The other command.
    pub peer: &'a Compiler,
}

/// The measured times.
#[derive(Serialize)]
pub struct Figures {
    /// Number of lines in the shader.
    pub lines: usize,
    /// Median wall time of one call of `nvc::Compiler::compile`, without validation.
    pub in_process_seconds: f64,
    /// Mean CPU time of one call of `nvc::Compiler::compile`, without validation.
    pub in_process_cpu_seconds: f64,
    /// Mean CPU time of one `nvc` process, without validation.
    pub nvc_cpu_seconds: f64,
    /// Name of the other command.
    pub peer: String,
    /// Mean CPU time of one of its processes.
    pub peer_cpu_seconds: f64,
    /// Number of files in the many-file comparison.
    pub files: usize,
    /// Wall time of one `nvc` process that compiles [`Figures::files`] files.
    pub nvc_files_seconds: f64,
    /// Wall time of [`Figures::files`] consecutive processes of the other command, one per file.
    pub peer_files_seconds: f64,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<44} {:>10}", format!("{} lines of GLSL", self.lines), "ms")?;
        let mut row = |name: &str, seconds: f64| writeln!(f, "{name:<44} {:>10.3}", seconds * 1e3);
        row("nvc::Compiler::compile, in process", self.in_process_seconds)?;
        row("the same, CPU time", self.in_process_cpu_seconds)?;
        row("a process of nvc, CPU time", self.nvc_cpu_seconds)?;
        row(&format!("a process of {}, CPU time", self.peer), self.peer_cpu_seconds)?;
        row(&format!("{} files in one call of nvc", self.files), self.nvc_files_seconds)?;
        row(&format!("{} calls of {}", self.files, self.peer), self.peer_files_seconds)
    }
}

impl Peers<'_> {
    /// Measures both commands.
    pub fn measure(&self) -> Result<Figures> {
        let text = std::fs::read_to_string(self.shader)
            .with_context(|| format!("cannot read {}", self.shader.display()))?;
        let (in_process, in_process_cpu) = in_process(&text)?;
        let folder = tempfile::tempdir()?;
        let copies = copies(&text, folder.path())?;
        let output = folder.path().join("one.spv");
        let first = copies.first().context("there are no files")?;
        let mean = |compiler: &Compiler| -> Result<Duration> {
            let once = || files::remove(&output).and_then(|()| cpu::run(compiler.command(first, &output)));
            Ok(cpu::of_children(|| (0..RUNS).try_for_each(|_| once()))? / RUNS)
        };
        let (nvc_cpu, peer_cpu) = (mean(self.nvc)?, mean(self.peer)?);
        let nvc_files = wall(|| {
            let mut command = self.nvc.files(&copies);
            command.arg("--out-dir").arg(folder.path().join("out"));
            cpu::run(command)
        })?;
        let peer_files = wall(|| {
            copies.iter().try_for_each(|copy| cpu::run(self.peer.command(copy, &copy.with_extension("spv"))))
        })?;
        Ok(Figures {
            lines: text.lines().count(),
            in_process_seconds: in_process.as_secs_f64(),
            in_process_cpu_seconds: in_process_cpu.as_secs_f64(),
            nvc_cpu_seconds: nvc_cpu.as_secs_f64(),
            peer: self.peer.name.clone(),
            peer_cpu_seconds: peer_cpu.as_secs_f64(),
            files: FILES,
            nvc_files_seconds: nvc_files.as_secs_f64(),
            peer_files_seconds: peer_files.as_secs_f64(),
        })
    }
}

/// Returns the median wall time and the mean CPU time of one call of `nvc::Compiler::compile`.
fn in_process(text: &str) -> Result<(Duration, Duration)> {
    let source = nvc::Source::new("bench.comp", text);
    let compiler = nvc::Compiler::new(nvc::Options::new().with_validate(false));
    let once = || -> Result<()> { Ok(compiler.compile(&source).map(drop)?) };
    once()?;
    let mut samples = Vec::new();
    let spent = cpu::of_this_process(|| {
        for _ in 0..ROUNDS {
            samples.push(wall(once)?);
        }
        Ok(())
    })?;
    Ok((median(&samples), spent / ROUNDS))
}

/// Writes [`FILES`] copies of the shader.
fn copies(text: &str, folder: &Path) -> Result<Vec<PathBuf>> {
    let paths = (0..FILES).map(|index| folder.join(format!("shader{index}.comp")));
    paths
        .map(|path| {
            std::fs::write(&path, text)?;
            Ok(path)
        })
        .collect()
}

fn wall(work: impl FnOnce() -> Result<()>) -> Result<Duration> {
    let start = Instant::now();
    work()?;
    Ok(start.elapsed())
}
