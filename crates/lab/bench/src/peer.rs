//! Compares the time that nvc takes to compile GLSL with that of the `glslang` command. CPU time is compared
//! because load on the machine distorts it less than wall time; compiling many files is compared in wall
//! time, because nvc compiles them in parallel.

use crate::stats::median;
use anyhow::{Context, Result, bail};
use nix::sys::resource::{Usage, UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use serde::Serialize;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
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
    /// Path of the `nvc` command.
    pub nvc: &'a Path,
    /// Path of the `glslang` command, called as `glslang -V`.
    pub glslang: &'a Path,
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
    /// Mean CPU time of one `glslang` process.
    pub glslang_cpu_seconds: f64,
    /// Number of files in the many-file comparison.
    pub files: usize,
    /// Wall time of one `nvc` process that compiles [`Figures::files`] files.
    pub nvc_files_seconds: f64,
    /// Wall time of [`Figures::files`] consecutive `glslang` processes, one per file.
    pub glslang_files_seconds: f64,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<44} {:>10}", format!("{} lines of GLSL", self.lines), "ms")?;
        let mut row = |name: &str, seconds: f64| writeln!(f, "{name:<44} {:>10.3}", seconds * 1e3);
        row("nvc::Compiler::compile, in process", self.in_process_seconds)?;
        row("the same, CPU time", self.in_process_cpu_seconds)?;
        row("a process of nvc, CPU time", self.nvc_cpu_seconds)?;
        row("a process of glslang -V, CPU time", self.glslang_cpu_seconds)?;
        row(&format!("{} files in one call of nvc", self.files), self.nvc_files_seconds)?;
        row(&format!("{} calls of glslang -V", self.files), self.glslang_files_seconds)
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
        let nvc = [self.nvc.as_os_str(), "compile".as_ref(), "--no-validate".as_ref()];
        let nvc_one = |copy: &Path| {
            let mut command = command_of(&nvc);
            command.arg(copy).arg("-o").arg(&output);
            command
        };
        let glslang_one = |copy: &Path| {
            let mut command = command_of(&[self.glslang.as_os_str(), "-V".as_ref()]);
            command.arg(copy).arg("-o").arg(&output);
            command
        };
        let first = copies.first().context("there are no files")?;
        let nvc_cpu = children_cpu(|| (0..RUNS).try_for_each(|_| run(nvc_one(first))))? / RUNS;
        let glslang_cpu = children_cpu(|| (0..RUNS).try_for_each(|_| run(glslang_one(first))))? / RUNS;
        let nvc_files = wall(|| {
            let mut command = command_of(&nvc);
            command.args(&copies).arg("--out-dir").arg(folder.path().join("out"));
            run(command)
        })?;
        let glslang_files = wall(|| copies.iter().try_for_each(|copy| run(glslang_one(copy))))?;
        Ok(Figures {
            lines: text.lines().count(),
            in_process_seconds: in_process.as_secs_f64(),
            in_process_cpu_seconds: in_process_cpu.as_secs_f64(),
            nvc_cpu_seconds: nvc_cpu.as_secs_f64(),
            glslang_cpu_seconds: glslang_cpu.as_secs_f64(),
            files: FILES,
            nvc_files_seconds: nvc_files.as_secs_f64(),
            glslang_files_seconds: glslang_files.as_secs_f64(),
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
    let before = cpu(UsageWho::RUSAGE_SELF)?;
    for _ in 0..ROUNDS {
        samples.push(wall(once)?);
    }
    let spent = cpu(UsageWho::RUSAGE_SELF)?.saturating_sub(before);
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

fn command_of(parts: &[&std::ffi::OsStr]) -> Command {
    let mut parts = parts.iter();
    let mut command = Command::new(parts.next().copied().unwrap_or_default());
    command.args(parts).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn run(mut command: Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    if !status.success() {
        bail!("{command:?} failed: {status}");
    }
    Ok(())
}

fn wall(work: impl FnOnce() -> Result<()>) -> Result<Duration> {
    let start = Instant::now();
    work()?;
    Ok(start.elapsed())
}

/// Measures the CPU time of the child processes that `work` starts and waits for.
fn children_cpu(work: impl FnOnce() -> Result<()>) -> Result<Duration> {
    let before = cpu(UsageWho::RUSAGE_CHILDREN)?;
    work()?;
    Ok(cpu(UsageWho::RUSAGE_CHILDREN)?.saturating_sub(before))
}

/// Returns the user and system CPU time consumed so far.
fn cpu(who: UsageWho) -> Result<Duration> {
    let usage: Usage = getrusage(who)?;
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Ok(Duration::from_micros(micros.unsigned_abs()))
}
