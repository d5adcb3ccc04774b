//! Tests diagnostics in the three message formats, the options and variables that change what is printed, and the errors in
//! the command line, including the advice on options and files of other compilers.

use super::{Folder, GOOD, WRONG};

/// Errors on lines 4, 5, 7 and 8; line 6 is correct.
const FOUR_ERRORS: &str = "!!NVcp5.0\n\
    GROUP_SIZE 32;\n\
    TEMP R0;\n\
    MOV.U R0.x, R6.x;\n\
    MOV.U R7.y, R0.x;\n\
    MOV.U R0.y, R0.x;\n\
    ADD.U R0.x, R0.y, R8.x;\n\
    MUL.U R0.x, R9.y, R0.y;\n\
    END\n";

#[test]
fn human() {
    let folder = Folder::with(&[("x.nvcp", WRONG.as_bytes())]);
    let run = folder.nvc("check x.nvcp").ends_with(1);
    let run = run.says("error[N0201]: ").says(" --> x.nvcp:4:13\n").says("4 | MOV.U R0.x, R9.x;\n");
    assert!(run.stderr.ends_with("\n1 error\n"), "{}", run.stderr);
    assert!(!run.stderr.contains('\u{1b}'));
    folder.nvc("check x.nvcp --color always").ends_with(1).says("\u{1b}[");
}

#[test]
fn every_error_is_reported_in_order() {
    let folder = Folder::with(&[("x.nvcp", FOUR_ERRORS.as_bytes())]);
    let run = folder.nvc("check --message-format short x.nvcp").ends_with(1);
    let lines: Vec<_> = run.stderr.lines().collect();
    assert_eq!(lines.len(), 4, "{}", run.stderr);
    let locations = ["x.nvcp:4:13: ", "x.nvcp:5:7: ", "x.nvcp:7:19: ", "x.nvcp:8:13: "];
    for (line, location) in lines.iter().zip(locations) {
        assert!(line.starts_with(&format!("{location}error[N0201]: ")), "{line}");
    }
    folder.nvc("check x.nvcp").ends_with(1).says("\n4 errors\n");
}

#[test]
fn json() {
    let folder = Folder::with(&[("x.nvcp", FOUR_ERRORS.as_bytes())]);
    let run = folder.nvc("check --message-format json x.nvcp").ends_with(1);
    let found: Vec<serde_json::Value> =
        run.stderr.lines().map(|l| serde_json::from_str(l).expect("each line is JSON")).collect();
    assert_eq!(found.len(), 4);
    for (value, (line, column)) in found.iter().zip([(4, 13), (5, 7), (7, 19), (8, 13)]) {
        assert_eq!(value["schema"], 1);
        assert_eq!(value["code"], "N0201");
        assert_eq!(value["severity"], "error");
        assert_eq!(value["file"], "x.nvcp");
        assert_eq!((value["line"].as_u64(), value["column"].as_u64()), (Some(line), Some(column)));
        assert_eq!(value["end_line"], value["line"]);
        assert!(value["message"].is_string() && value["notes"].is_array());
    }
}

#[test]
fn batches_report_in_input_order() {
    let names: Vec<_> = (0..40).map(|n| format!("{n}.nvcp")).collect();
    let files: Vec<_> = (names.iter().enumerate())
        .map(|(n, name)| (name.as_str(), if n % 3 == 0 { GOOD } else { FOUR_ERRORS }.as_bytes()))
        .collect();
    let folder = Folder::with(&files);
    let line = format!("compile --message-format short --out-dir o {}", names.join(" "));
    let run = folder.nvc(&line).ends_with(1);
    let order: Vec<usize> = (run.stderr.lines())
        .map(|l| l.split_once(".nvcp:").and_then(|(n, _)| n.parse().ok()).expect("a location"))
        .collect();
    let expected: Vec<_> = (0..40).filter(|n| n % 3 != 0).flat_map(|n| [n; 4]).collect();
    assert_eq!(order, expected);
    assert_eq!(folder.files().iter().filter(|f| f.starts_with("o/")).count(), 14);
}

#[test]
fn print_after_dumps_the_ir() {
    let folder = Folder::with(&[("x.nvcp", GOOD.as_bytes())]);
    let run = folder.nvc("compile x.nvcp --print-after all").ends_with(0);
    assert!(run.stderr.lines().any(|l| l.starts_with("; x.nvcp after ")), "{}", run.stderr);
    assert!(folder.read("x.spv").is_some());
}

#[test]
fn quiet_omits_the_count_but_not_the_errors() {
    let folder = Folder::with(&[("x.nvcp", WRONG.as_bytes()), ("good.nvcp", GOOD.as_bytes())]);
    for option in ["--quiet", "-q", "-s"] {
        let run = folder.nvc(&format!("check x.nvcp {option}")).ends_with(1).says("error[N0201]: ");
        assert!(!run.stderr.contains("1 error"), "{}", run.stderr);
    }
    folder.nvc("compile good.nvcp -o out.spv -q").ends_with(0).quietly();
}

#[test]
fn colors_follow_the_environment() {
    let folder = Folder::with(&[("x.nvcp", WRONG.as_bytes())]);
    let colored = |variables: &[(&str, &str)], option: &str| {
        let run = folder.nvc_in(&format!("check x.nvcp {option}"), variables).ends_with(1);
        run.stderr.contains('\u{1b}')
    };
    assert!(colored(&[("CLICOLOR_FORCE", "1")], ""));
    assert!(!colored(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], ""));
    assert!(!colored(&[("CLICOLOR_FORCE", "1")], "--color never"));
    assert!(colored(&[("NO_COLOR", "1")], "--color always"));
}

#[test]
fn command_line_errors_give_advice() {
    let glsl: &[u8] = b"#version 450\nlayout(local_size_x = 1) in;\nvoid main() {}\n";
    let folder = Folder::with(&[("a.comp", glsl), ("v.vert", glsl), ("x.hlsl", glsl)]);
    for (line, words) in [
        ("compile a.comp -g0", "unknown option `-g0`: debug information is written only if `-g` is given"),
        (
            "compile a.comp -O3",
            "unknown option `-O3`: the optimisation levels are -O0, -O (the default) and -Os",
        ),
        ("compile a.comp -fnone", "unknown option `-fnone`: options that start with `-f` are those of glslc"),
        ("compile a.comp -j abc", "invalid value `abc` for `--jobs <N>`: expected a number up to 65535"),
        (
            "compile v.vert",
            "the name v.vert indicates the shader stage `vertex`; nvc compiles only compute shaders",
        ),
        ("check x.hlsl", "the name x.hlsl indicates HLSL; nvc compiles GLSL and !!NVcp5.0 assembly"),
        ("reflect v.vert", "the name v.vert indicates the shader stage `vertex`"),
        ("compile -E a.comp v.vert --lang glsl", "preprocess one at a time, or use `--out-dir DIR`"),
        ("compile a.comp -o none/a.spv", "cannot write none/a.spv: none does not exist"),
    ] {
        let run = folder.nvc(line).ends_with(2).says(words);
        assert!(!run.stderr.contains(".tmp"), "{}", run.stderr);
    }
    folder.nvc("check v.vert -S comp").ends_with(0).quietly();
    folder.nvc("check x.hlsl --lang glsl").ends_with(0).quietly();
}
