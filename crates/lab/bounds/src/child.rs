//! Runs `nvc` in a process of its own and measures it.
//!
//! The tool starts itself as a small process in between, which sets the limits of the operating system and asks for the use of its
//! only child; the peak memory of a child of a large process would include that process.

use crate::families::Input;
use crate::report::Measured;
use anyhow::{Context, Result};
use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
use nix::sys::time::TimeValLike;
use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Limits of the operating system for a child, so that a broken bound does not harm the machine.
#[derive(clap::Args, Clone, Debug)]
pub struct Guards {
    /// Kill a child after this many seconds of CPU time.
    #[arg(long, default_value_t = 40)]
    guard_seconds: u64,
    /// Give a child this many MiB of address space.
    #[arg(long, default_value_t = 4096)]
    guard_mebibytes: u64,
}

/// The command under test.
pub struct Nvc {
    pub command: PathBuf,
    /// Whether modules are validated, as without options.
    pub validate: bool,
    pub guards: Guards,
}

impl Nvc {
    /// Compiles an input.
    pub fn compile(&self, input: &Input, extension: &str) -> Result<Measured> {
        let folder = tempfile::tempdir()?;
        let name = format!("input.{extension}");
        std::fs::write(folder.path().join(&name), &input.text)?;
        for (name, text) in &input.files {
            std::fs::write(folder.path().join(name), text)?;
        }
        let mut command = Command::new(std::env::current_exe()?);
        command.current_dir(folder.path()).arg("measure");
        command.arg("--guard-seconds").arg(self.guards.guard_seconds.to_string());
        command.arg("--guard-mebibytes").arg(self.guards.guard_mebibytes.to_string());
        command.arg("--").arg(&self.command).args(["compile", &name, "--color", "never"]);
        if !input.options.contains(&"-o") {
            command.args(["-o", "out.spv"]);
        }
        if !self.validate {
            command.arg("--no-validate");
        }
        let output = command.args(input.options).output().context("cannot measure")?;
        let said = String::from_utf8_lossy(&output.stdout);
        let first = said.lines().next_back().unwrap_or_default();
        let numbers: Vec<i64> = first.split(' ').filter_map(|number| number.parse().ok()).collect();
        let &[micros, kibibytes, status] = &numbers[..] else {
            anyhow::bail!("not measured: {said}{}", String::from_utf8_lossy(&output.stderr));
        };
        let message = String::from_utf8_lossy(&output.stderr);
        let files = input.files.iter().map(|(_, text)| text.len()).sum::<usize>();
        Ok(Measured {
            bytes: input.text.len() + files,
            seconds: micros as f64 / 1e6,
            kibibytes: kibibytes.unsigned_abs(),
            status,
            message: message.lines().next().unwrap_or_default().to_owned(),
            limit: message
                .split_once("the limit `")
                .and_then(|(_, rest)| rest.split_once('`'))
                .map(|(name, _)| name.to_owned()),
        })
    }
}

/// Runs a command within the guards; prints microseconds of CPU time, KiB of memory and the exit status, or the signal as a
/// negative number.
pub fn measure(guards: &Guards, command: &[OsString]) -> Result<()> {
    setrlimit(Resource::RLIMIT_CPU, guards.guard_seconds, guards.guard_seconds + 1)?;
    setrlimit(Resource::RLIMIT_AS, guards.guard_mebibytes << 20, guards.guard_mebibytes << 20)?;
    setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
    let (program, arguments) = command.split_first().context("no command")?;
    let status = Command::new(program).args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).status()?;
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    let code = status.code().or(status.signal().map(|signal| -signal)).unwrap_or(i32::MIN);
    println!("{micros} {} {code}", usage.max_rss());
    Ok(())
}
