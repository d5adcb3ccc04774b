//! Runs programs of a target on this machine, through an emulator if necessary.

use super::target::Target;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// Returns a command that runs `program`: with the runner in Cargo's variable if it is set, directly if this machine can
/// run it, or with the target's default runner.
pub fn command(target: &Target, program: &Path) -> Command {
    let given = std::env::var(target.variable("RUNNER")).ok();
    let mut line = line(target, given.as_deref());
    line.push(program.into());
    let mut command = Command::new(&line[0]);
    command.args(&line[1..]);
    command
}

/// Returns the runner and its arguments. Empty if none is given, and this machine runs the target's programs directly or the
/// target has no default runner.
fn line(target: &Target, given: Option<&str>) -> Vec<OsString> {
    if let Some(given) = given {
        return given.split_whitespace().map(OsString::from).collect();
    }
    if runs_here(target) {
        return Vec::new();
    }
    target.runner.iter().map(OsString::from).collect()
}

/// Returns whether this machine runs the target's programs directly.
pub fn runs_here(target: &Target) -> bool {
    let system = if target.is_windows() { "windows" } else { "linux" };
    target.triple.split('-').next() == Some(std::env::consts::ARCH) && system == std::env::consts::OS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::target::TARGETS;

    #[test]
    fn a_given_runner_comes_first() {
        let windows = TARGETS.iter().find(|target| target.is_windows()).expect("windows");
        assert_eq!(line(windows, Some("env wine64")), ["env", "wine64"]);
        let direct = TARGETS.iter().filter(|target| line(target, None).is_empty());
        let runs_here = |target: &Target| target.triple.starts_with(std::env::consts::ARCH);
        assert!(direct.into_iter().all(runs_here));
    }
}
