//! Runs `nvc` in a separate process and measures its CPU time and peak memory.
//!
//! The tool starts itself again as a small intermediate process, which sets operating-system limits, runs `nvc` as its
//! only child, and reads the child's usage (`getrusage`). If the tool ran `nvc` directly, the child's peak memory would
//! include memory of the tool, which the child shares until it executes `nvc`.

use crate::families::{Family, Input};
use crate::report::Measured;
use anyhow::{Context, Result};
use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
use nix::sys::time::TimeValLike;
use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Operating-system limits for a run of `nvc`, so that an input that exceeds the bounds does not exhaust the machine.
#[derive(clap::Args, Clone, Debug)]
pub struct Guards {
    /// Kill a run of `nvc` after this many seconds of CPU time.
    #[arg(long, default_value_t = 40)]
    guard_seconds: u64,
    /// Limit the address space of each run of `nvc` to this many MiB.
    #[arg(long, default_value_t = 4096)]
    guard_mebibytes: u64,
}

/// The command under test.
pub struct Nvc {
    pub command: PathBuf,
    pub guards: Guards,
}

impl Nvc {
    /// Runs the family's command on an input in a temporary folder.
    pub fn measure(&self, family: &Family, input: &Input, validate: bool) -> Result<Measured> {
        let folder = tempfile::tempdir()?;
        let name = format!("input.{}", family.extension);
        std::fs::write(folder.path().join(&name), &input.text)?;
        for (name, text) in &input.files {
            std::fs::write(folder.path().join(name), text)?;
        }
        let mut command = Command::new(std::env::current_exe()?);
        command.current_dir(folder.path()).arg("measure");
        command.arg("--guard-seconds").arg(self.guards.guard_seconds.to_string());
        command.arg("--guard-mebibytes").arg(self.guards.guard_mebibytes.to_string());
        command.arg("--").arg(&self.command).args([family.command, &name, "--color", "never"]);
        if family.command == "compile" && !input.options.contains(&"-o") {
            command.args(["-o", "out.spv"]);
        }
        if !validate {
            command.arg("--no-validate");
        }
        let output = command.args(input.options).output().context("cannot start the measuring process")?;
        let printed = String::from_utf8_lossy(&output.stdout);
        let last_line = printed.lines().next_back().unwrap_or_default();
        let numbers: Vec<i64> = last_line.split(' ').filter_map(|number| number.parse().ok()).collect();
        let &[micros, kibibytes, status] = &numbers[..] else {
            anyhow::bail!(
                "the measuring process printed no measurement: {printed}{}",
                String::from_utf8_lossy(&output.stderr)
            );
        };
        let message = String::from_utf8_lossy(&output.stderr);
        let files = input.files.iter().map(|(_, text)| text.len()).sum::<usize>();
        Ok(Measured {
            bytes: input.text.len() + files,
            seconds: micros as f64 / 1e6,
            kibibytes: kibibytes.unsigned_abs(),
            status,
            code: message
                .split_once('[')
                .and_then(|(_, rest)| rest.split_once(']'))
                .map(|(code, _)| code.to_owned()),
            limit: message
                .split_once("the limit `")
                .and_then(|(_, rest)| rest.split_once('`'))
                .map(|(name, _)| name.to_owned()),
        })
    }
}

/// Runs a command under the limits `guards`. Prints its CPU time in microseconds, its peak memory in KiB, and its exit
/// status (a signal as a negative number).
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
