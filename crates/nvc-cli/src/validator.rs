//! Runs an installed `spirv-val`, for builds without a built-in SPIR-V validator.

use nvc::{Code, CompileError, Compiled, Environment, Validator};
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The validator command of SPIRV-Tools.
const PROGRAM: &str = "spirv-val";
/// Parts of messages that mean that the validator is too old for the module: unknown environment, capability
/// or instruction.
const UNKNOWN: [&str; 3] = ["target env", "invalid capability operand", "invalid opcode"];

/// The oldest version, as year and number, whose rejection of a module is trusted. Older versions reject
/// valid modules, for example with bit casts of matrices or with the KHR names of NVIDIA's derivative
/// extension.
const RECENT: (u32, u32) = (2025, 1);

/// Time limit. Large modules take seconds; the limit prevents a hanging validator from blocking a build
/// forever.
const LIMIT: Duration = Duration::from_secs(60);

/// Printed if a module could not be validated. The caller ends the line.
pub(crate) const NOT_VALIDATED: &str = "note: not validated: no validator is built in, and no installed \
     spirv-val could decide whether the module is valid; install a recent SPIRV-Tools";

/// Validates the module with an installed `spirv-val`. The flag is `false` if there is no verdict: none is installed, it
/// does not support the environment or the module, it is too old for its rejections to be trusted, or it takes too long.
/// Text output is not validated, and the flag is then `true`.
pub(crate) fn validate(compiled: Compiled, env: Environment) -> Result<(Compiled, bool), CompileError> {
    let Some(words) = compiled.artifact.words() else { return Ok((compiled, true)) };
    // The warning W0602 already says that the module is not validated.
    if compiled.warnings().iter().any(|warning| warning.code == Code::W0602) {
        return Ok((compiled, true));
    }
    let module: Vec<u8> =
        nvc::internals::without_names(words).iter().flat_map(|word| word.to_le_bytes()).collect();
    match verdict(&module, env) {
        Verdict::Valid => Ok((compiled, true)),
        Verdict::Invalid(reason) => Err(compiled.reject(&reason)),
        Verdict::Unavailable => Ok((compiled, false)),
    }
}

/// Returns the installed `spirv-val`; `None` if it cannot be run.
pub(crate) fn installed() -> Option<Validator> {
    let done = Command::new(PROGRAM).arg("--version").stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&done.stdout);
    let version = text.lines().next()?.trim().to_owned();
    Some(Validator::Installed { path: PROGRAM.into(), version })
}

/// The result of a validation.
enum Verdict {
    Valid,
    /// Contains the validator's message.
    Invalid(String),
    /// `spirv-val` could not decide whether the module is valid.
    Unavailable,
}

fn verdict(module: &[u8], env: Environment) -> Verdict {
    let Some((status, message)) = run(module, env) else { return Verdict::Unavailable };
    match status {
        Some(0) => Verdict::Valid,
        Some(1) if !is_unknown(&message) && is_recent() => Verdict::Invalid(message),
        _ => Verdict::Unavailable,
    }
}

/// Returns whether the message means that the validator is too old for the module.
fn is_unknown(message: &str) -> bool {
    let message = message.to_lowercase();
    UNKNOWN.iter().any(|unknown| message.contains(unknown))
}

/// Returns whether the installed validator is recent enough to be trusted when it rejects a module. One of an unknown version
/// counts as recent.
fn is_recent() -> bool {
    match installed() {
        Some(Validator::Installed { version, .. }) => {
            release(&version).is_none_or(|release| release >= RECENT)
        }
        _ => true,
    }
}

/// Parses the year and number of a version such as `SPIRV-Tools v2023.1 unknown hash`.
fn release(version: &str) -> Option<(u32, u32)> {
    let (year, number) =
        version.split_whitespace().find_map(|word| word.strip_prefix('v')?.split_once('.'))?;
    Some((year.parse().ok()?, number.parse().ok()?))
}

/// Returns the exit status and message of the validator; `None` if it could not run to completion.
fn run(module: &[u8], env: Environment) -> Option<(Option<i32>, String)> {
    let mut command = Command::new(PROGRAM);
    command.args(["--target-env", env.validator_name()]);
    // Scalar layout is allowed because it is a device feature, which reflection lists.
    command.args(["--scalar-block-layout", "--workgroup-scalar-block-layout", "-"]);
    run_within(LIMIT, &mut command, module)
}

/// Runs a command with this standard input. Returns its exit status and its standard error; `None` if it
/// cannot be started, or exceeds the time limit.
fn run_within(limit: Duration, command: &mut Command, input: &[u8]) -> Option<(Option<i32>, String)> {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().ok()?;
    let (mut stdin, mut stderr) = (child.stdin.take()?, child.stderr.take()?);
    std::thread::scope(|scope| {
        // A write error is ignored: if the command closes its input early, its status and message show the
        // reason.
        scope.spawn(move || stdin.write_all(input));
        let message = scope.spawn(move || {
            let mut message = Vec::new();
            let _ = stderr.read_to_end(&mut message);
            message
        });
        let status = wait(&mut child, limit)?;
        let message = message.join().unwrap_or_default();
        Some((status.code(), String::from_utf8_lossy(&message).trim().to_owned()))
    })
}

/// Waits for a child process. Kills it at the time limit.
fn wait(child: &mut Child, limit: Duration) -> Option<ExitStatus> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().ok()? {
            return Some(status);
        }
        if start.elapsed() > limit {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_validator_that_hangs_is_killed() {
        let shell = |script: &str, input: &[u8]| {
            run_within(Duration::from_millis(200), Command::new("sh").args(["-c", script]), input)
        };
        assert_eq!(shell("exec sleep 600", b""), None);
        // The input exceeds a pipe's buffer, and the command does not read it.
        assert_eq!(shell("exec sleep 600", &vec![0; 1 << 20]), None);
        assert_eq!(shell("cat >/dev/null; echo wrong >&2; exit 1", b"x"), Some((Some(1), "wrong".into())));
        assert_eq!(shell("kill -SEGV $$", b""), Some((None, String::new())));
    }

    #[test]
    fn releases_are_read_from_versions() {
        assert_eq!(release("SPIRV-Tools v2023.1 unknown hash, 2023-02-15T14:03:51"), Some((2023, 1)));
        assert_eq!(release("SPIRV-Tools v2026.4"), Some((2026, 4)));
        assert_eq!(release("spirv-val"), None);
    }
}
