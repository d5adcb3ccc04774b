//! Runs the commands of a page in one shell, in a temporary folder.

use super::page::{Command, Kind, Page};
use snapbox::IntoData;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Stdio;

/// Delimits the exit status of a command in the shell's output. No command prints this character.
const MARK: char = '\u{1e}';

/// A command that failed, or whose output differs from the page.
#[derive(Debug)]
pub struct Difference {
    /// The command.
    pub command: Command,
    /// Actual output, with the page's wildcards where they match.
    pub printed: String,
    /// Whether the command failed with a non-zero exit status.
    pub failed: bool,
    /// Failure message of the test.
    pub message: String,
}

/// The result of a command.
struct Outcome {
    printed: String,
    status: i32,
}

/// Runs the commands of a page and compares their output.
///
/// All commands run in one shell, so that `cd` and variables persist. A command must exit with status 0,
/// unless the next one is `echo $?`. In the expected output, a line `...` matches any number of lines, and
/// `[..]` matches any text within a line.
pub fn run(page: &Page) -> Result<Vec<Difference>, String> {
    let (script, commands) = script(page)?;
    if commands.is_empty() {
        return Ok(Vec::new());
    }
    let outcomes = outcomes(&execute(&script)?);
    let mut differences = Vec::new();
    for (index, command) in commands.iter().enumerate() {
        let Some(outcome) = outcomes.get(index) else {
            return Err(format!("{}:{}: the shell ended before this command did", page.path, command.line));
        };
        let checks_status = commands.get(index + 1).is_some_and(|next| next.text == "echo $?");
        differences.extend(compare(page, command, outcome, checks_status));
    }
    Ok(differences)
}

fn compare(page: &Page, command: &Command, outcome: &Outcome, checks_status: bool) -> Option<Difference> {
    let on_page = page.text(command.output.clone());
    let assert = snapbox::Assert::new().normalize_paths(false);
    let actual = outcome.printed.clone().into_data();
    let (normalized, expected) = assert.normalize(actual.clone(), on_page.clone().into_data());
    let location = format!("{}:{}: `{}`", page.path, command.line, command.text);
    let failed = outcome.status != 0 && !checks_status;
    let message = if failed {
        format!("{location} ended with status {}:\n{}", outcome.status, outcome.printed)
    } else if normalized != expected {
        let error = assert.try_eq(None, actual, on_page.into_data()).err();
        format!("{location}{}", error.map(|e| e.to_string()).unwrap_or_default())
    } else {
        return None;
    };
    Some(Difference { command: command.clone(), printed: normalized.to_string(), failed, message })
}

/// Converts the page to a shell script. Returns the script and the commands in it.
fn script(page: &Page) -> Result<(String, Vec<Command>), String> {
    let mut script = "exec 2>&1 </dev/null\n".to_owned();
    let mut commands = Vec::new();
    for block in &page.blocks {
        match &block.kind {
            Kind::File(name) => {
                let text = page.text(block.body.clone());
                let _ = write!(
                    script,
                    "mkdir -p \"$(dirname '{name}')\"\ncat > '{name}' <<'END_OF_{MARK}'\n{text}END_OF_{MARK}\n"
                );
            }
            Kind::Transcript => {
                let found = page.commands(block);
                let found = found.map_err(|e| format!("{}:{}: {e}", page.path, block.line))?;
                for command in &found {
                    // Restores the exit status, so that `echo $?` can follow.
                    let _ = write!(
                        script,
                        "{}\n_status=$?; printf '{MARK}%d{MARK}' \"$_status\"; (exit \"$_status\")\n",
                        command.text
                    );
                }
                commands.extend(found);
            }
            Kind::Other(_) => {}
        }
    }
    Ok((script, commands))
}

/// Runs the script in a new folder and returns its output.
fn execute(script: &str) -> Result<String, String> {
    let failed = |what: &str, e: std::io::Error| format!("{what}: {e}");
    let folder = tempfile::tempdir().map_err(|e| failed("cannot create a folder", e))?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize();
    let bin = Path::new(env!("CARGO_BIN_EXE_nvc")).parent().map(Path::to_path_buf);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(bin.into_iter().chain(std::env::split_paths(&path)))
        .map_err(|e| format!("PATH: {e}"))?;
    let mut shell = std::process::Command::new("sh");
    // Tasks of the workspace are built in the workspace's target folder. Projects of the book are built in
    // another folder, which is kept between runs so that their dependencies are compiled only once.
    if !script.contains("cargo xtask") {
        shell.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("book"));
    }
    // Makes `cargo xtask install-c` install the library that was built for this package's tests.
    let test = std::env::current_exe().map_err(|e| failed("cannot find the test executable", e))?;
    let output = shell
        .args(["-c", script])
        .env("NVC_C_LIBRARIES", test.parent().unwrap_or(&test))
        .current_dir(folder.path())
        .env("PATH", path)
        .env("NVC", root.map_err(|e| failed("cannot find the root of the workspace", e))?)
        .env("CARGO_TERM_COLOR", "never")
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .map_err(|e| failed("cannot start `sh`", e))?;
    String::from_utf8(output.stdout).map_err(|e| format!("the output is not UTF-8: {e}"))
}

/// Splits the output into the outcomes of the commands, in order.
fn outcomes(printed: &str) -> Vec<Outcome> {
    let mut parts = printed.split(MARK);
    let mut outcomes = Vec::new();
    while let (Some(printed), Some(status)) = (parts.next(), parts.next()) {
        let printed = match printed {
            "" => String::new(),
            text if text.ends_with('\n') => text.to_owned(),
            text => format!("{text}\n"),
        };
        outcomes.push(Outcome { printed, status: status.parse().unwrap_or(-1) });
    }
    outcomes
}
