//! The installed SPIR-V validator, for builds without one.

use nvc::{CompileError, Compiled, TargetEnv};
use std::io::Write;
use std::process::{Command, Stdio};

/// What SPIRV-Tools call it.
const PROGRAM: &str = "spirv-val";
/// What it says about an environment, a capability and an instruction that came after it.
const UNKNOWN: [&str; 3] = ["target env", "invalid capability operand", "invalid opcode"];

/// What is said when nothing could be asked.
pub(crate) const NOT_VALIDATED: &str = "note: not validated: this nvc has no SPIR-V validator built in, and no \
     installed spirv-val knows the target environment and all that the module uses; install a newer \
     SPIRV-Tools, or pass --no-validate\n";

/// Validates the module with an installed `spirv-val`; `false` if there is none that knows the environment and
/// all that the module uses. Skipped for text output.
pub(crate) fn ask(compiled: Compiled, env: TargetEnv) -> Result<(Compiled, bool), CompileError> {
    let Some(words) = compiled.artifact.words() else { return Ok((compiled, true)) };
    let module: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    match verdict(&module, env) {
        Verdict::Valid => Ok((compiled, true)),
        Verdict::Invalid(reason) => Err(compiled.reject(&reason)),
        Verdict::Unavailable => Ok((compiled, false)),
    }
}

/// The first line of what `spirv-val` says of its version; nothing if it does not run.
pub(crate) fn version() -> Option<String> {
    let done = Command::new(PROGRAM).arg("--version").stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    text.lines().next().map(|line| line.trim().to_owned())
}

/// What the validator has to say.
enum Verdict {
    Valid,
    Invalid(String),
    Unavailable,
}

fn verdict(module: &[u8], env: TargetEnv) -> Verdict {
    let Some((status, words)) = run(module, env) else { return Verdict::Unavailable };
    match status {
        Some(0) => Verdict::Valid,
        Some(1) if !is_unknown(&words) => Verdict::Invalid(words),
        _ => Verdict::Unavailable,
    }
}

/// Whether the validator is older than what it was shown.
fn is_unknown(words: &str) -> bool {
    let words = words.to_lowercase();
    UNKNOWN.iter().any(|unknown| words.contains(unknown))
}

/// Exit status and messages of the validator; nothing if it does not run.
fn run(module: &[u8], env: TargetEnv) -> Option<(Option<i32>, String)> {
    let mut child = Command::new(PROGRAM)
        .args(["--target-env", env.name()])
        // What GLSL's `scalar` blocks need is a feature that the device has to have.
        .args(["--scalar-block-layout", "--workgroup-scalar-block-layout", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    // It reads all of its input before it says anything, so neither side can block the other.
    // Closing its input early shows in what it says.
    let _ = child.stdin.take()?.write_all(module);
    let done = child.wait_with_output().ok()?;
    Some((done.status.code(), String::from_utf8_lossy(&done.stderr).trim().to_owned()))
}
