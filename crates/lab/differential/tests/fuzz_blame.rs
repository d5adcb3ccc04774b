//! Tests `nvc-fuzz blame`, which finds a miscompiled statement from the memory contents that a faulty engine
//! computed. The tests simulate this engine: the interpreter runs a program that differs in one statement.

use nvc::internals::Phase;
use nvc::{Compiler, Language, OptLevel, Options, internals};
use nvc_lab::fuzz::Generated;
use nvc_lab::fuzz::asm::Profile;
use nvc_lab::fuzz::blame::{changes, changes_within};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str = "!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 64;
STORAGE inp[] = { program.storage[0] };
STORAGE out[] = { program.storage[1] };
TEMP at, a, b;
MUL.U at, invocation.localindex, 16;
LDB.U32X4 a, inp[at.x];
SHR.S b, a, 3;
REP.S {2, 0, 0, 0};
ADD.U a, a, b;
MAX.S b, a.yzwx, b;
ENDREP;
XOR.U b, -b, a;
STB.U32X4 b, out[at.x];
END
";

fn nvc_fuzz(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nvc-fuzz")).args(args).output().expect("nvc-fuzz starts")
}

fn lossy_text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Simulates an engine that executes `instead` where the program has `text`. Returns the paths of the program
/// and of a file with the contents of the engine's output buffer.
fn miscompiled(folder: &Path, text: &str, instead: &str) -> (String, PathBuf) {
    let (right, wrong) = (folder.join("right.nvcp"), folder.join("wrong.nvcp"));
    std::fs::write(&right, PROGRAM).expect("the file is written");
    assert!(PROGRAM.contains(text));
    std::fs::write(&wrong, PROGRAM.replace(text, instead)).expect("the file is written");
    let (wrong, memory) = (wrong.display().to_string(), folder.join("memory"));
    let output = nvc_fuzz(&[
        "compare",
        &wrong,
        "--seed",
        "5",
        "--on",
        "interp",
        "--write-memory",
        &memory.display().to_string(),
    ]);
    assert!(output.status.success(), "{}", lossy_text(&output.stderr));
    (right.display().to_string(), memory.join("interp.as-built.1.bin"))
}

/// Returns the output of `blame` for an engine that executes `instead` where the program has `text`.
fn blame(text: &str, instead: &str, args: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let (right, buffer) = miscompiled(folder.path(), text, instead);
    let memory = format!("1={}", buffer.display());
    nvc_fuzz(&[&["blame", &right, "--seed", "5", "--memory", &memory], args].concat())
}

#[test]
fn the_statement_is_found() {
    for (text, instead, found) in [
        ("SHR.S", "SHR.U", "line 9: SHR.S b, a, 3;: each of 4 ashr is lshr"),
        (
            "MAX.S b, a.yzwx, b",
            "MOV.U b, a.yzwx",
            "line 12: MAX.S b, a.yzwx, b;: each of 4 smax yields operand 0",
        ),
        ("-b, a", "b, a", "line 14: XOR.U b, -b, a;: each of 4 ineg yields operand 0"),
        ("STB.U32X4 b", "STB.U32X4 a", "line 14: XOR.U b, -b, a;: each of 4 ineg yields 0"),
    ] {
        let output = blame(text, instead, &[]);
        let printed = lossy_text(&output.stdout);
        assert!(output.status.success(), "{printed}{}", lossy_text(&output.stderr));
        let all: Vec<&str> = printed.split("reproduces the engine's memory:\n").collect();
        assert!(all.iter().skip(1).any(|group| group.trim_start().starts_with(found)), "{found}: {printed}");
    }
}

#[test]
fn a_line_option_enables_replacement_by_other_values() {
    // `blame` tries other values of the program as operands only with `--line`. Here, the value is the address
    // offset `at`.
    let (text, instead) = ("SHR.S b, a, 3", "SHR.S b, at, 3");
    assert_eq!(blame(text, instead, &[]).status.code(), Some(1));
    let output = blame("ADD.U a, a, b", "ADD.U a.yzw, a, b; ADD.U a.x, at.x, b.x", &["--line", "11"]);
    let printed = lossy_text(&output.stdout);
    assert!(output.status.success(), "{printed}{}", lossy_text(&output.stderr));
    assert!(printed.contains("in place of operand 0") && printed.contains("line 7 (MUL.U at"), "{printed}");
}

#[test]
fn two_statements_are_found_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let both = PROGRAM.replace("SHR.S", "SHR.U").replace("-b, a", "b, a");
    let (right, buffer) = miscompiled(folder.path(), PROGRAM, &both);
    let output = nvc_fuzz(&["blame", &right, "--seed", "5", "--memory", &format!("1={}", buffer.display())]);
    let printed = lossy_text(&output.stdout);
    assert!(output.status.success(), "{printed}{}", lossy_text(&output.stderr));
    assert!(printed.contains("line 9: SHR.S") && printed.contains("line 14: XOR.U"), "{printed}");
}

#[test]
fn a_report_of_the_differences_suffices() {
    let folder = tempfile::tempdir().expect("a folder");
    let (right, buffer) = miscompiled(folder.path(), "SHR.S", "SHR.U");
    let wrong = std::fs::read(buffer).expect("the file was written");
    let args = ["compare", &right, "--seed", "5", "--on", "interp", "--write-memory"];
    let folder = folder.path().join("as it is");
    assert!(nvc_fuzz(&[&args[..], &[&folder.display().to_string()]].concat()).status.success());
    let correct = std::fs::read(folder.join("interp.as-built.1.bin")).expect("the file was written");
    let words = |bytes: &[u8]| -> Vec<u32> {
        bytes.chunks_exact(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect()
    };
    let (correct, wrong) = (words(&correct), words(&wrong));
    let differ: Vec<usize> = (0..correct.len()).filter(|&at| correct[at] != wrong[at]).collect();
    let first = differ[0];
    let report = format!(
        "storage 1: words that differ: {}, the first at index {first}: {:#010x} in place of {:#010x}",
        differ.len(),
        wrong[first],
        correct[first]
    );
    let output = nvc_fuzz(&["blame", &right, "--seed", "5", "--differs", &report]);
    let found = lossy_text(&output.stdout);
    assert!(output.status.success(), "{report}: {found}{}", lossy_text(&output.stderr));
    assert!(found.contains("each of 4 ashr is lshr"), "{found}");
}

#[test]
fn correct_memory_is_an_error() {
    let output = blame("XOR.U b, -b", "XOR.U b, -b", &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(lossy_text(&output.stderr).contains("there is no difference to explain"));
}

#[test]
fn invalid_arguments_are_errors() {
    let folder = tempfile::tempdir().expect("a folder");
    let (right, buffer) = miscompiled(folder.path(), "SHR.S", "SHR.U");
    let (buffer, cut) = (buffer.display().to_string(), folder.path().join("cut"));
    std::fs::write(&cut, [0; 8]).expect("the file is written");
    let (whole, cut) = (format!("1={buffer}"), format!("1={}", cut.display()));
    for (args, message) in [
        (&["--differs", "foo"][..], "`foo` is not a report of a difference"),
        (
            &[
                "--differs",
                "storage 9: words that differ: 1, the first at index 0: 0x00000000 in place of 0x00000001",
            ],
            "no word 0 in storage 9",
        ),
        (&["--memory", &format!("77={buffer}")], "storage 77 does not exist: the program has"),
        (&["--memory", &cut], "but the file has 8"),
        (&["--memory", &whole, "--line", "999"], "line 999 has no operand or result"),
    ] {
        let output = nvc_fuzz(&[&["blame", &right, "--seed", "5"], args].concat());
        let stderr = lossy_text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        assert!(stderr.contains(message), "{args:?}: {stderr}");
    }
    let args = ["compare", &right, "--seed", "5", "--on", "interp", "--module"];
    for (file, message) in
        [(&right, "is not SPIR-V"), (&folder.path().join("none").display().to_string(), "none")]
    {
        let output = nvc_fuzz(&[&args[..], &[file]].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(lossy_text(&output.stderr).contains(message), "{}", lossy_text(&output.stderr));
    }
}

/// The verifier must accept mutated modules of generated programs, before and after the passes.
#[test]
fn mutated_modules_are_valid() {
    for (language, seed) in [(Language::NvAsm, 11), (Language::NvAsm, 12), (Language::Glsl, 13)] {
        let case = Generated::new(language, seed, &Profile::EXACT);
        let phases =
            [(Phase::Built, OptLevel::Full), (Phase::Legal, OptLevel::Full), (Phase::Legal, OptLevel::None)];
        for (phase, level) in phases {
            let compiler = Compiler::new(
                Options::default().with_bindings(nvc::BindingScheme::Classes).with_opt_level(level),
            );
            let made = internals::module(&compiler, "generated", case.text.as_bytes(), phase);
            let (module, _) = made.unwrap_or_else(|error| panic!("{error}"));
            let all = changes(&module);
            assert!(all.len() > 1000, "{}", all.len());
            let last = module
                .functions
                .values()
                .next()
                .and_then(|func| func.insts().filter_map(|(_, data)| data.loc()).last());
            let within = changes_within(&module, &|data| data.loc() == last);
            assert!(!within.is_empty(), "no replacement in {last:?}");
            // Tests a sample. The steps are prime, so that the sample does not favour mutations at regular
            // distances.
            for change in all.iter().step_by(97).chain(within.iter().step_by(7)) {
                if let Err(errors) = nvc_ir::verify::verify(&change.apply(&module)) {
                    let description = change.describe(&module, &|_, value| format!("{value:?}"));
                    panic!("seed {seed}, {phase:?}, {level:?}: {description}: {errors:?}");
                }
            }
        }
    }
}
