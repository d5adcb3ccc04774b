//! Runs an installed `spirv-val`, for builds without the SPIR-V validator.

use nvc::{CompileError, Compiled, Environment, Validator};
use std::io::Write;
use std::process::{Command, Stdio};

/// The validator of SPIRV-Tools.
const PROGRAM: &str = "spirv-val";
/// Messages of a validator that is too old for the module: unknown environment, capability, instruction.
const UNKNOWN: [&str; 3] = ["target env", "invalid capability operand", "invalid opcode"];

/// The oldest version whose word counts against a module, by year and number. Older ones reject, for example, bit casts of
/// matrices and the names that Khronos gave to NVIDIA's derivatives.
const RECENT: (u32, u32) = (2025, 1);

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

/// Exit status and message of the validator; `None` if it does not run.
fn run(module: &[u8], env: Environment) -> Option<(Option<i32>, String)> {
    let mut child = Command::new(PROGRAM)
        .args(["--target-env", env.validator_name()])
        // Scalar layout is a device feature, which the reflection lists.
        .args(["--scalar-block-layout", "--workgroup-scalar-block-layout", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    // It reads all input before it writes, so neither side can block the other. If it closes its input early,
    // the status and message show why.
    let _ = child.stdin.take()?.write_all(module);
    let done = child.wait_with_output().ok()?;
    Some((done.status.code(), String::from_utf8_lossy(&done.stderr).trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_read_from_versions() {
        assert_eq!(release("SPIRV-Tools v2023.1 unknown hash, 2023-02-15T14:03:51"), Some((2023, 1)));
        assert_eq!(release("SPIRV-Tools v2026.4"), Some((2026, 4)));
        assert_eq!(release("spirv-val"), None);
    }
}
