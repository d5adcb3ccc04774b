//! Describes the machine of a run.

use anyhow::{Context, Result};
use serde::Serialize;
use std::process::{Command, Stdio};

/// The machine that ran the benchmark.
#[derive(Serialize)]
pub struct Machine {
    /// The CPU's name, or its architecture if the system does not tell the name.
    pub cpu: String,
    /// Number of cores that this process can use.
    pub cores: usize,
    /// The installed Rust compiler; `cargo xtask bench` builds nvc with it.
    pub rustc: Option<String>,
}

impl Machine {
    /// Describes this machine.
    pub fn this() -> Self {
        let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        Machine {
            cpu: cpu(&cpuinfo).unwrap_or(std::env::consts::ARCH).to_owned(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            rustc: first_line(Command::new("rustc").arg("--version")).ok(),
        }
    }
}

/// Returns the name in the text of Linux's `/proc/cpuinfo`.
fn cpu(cpuinfo: &str) -> Option<&str> {
    let line = cpuinfo.lines().find_map(|line| line.strip_prefix("model name"))?;
    Some(line.trim_start_matches([' ', '\t', ':']).trim_end())
}

/// Returns the first line that a command prints.
pub fn first_line(command: &mut Command) -> Result<String> {
    let output =
        command.stdin(Stdio::null()).output().with_context(|| format!("cannot start {command:?}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().next().unwrap_or_default().trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::cpu;

    #[test]
    fn the_cpu_is_named() {
        assert_eq!(cpu("processor\t: 0\nmodel name\t: A CPU: 2\nmodel\t: 1\n"), Some("A CPU: 2"));
        assert_eq!(cpu("processor\t: 0\n"), None);
    }
}
