//! Checks the SPIR-V column of `docs/nvcp5.md`: each SPIR-V instruction in a row must occur in the module of
//! some test program that uses the row's assembly instruction.

use crate::{compile, entries, root};
use nvc::{Artifact, Emit};
use nvc_asm::table::Opcode;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const PAGE: &str = "docs/nvcp5.md";

/// Folders of programs, and folders of test cases.
const PROGRAMS: &[&str] = &["testdata/asm/lower", "testdata/asm/spirv", "testdata/asm/examples"];
const CASES: &[&str] = &["testdata/corpus", "testdata/hardware", "testdata/run"];

fn programs() -> impl Iterator<Item = PathBuf> {
    let programs = PROGRAMS.iter().flat_map(|folder| entries(folder));
    let cases = CASES.iter().flat_map(|folder| entries(folder)).map(|case| case.join("driver.nvcp"));
    programs.filter(|path| path.extension().is_some_and(|e| e == "nvcp")).chain(cases.filter(|p| p.exists()))
}

/// Returns the assembly instructions of a valid program.
fn opcodes(path: &Path) -> BTreeSet<Opcode> {
    let text = std::fs::read_to_string(path).expect("a readable program");
    let mut diags = nvc::Diagnostics::new();
    let file = nvc::SourceMap::new().add(nvc::Source::new("test", text.as_str()));
    let resolved = nvc_asm::resolve(file, &text, &mut diags);
    resolved.map(|program| program.body.iter().map(|inst| inst.opcode).collect()).unwrap_or_default()
}

/// Returns the words of a text that may be SPIR-V instruction names: those that start with a capital letter.
fn names(text: &str) -> BTreeSet<&str> {
    text.split_whitespace().filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase())).collect()
}

#[test]
fn named_instructions_occur() {
    let mut found: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for path in programs() {
        let Ok(Artifact::Text(text)) = compile(&path, Emit::SpvAsm) else { continue };
        let names = names(&text);
        for opcode in opcodes(&path) {
            let known = found.entry(opcode.mnemonic()).or_default();
            known.extend(
                names
                    .iter()
                    .filter(|name| !known.contains(**name))
                    .map(|n| (*n).to_owned())
                    .collect::<Vec<_>>(),
            );
        }
    }
    let page = std::fs::read_to_string(root().join(PAGE)).expect("the reference page");
    let (mut wrong, mut checked) = (Vec::new(), 0);
    for row in page.lines().filter(|line| line.starts_with("| `")) {
        // Columns: form, modifiers, meaning, SPIR-V, specification, tests. A `|` in a column is escaped.
        let row = row.replace("\\|", " ");
        let columns: Vec<&str> = row.split('|').collect();
        let [_, form, _, _, spirv, _, _, _] = columns[..] else { continue };
        let mnemonic = form.trim().trim_matches('`').split(' ').next().unwrap_or_default();
        // Instructions that no test program uses are skipped. They are the unsupported ones that
        // docs/divergence.md lists.
        let Some(known) = found.get(mnemonic) else { continue };
        for name in spirv.split(['`', ' ']).filter(|name| !name.is_empty()) {
            checked += 1;
            if !known.contains(name) {
                wrong.push(format!("no test program with `{mnemonic}` compiles to {name}"));
            }
        }
    }
    assert!(checked > 100, "{PAGE} has lost its tables");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
