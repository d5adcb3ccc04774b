//! Tests the command `nvc-fuzz check`: engines, counts, summary, time limit.

use std::path::Path;
use std::process::{Command, Output};

fn check(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nvc-fuzz"))
        .args(["check", "--kind", "exact", "--mutants", "0", "--seed", "7", "--jobs", "2"])
        .args(args)
        .arg("--keep")
        .arg(folder.join("kept"))
        .arg("--summary")
        .arg(folder.join("summary.toml"))
        .output()
        .expect("nvc-fuzz starts")
}

fn summary(folder: &Path) -> toml::Table {
    let text = std::fs::read_to_string(folder.join("summary.toml")).expect("the summary is written");
    toml::from_str(&text).expect("the summary is TOML")
}

#[test]
fn both_languages_on_the_interpreter() {
    for language in ["nvasm", "glsl"] {
        let folder = tempfile::tempdir().expect("a folder");
        let output = check(folder.path(), &["--lang", language, "--programs", "13", "--on", "interp"]);
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{stdout}");
        assert!(stdout.contains("13 same"), "{stdout}");
        let summary = summary(folder.path());
        assert_eq!(summary["language"].as_str(), Some(language));
        assert_eq!(summary["programs"].as_integer(), Some(13));
        assert_eq!(summary["engines"]["interp"]["verdicts"]["same"].as_integer(), Some(13));
        assert!(!folder.path().join("kept").exists());
    }
}

#[test]
fn a_run_stops_at_the_time_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = check(folder.path(), &["--programs", "1000000", "--seconds", "1", "--on", "interp"]);
    assert!(output.status.success());
    let done = summary(folder.path())["programs"].as_integer();
    assert!(done.is_some_and(|done| done < 1_000_000), "{done:?}");
}

#[test]
fn an_unavailable_or_unknown_engine_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = check(folder.path(), &["--on", "interp,vulkan:no such device"]);
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(stderr.contains("vulkan:no such device"), "{stderr}");
    let output = check(folder.path(), &["--on", "cloud"]);
    assert!(
        String::from_utf8_lossy(&output.stderr)
            .contains("interp, vulkan, vulkan:INDEX, vulkan:NAME and opengl")
    );
}
