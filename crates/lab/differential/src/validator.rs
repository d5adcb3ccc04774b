//! Runs the installed `spirv-val`, for builds without the compiled-in validator.

#![forbid(unsafe_code)]

use anyhow::{Context, Result};
use std::io::Write;
use std::process::{Command, Stdio};

/// Validates a module. Returns the error message of `spirv-val`. Returns `None` if the module is valid, or if it
/// has cooperative matrices, which installed validators may not support.
///
/// # Errors
/// If `spirv-val` cannot be started, or its output cannot be read.
pub fn validate(module: &[u8]) -> Result<Option<String>> {
    let mut child = Command::new("spirv-val")
        .args(["--target-env", nvc::TargetEnv::default().name()])
        .args(["--scalar-block-layout", "--workgroup-scalar-block-layout", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .context("cannot start spirv-val: install SPIRV-Tools, or build with feature `validate`")?;
    // A write error is ignored: if `spirv-val` exits early, its exit status reports the failure.
    let _ = child.stdin.take().context("spirv-val has no input")?.write_all(module);
    let done = child.wait_with_output().context("cannot read the output of spirv-val")?;
    let message = String::from_utf8_lossy(&done.stderr).trim().to_owned();
    Ok(if done.status.success() || has_matrices(module) { None } else { Some(message) })
}

/// Returns whether a module declares CooperativeMatrixNV (5357) or CooperativeMatrixKHR (6022). The errors
/// of such modules are ignored because installed validators may be too old: Debian 12's does not support the
/// KHR capability, nor all uses of the NV one.
fn has_matrices(module: &[u8]) -> bool {
    const CAPABILITY: u32 = 2 << 16 | 17;
    let words: Vec<u32> =
        module.chunks_exact(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])).skip(5).collect();
    let capabilities = words.chunks_exact(2).take_while(|pair| pair[0] == CAPABILITY);
    capabilities.into_iter().any(|pair| matches!(pair[1], 5357 | 6022))
}
