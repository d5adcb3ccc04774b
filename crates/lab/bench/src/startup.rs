//! Measures the wall time of the `nvc` command on a small program, from start to exit. This is the cost per
//! file in a build system.

use crate::files;
use crate::stats::median;
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Number of runs of each command.
const RUNS: usize = 50;

/// A guarded saxpy in 20 lines.
pub const PROGRAM: &str = "\
!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 64;
STORAGE xs[] = { program.storage[0] };
STORAGE ys[] = { program.storage[1] };
BUFFER4 params[] = { program.buffer[0] };
TEMP R0, R1, R2;
TEMP RC;
MUL.U R0.x, invocation.groupid.x, {64, 0, 0, 0}.x;
ADD.U R0.x, R0.x, invocation.localid.x;
MUL.U R1.x, R0.x, {4, 0, 0, 0}.x;
SLT.U R2.x, R0.x, params[0].x;
MOV.U.CC RC.x, -R2.x;
IF NE.x;
LDB.F32 R0.x, xs[R1.x];
LDB.F32 R0.y, ys[R1.x];
MAD.F R0.x, R0.x, params[0].y, R0.y;
STB.F32 R0.x, ys[R1.x];
ENDIF;
END
";

/// Median wall times of the `nvc` command.
#[derive(Serialize)]
pub struct Startup {
    /// Seconds for `nvc compile` of [`PROGRAM`].
    pub compile_seconds: f64,
    /// Seconds for `nvc --version`: the cost of starting a process.
    pub version_seconds: f64,
}

/// Measures the `nvc` command at this path.
pub fn measure(nvc: &Path) -> Result<Startup> {
    let folder = tempfile::tempdir()?;
    let input = folder.path().join("saxpy.nvcp");
    std::fs::write(&input, PROGRAM)?;
    let output = folder.path().join("saxpy.spv");
    let compile = median_time(|| {
        files::remove(&output)?;
        let mut command = Command::new(nvc);
        command.args(["compile", "--no-validate"]).arg(&input).arg("-o").arg(&output);
        Ok(command)
    })?;
    let version = median_time(|| {
        let mut command = Command::new(nvc);
        command.arg("--version");
        Ok(command)
    })?;
    Ok(Startup { compile_seconds: compile.as_secs_f64(), version_seconds: version.as_secs_f64() })
}

fn median_time(command: impl Fn() -> Result<Command>) -> Result<Duration> {
    let mut samples = Vec::new();
    for _ in 0..RUNS {
        let mut command = command()?;
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let start = Instant::now();
        let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
        samples.push(start.elapsed());
        if !output.status.success() {
            bail!("{command:?} failed: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
    Ok(median(&samples))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_program_has_twenty_lines() {
        assert_eq!(super::PROGRAM.lines().count(), 20);
    }
}
