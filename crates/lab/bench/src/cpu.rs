//! Measures CPU time (user and system), which load on the machine distorts less than wall time.

use anyhow::{Context, Result, bail};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Returns the CPU time that this process spends in `work`.
pub fn of_this_process(work: impl FnOnce() -> Result<()>) -> Result<Duration> {
    spent(UsageWho::RUSAGE_SELF, work)
}

/// Returns the CPU time of the child processes that `work` starts and waits for.
pub fn of_children(work: impl FnOnce() -> Result<()>) -> Result<Duration> {
    spent(UsageWho::RUSAGE_CHILDREN, work)
}

/// Runs a command without input and output, and fails if it does.
pub fn run(mut command: Command) -> Result<()> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    if !status.success() {
        bail!("{command:?} failed: {status}");
    }
    Ok(())
}

fn spent(who: UsageWho, work: impl FnOnce() -> Result<()>) -> Result<Duration> {
    let before = used(who)?;
    work()?;
    Ok(used(who)?.saturating_sub(before))
}

/// Returns the CPU time that has been used so far.
fn used(who: UsageWho) -> Result<Duration> {
    let usage = getrusage(who)?;
    let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Ok(Duration::from_micros(micros.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_command_is_an_error() {
        let error = run(Command::new("false")).expect_err("a status of 1");
        assert!(error.to_string().contains("failed"), "{error}");
    }
}
