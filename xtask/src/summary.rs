//! Runs `cargo test` and adds up the result lines of its test binaries.

use crate::command;
use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// Number of tests by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    passed: u64,
    failed: u64,
    skipped: u64,
}

impl Counts {
    /// Adds the numbers of a line such as `test result: ok. 3 passed; 0 failed; 1 ignored; …`. Ignores other
    /// lines.
    fn add_line(&mut self, line: &str) {
        let Some(rest) = line.trim().strip_prefix("test result: ") else { return };
        let rest = rest.trim_start_matches("ok. ").trim_start_matches("FAILED. ");
        for part in rest.split(';') {
            let mut words = part.split_whitespace();
            let Some(Ok(count)) = words.next().map(str::parse::<u64>) else { continue };
            match words.next() {
                Some("passed") => self.passed += count,
                Some("failed") => self.failed += count,
                Some("ignored") => self.skipped += count,
                _ => {}
            }
        }
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 { write!(f, ", {} skipped", self.skipped) } else { Ok(()) }
    }
}

/// Runs the command, passes its output through, and prints the total numbers of tests. Fails if the command fails or no
/// test passed.
pub fn run_counted(command: &mut Command) -> Result<()> {
    let line = command::show(command);
    eprintln!("$ {line}");
    let mut child =
        command.stdout(Stdio::piped()).spawn().with_context(|| format!("cannot start `{line}`"))?;
    let mut counts = Counts::default();
    if let Some(output) = child.stdout.take() {
        // Splits bytes instead of using `lines()`, because a test may print invalid UTF-8.
        for bytes in BufReader::new(output).split(b'\n') {
            let bytes = bytes.with_context(|| format!("cannot read the output of `{line}`"))?;
            let text = String::from_utf8_lossy(&bytes);
            println!("{text}");
            counts.add_line(&text);
        }
    }
    let status = child.wait()?;
    println!("\n{counts}");
    if !status.success() {
        bail!("`{line}` failed: {status}");
    }
    if counts.passed == 0 {
        bail!("`{line}` ran no test");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> Counts {
        let mut counts = Counts::default();
        text.lines().for_each(|line| counts.add_line(line));
        counts
    }

    #[test]
    fn summary_lines_add_up() {
        let counts = count(
            "running 2 tests\n\
             test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.1s\n\
             test a ... ok\n\
             test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 9 filtered out\n",
        );
        assert_eq!(counts, Counts { passed: 15, failed: 2, skipped: 1 });
        assert_eq!(counts.to_string(), "15 passed, 2 failed, 1 skipped");
    }

    #[test]
    fn other_output_is_not_counted() {
        assert_eq!(
            count("5 passed; 1 failed\nexpected test result: 5 passed").to_string(),
            "0 passed, 0 failed"
        );
    }

    #[test]
    fn a_failed_exit_status_is_an_error() {
        let run = |script: &str| run_counted(Command::new("sh").args(["-c", script]));
        assert!(run("echo 'test result: ok. 1 passed; 0 failed; 0 ignored'").is_ok());
        assert!(run("echo 'test result: ok. 1 passed; 0 failed; 0 ignored'; exit 1").is_err());
    }

    #[test]
    fn a_run_without_tests_fails() {
        let mut command = Command::new("true");
        let error = run_counted(&mut command).map_err(|e| e.to_string());
        assert_eq!(error, Err("`true` ran no test".to_owned()));
    }
}
