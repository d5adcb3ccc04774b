//! The test programs, and the instructions that each of them contains.

use crate::root;
use nvc_asm::table::Opcode;
use nvc_diag::{Diagnostics, FileId};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Folders with file tests: programs without data.
const FILE_TESTS: &[&str] = &["testdata/asm/lower", "testdata/asm/spirv", "testdata/asm/examples"];

/// Folders with cases: programs that are run on test data.
const CASES: &[&str] = &["testdata/run", "testdata/hardware", "testdata/corpus"];

/// A test program.
pub(crate) struct Program {
    /// The path, relative to the root of the project.
    pub(crate) path: String,
    /// The opcodes of the instructions in the program.
    pub(crate) opcodes: BTreeSet<Opcode>,
}

/// Parses a list with lines of the form `name value`. Comments are skipped.
pub(crate) fn list(text: &str) -> BTreeMap<&str, &str> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split_once(' ').unwrap_or((line, ""))).collect()
}

/// Returns the programs of the file tests, in the order of the folders.
pub(crate) fn file_tests() -> Vec<Program> {
    FILE_TESTS
        .iter()
        .flat_map(|folder| entries(folder))
        .filter(|path| path.ends_with(".nvcp"))
        .map(load)
        .collect()
}

/// Returns the programs that are run on test data: all of them by the interpreter, most also by a CPU driver.
pub(crate) fn executed() -> Vec<Program> {
    let cases = CASES.iter().flat_map(|folder| entries(folder));
    let listing = |case: String| format!("{case}/driver.nvcp");
    cases.map(listing).filter(|path| root().join(path).exists()).map(load).collect()
}

/// Returns the verdict of the front end: the codes of the diagnostics, and whether the program is accepted.
pub(crate) fn check(text: &str) -> (Vec<String>, bool) {
    let mut diags = Diagnostics::new();
    let resolved = nvc_asm::resolve(FileId::new(0), text, &mut diags);
    let accepted = resolved
        .is_ok_and(|program| nvc_asm::lower(&program, nvc_asm::LowerOptions::default(), &mut diags).is_ok());
    diags.sort();
    let mut codes: Vec<String> = diags.iter().map(|d| d.code.to_string()).collect();
    codes.dedup();
    (codes, accepted)
}

/// Returns the sorted entries of a folder; none if the folder does not exist.
pub(crate) fn entries(folder: &str) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(root().join(folder)) else { return Vec::new() };
    let names = entries.map(|entry| entry.expect("a readable folder").file_name());
    let mut paths: Vec<String> = names.map(|name| format!("{folder}/{}", name.to_string_lossy())).collect();
    paths.sort();
    paths
}

fn load(path: String) -> Program {
    let text = std::fs::read_to_string(Path::new(&root()).join(&path)).expect("a readable program");
    let mut diags = Diagnostics::new();
    let Ok(program) = nvc_asm::resolve(FileId::new(0), &text, &mut diags) else {
        panic!("{path} is not a valid program");
    };
    Program { path, opcodes: program.body.iter().map(|inst| inst.opcode).collect() }
}

/// Returns, for each instruction, the programs that contain it, those with the fewest different instructions
/// first.
pub(crate) fn by_opcode(programs: &[Program]) -> BTreeMap<Opcode, Vec<&Program>> {
    let mut map: BTreeMap<Opcode, Vec<&Program>> = BTreeMap::new();
    for program in programs {
        for &opcode in &program.opcodes {
            map.entry(opcode).or_default().push(program);
        }
    }
    map.values_mut().for_each(|programs| programs.sort_by_key(|program| program.opcodes.len()));
    map
}
