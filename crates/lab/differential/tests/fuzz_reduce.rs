//! Tests the command `nvc-fuzz reduce` with both criteria for keeping a smaller program: a shell command (`--command`), and
//! the same failure on engines (`--on`).

use std::path::Path;
use std::process::{Command, Output};

/// A shader whose invocations read outside a buffer of 64 words, which the interpreter reports.
const OUTSIDE: &str = "#version 450
layout(local_size_x = 64) in;
layout(binding = 0, std430) readonly buffer Words { uint words[]; };
layout(binding = 1, std430) writeonly buffer Results { uint results[]; };
uint twice(uint x) { return x * 2u; }
void main() {
    uint lane = gl_LocalInvocationIndex;
    uint sum = 0u;
    for (uint i = 0u; i < 4u; i++) {
        sum += twice(words[(lane + i) & 63u]);
    }
    if (lane > 7u) {
        uint at = lane + (sum & 0u);
        at = at * 16u;
        sum ^= words[at];
    } else {
        sum = 3u;
    }
    results[lane] = sum;
}
";

const ASSEMBLY: &str = "!!NVcp5.0
GROUP_SIZE 32;
TEMP a, b;
MOV.U a, {1, 2, 3, 4};
IF NE.x;
ADD.U b, a, a;
ENDIF;
END
";

/// Runs `nvc-fuzz reduce` on `text`. Returns its output and the reduced program, empty if there is none.
fn reduce(folder: &Path, name: &str, text: &str, args: &[&str]) -> (Output, String) {
    let file = folder.join(name);
    std::fs::write(&file, text).expect("the file is written");
    let output = nvc_fuzz(&["reduce"]).arg(&file).args(args).output().expect("nvc-fuzz starts");
    (output, std::fs::read_to_string(format!("{}.reduced", file.display())).unwrap_or_default())
}

fn nvc_fuzz(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nvc-fuzz"));
    command.args(args);
    command
}

fn utf8(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_command_is_the_criterion() {
    let folder = tempfile::tempdir().expect("a folder");
    let grep = r#"case "$1" in *.comp) grep -q 'words\[' "$1";; *) exit 1;; esac"#;
    let (output, smaller) = reduce(folder.path(), "a.comp", OUTSIDE, &["--command", grep]);
    assert!(output.status.success(), "{}", utf8(&output.stderr));
    assert_eq!(smaller.trim(), "layout(binding = 0, std430) words[];");
    assert!(utf8(&output.stdout).starts_with("20 lines reduced to 1 after "), "{}", utf8(&output.stdout));

    let grep = r#"case "$1" in *.nvcp) grep -q '^ADD' "$1";; *) exit 1;; esac"#;
    let (output, smaller) = reduce(folder.path(), "a", ASSEMBLY, &["--command", grep]);
    assert!(output.status.success(), "{}", utf8(&output.stderr));
    assert_eq!(smaller.trim(), "ADD.U;");

    let (output, smaller) = reduce(folder.path(), "b", ASSEMBLY, &["--command", "exit 1"]);
    assert_eq!((output.status.code(), smaller.as_str()), (Some(2), ""));
}

#[test]
fn a_slow_command_is_killed_at_the_deadline() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = std::time::Instant::now();
    let slow = ["--command", "exec sleep 60", "--seconds", "1"];
    let (_, smaller) = reduce(folder.path(), "a", ASSEMBLY, &slow);
    assert_eq!(smaller, "");
    assert!(start.elapsed().as_secs() < 30, "nvc-fuzz waited for the command");
}

#[test]
fn a_failure_on_the_interpreter_is_the_criterion() {
    let folder = tempfile::tempdir().expect("a folder");
    let on = ["--on", "interp", "--seed", "1"];
    let (output, smaller) = reduce(folder.path(), "a.comp", OUTSIDE, &on);
    assert!(output.status.success(), "{}", utf8(&output.stderr));
    let stdout = utf8(&output.stdout);
    assert!(stdout.trim_end().ends_with("; interp fails"), "{stdout}");
    assert!(smaller.lines().count() <= 10, "{smaller}");

    // The reduced program still shows the failure, and no variable has lost its initialiser.
    let mut compare = nvc_fuzz(&["compare", "--lang", "glsl", "--seed", "1", "--on", "interp"]);
    let output = compare.arg(folder.path().join("a.comp.reduced")).output().expect("nvc-fuzz starts");
    assert!(utf8(&output.stdout).contains("N0803"), "{}", utf8(&output.stdout));
    for name in ["uint at", "uint lane", "uint sum"] {
        assert!(!smaller.contains(&format!("{name};")), "{smaller}");
    }
}

#[test]
fn a_correct_program_is_not_reduced() {
    let folder = tempfile::tempdir().expect("a folder");
    let correct = OUTSIDE.replace("at * 16u", "at");
    let (output, smaller) = reduce(folder.path(), "a.comp", &correct, &["--on", "interp"]);
    assert_eq!((output.status.code(), smaller.as_str()), (Some(2), ""));
    assert!(utf8(&output.stderr).contains("does not fail on these engines"), "{}", utf8(&output.stderr));
}

#[test]
fn the_deadline_keeps_the_smallest_program_so_far() {
    let folder = tempfile::tempdir().expect("a folder");
    let slow = ["--command", "sleep 0.3; grep -q results \"$1\"", "--seconds", "1"];
    let (output, smaller) = reduce(folder.path(), "a.comp", OUTSIDE, &slow);
    assert!(output.status.success(), "{}", utf8(&output.stderr));
    assert!(smaller.contains("results"), "{smaller}");
    let stdout = utf8(&output.stdout);
    assert!([2, 3, 4].iter().any(|n| stdout.contains(&format!("after {n} tests"))), "{stdout}");
}

#[test]
fn a_criterion_is_required() {
    let folder = tempfile::tempdir().expect("a folder");
    let (output, _) = reduce(folder.path(), "a.comp", OUTSIDE, &[]);
    assert!(utf8(&output.stderr).contains("--command <CMD>|--on <ENGINE,..>"), "{}", utf8(&output.stderr));
}
