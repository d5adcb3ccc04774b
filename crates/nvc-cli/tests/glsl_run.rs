//! Runs the programs in `testdata/glsl/run` on the interpreter and compares their dumps with goldens.
//!
//! A comment `// run:` in each program contains the command line. Each program runs before and after the
//! passes, without optimisation, and with the options of each `// also:` comment; all dumps must be equal. All modules are also
//! compiled and validated. The subfolders are cases (`testdata/corpus/README.md`) with images and textures,
//! whose expected memory `cases.py` computes.

use nvc_goldens::{Goldens, Kind, inputs, stem, testdata};
use std::path::PathBuf;
use std::process::Command;

fn folder() -> PathBuf {
    testdata("glsl/run")
}

/// Runs the command and returns its standard output. As in OpenGL, each resource class in the programs
/// numbers its bindings separately.
fn nvc(line: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nvc"));
    let run = command.args(line).args(["--bindings", "classes"]).output().expect("the command runs");
    let errors = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "nvc {}\n{errors}", line.join(" "));
    String::from_utf8(run.stdout).expect("text")
}

/// Returns the arguments in each `// key: ` comment of a program.
fn lines<'t>(text: &'t str, key: &str) -> Vec<Vec<&'t str>> {
    let prefix = format!("// {key}: ");
    let found = text.lines().filter_map(|line| line.strip_prefix(&*prefix));
    found.map(|line| line.split_ascii_whitespace().collect()).collect()
}

#[test]
fn dumps_match_the_golden_files() {
    let mut goldens = Goldens::new(&folder(), &[Kind::Run]);
    for path in &inputs(&folder(), &["comp"]) {
        let stem = stem(path);
        let text = std::fs::read_to_string(path).expect("a readable program");
        let file = path.to_str().expect("a path of UTF-8");
        let runs = lines(&text, "run");
        let [run] = &runs[..] else { panic!("{stem}: not exactly one `// run:` line") };
        let dumped = nvc(&[&["run", file], &run[..]].concat());
        assert!(!dumped.is_empty(), "{stem}: dumps nothing");
        goldens.check(path, Kind::Run, &dumped);
        let expected = dumped;
        let mut variants = vec![vec!["--phase", "built"], vec!["-O0"]];
        variants.extend(lines(&text, "also"));
        for options in variants {
            let dumped = nvc(&[&["run", file], &options[..], &run[..]].concat());
            assert_eq!(dumped, expected, "{stem} with {}", options.join(" "));
            let options: Vec<&str> =
                options.into_iter().filter(|o| !matches!(*o, "--phase" | "built")).collect();
            let quirks: Vec<&str> = quirks(run);
            nvc(&[&["compile", file, "-o", "-", "--emit", "spvasm"], &options[..], &quirks[..]].concat());
        }
    }
    goldens.finish();
}

/// Returns the name of a Vulkan device on the CPU, if the machine has one.
fn cpu() -> Option<String> {
    let list = Command::new(env!("CARGO_BIN_EXE_nvc")).arg("devices").output().expect("the command runs");
    let list = String::from_utf8(list.stdout).expect("text");
    let device = list.lines().find(|line| line.ends_with("on the CPU"))?;
    device.split_whitespace().next().map(str::to_owned)
}

/// With the options of an `// emulated:` comment, the final memory of a program must not depend on the
/// subgroup size: on the interpreter, and on a CPU Vulkan device if there is one.
#[test]
fn emulated_programs_run_on_subgroups_of_any_size() {
    let device = cpu();
    let mut checked = 0;
    for path in &inputs(&folder(), &["comp"]) {
        let text = std::fs::read_to_string(path).expect("a readable program");
        let file = path.to_str().expect("a path of UTF-8");
        for options in lines(&text, "emulated") {
            let run = lines(&text, "run").remove(0);
            let dump = |more: &[&str]| nvc(&[&["run", file], &options[..], &run[..], more].concat());
            let expected = dump(&[]);
            assert_eq!(dump(&["--lanes", "8"]), expected, "{}", path.display());
            if let Some(device) = &device {
                assert_eq!(dump(&["--device", device]), expected, "{} on {device}", path.display());
            }
            checked += 1;
        }
    }
    assert!(checked >= 9, "{checked}");
}

#[test]
fn cases_match_the_computed_memory() {
    let entries = std::fs::read_dir(folder()).expect("the folder is in the repository");
    let cases: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a readable folder").path()).filter(|path| path.is_dir()).collect();
    assert!(cases.len() >= 3);
    for case in cases {
        let folder = case.to_str().expect("a path of UTF-8");
        nvc(&["compile", &format!("{folder}/main.comp"), "-o", "-", "--emit", "spvasm"]);
        let text = std::fs::read_to_string(case.join("case.toml")).expect("a readable case");
        if text.contains("[[acceleration_structure]]") {
            ray_queries_need_a_device(folder);
            continue;
        }
        for options in [&["--phase", "built"][..], &["-O0"], &[]] {
            let left = nvc(&[&["run", "--case", folder, "--input", "main.comp"], options].concat());
            assert!(left.is_empty(), "{folder} with {options:?}\n{left}");
        }
    }
}

/// The interpreter must reject the ray queries of a case, which run only on Vulkan devices.
fn ray_queries_need_a_device(folder: &str) {
    let line = ["run", "--case", folder, "--input", "main.comp"];
    let run = Command::new(env!("CARGO_BIN_EXE_nvc")).args(line).output().expect("it runs");
    let errors = String::from_utf8_lossy(&run.stderr);
    assert!(!run.status.success() && errors.contains("error[N0701]"), "{folder}\n{errors}");
}

/// Runs generated programs whose memory was recorded on NVIDIA's driver, compiled from GLSL and from the
/// driver's listing. The table in the README states which programs match the recording; the others must
/// differ.
#[test]
fn recorded_programs_match_the_driver_as_documented() {
    let recorded = folder().join("../recorded");
    let readme = std::fs::read_to_string(recorded.join("README.md")).expect("a README");
    let mut cases = 0;
    for entry in std::fs::read_dir(&recorded).expect("the folder is in the repository") {
        let case = entry.expect("a readable folder").path();
        if !case.is_dir() {
            continue;
        }
        cases += 1;
        let (path, name) =
            (case.to_str().expect("UTF-8"), case.file_name().expect("a name").to_string_lossy());
        let row = readme.lines().find(|line| line.starts_with(&format!("| `{name}` |"))).expect("a row");
        let columns: Vec<&str> = row.split('|').map(str::trim).collect();
        for (program, expected) in [("main.comp", columns[2]), ("driver.nvcp", columns[3])] {
            for phase in ["built", "legal"] {
                let line =
                    ["run", "--case", path, "--input", program, "--quirks", "driver", "--phase", phase];
                let run = Command::new(env!("CARGO_BIN_EXE_nvc")).args(line).output().expect("it runs");
                let says = String::from_utf8_lossy(&run.stdout);
                assert_eq!(run.status.success(), expected == "same", "{name}, {program}, {phase}\n{says}");
            }
        }
    }
    assert_eq!(cases, 10);
}

/// Returns the option `--quirks` of a run with its value, if present. `compile` has this option, too.
fn quirks<'t>(run: &[&'t str]) -> Vec<&'t str> {
    let at = run.iter().position(|word| *word == "--quirks");
    at.map_or(Vec::new(), |at| run.iter().skip(at).take(2).copied().collect())
}
