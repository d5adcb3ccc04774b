//! Runs an installed `spirv-val`, for builds without the SPIR-V validator.

use nvc::{CompileError, Compiled, Environment, Validator};
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The validator of SPIRV-Tools.
const PROGRAM: &str = "spirv-val";
/// Messages of a validator that is too old for the module: unknown environment, capability, instruction.
const UNKNOWN: [&str; 3] = ["target env", "invalid capability operand", "invalid opcode"];

/// The oldest version whose word counts against a module, by year and number. Older ones reject, for example, bit casts of
/// matrices and the names that Khronos gave to NVIDIA's derivatives.
const RECENT: (u32, u32) = (2025, 1);

/// How long it may take; large modules take seconds. One that hangs must not stop a build for ever.
const LIMIT: Duration = Duration::from_secs(60);

/// Printed if a module could not be validated.
pub(crate) const NOT_VALIDATED: &str = "note: not validated: no validator is built in, and no installed \
     spirv-val supports the target environment and the module; install a recent SPIRV-Tools, or pass \
     --no-validate\n";

/// Validates the module with an installed `spirv-val`; `false` if there is none, or it does not support the
/// environment or the module. Skipped for text output.
pub(crate) fn validate(compiled: Compiled, env: Environment) -> Result<(Compiled, bool), CompileError> {
    let Some(words) = compiled.artifact.words() else { return Ok((compiled, true)) };
    let module: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    match verdict(&module, env) {
        Verdict::Valid => Ok((compiled, true)),
        Verdict::Invalid(reason) => Err(compiled.reject(&reason)),
        Verdict::Unavailable => Ok((compiled, false)),
    }
}

/// The installed `spirv-val`; `None` if it does not run.
pub(crate) fn installed() -> Option<Validator> {
    let done = Command::new(PROGRAM).arg("--version").stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&done.stdout);
    let version = text.lines().next()?.trim().to_owned();
    Some(Validator::Installed { path: PROGRAM.into(), version })
}

/// The result of a validation.
enum Verdict {
    Valid,
    Invalid(String),
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

/// Whether the message means that the validator is too old for the module.
fn is_unknown(message: &str) -> bool {
    let message = message.to_lowercase();
    UNKNOWN.iter().any(|unknown| message.contains(unknown))
}

/// Whether the installed validator is recent enough to be believed.
fn is_recent() -> bool {
    match installed() {
        Some(Validator::Installed { version, .. }) => {
            release(&version).is_none_or(|release| release >= RECENT)
        }
        _ => true,
    }
}

/// The year and number of a version such as `SPIRV-Tools v2023.1 unknown hash`.
fn release(version: &str) -> Option<(u32, u32)> {
    let (year, number) =
        version.split_whitespace().find_map(|word| word.strip_prefix('v')?.split_once('.'))?;
    Some((year.parse().ok()?, number.parse().ok()?))
}

/// Exit status and message of the validator; `None` if it does not run to its end.
fn run(module: &[u8], env: Environment) -> Option<(Option<i32>, String)> {
    let mut command = Command::new(PROGRAM);
    command.args(["--target-env", env.validator_name()]);
    // Scalar layout is a device feature, which the reflection lists.
    command.args(["--scalar-block-layout", "--workgroup-scalar-block-layout", "-"]);
    run_within(LIMIT, &mut command, module)
}

/// Exit status and message of a command with this standard input; `None` if it does not run, or not to its end in time.
fn run_within(limit: Duration, command: &mut Command, input: &[u8]) -> Option<(Option<i32>, String)> {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().ok()?;
    let (mut stdin, mut stderr) = (child.stdin.take()?, child.stderr.take()?);
    std::thread::scope(|scope| {
        // If it closes its input early, the status and message show why.
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

/// Waits for a child, which is killed at the limit.
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
        // More than a pipe holds, which it does not read.
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
