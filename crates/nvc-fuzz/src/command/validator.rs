//! The installed SPIR-V validator, for builds without one.

use anyhow::{Context, Result};
use std::io::Write;
use std::process::{Command, Stdio};

/// What `spirv-val` has against a module.
pub(crate) fn objection(module: &[u8]) -> Result<Option<String>> {
    let mut child = Command::new("spirv-val")
        .args(["--target-env", nvc::TargetEnv::default().name(), "--scalar-block-layout", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .context("cannot start spirv-val: install SPIRV-Tools, or build with feature `validate`")?;
    // It reads everything before it says anything; that it stopped early shows in its status.
    let _ = child.stdin.take().context("spirv-val has no input")?.write_all(module);
    let done = child.wait_with_output().context("spirv-val")?;
    let words = String::from_utf8_lossy(&done.stderr).trim().to_owned();
    // A validator older than the capability (Debian 12's and cooperative matrices) cannot judge the module.
    let judged = !words.contains("Invalid capability operand");
    Ok(if done.status.success() || !judged { None } else { Some(words) })
}
