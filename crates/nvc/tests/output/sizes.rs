//! Compares the module sizes of the corpus with `testdata/bench/size.txt`, which makes the effect of a
//! change on code size visible.

use crate::{compile, entries};
use nvc::{Artifact, Emit};
use std::fmt::Write as _;

/// Returns whether an opcode is a declaration: debug, annotation, extension, mode-setting, type or constant (SPIR-V
/// §3.52.2 to §3.52.7), or `OpUndef`. `OpVariable` is not counted, because functions also contain it.
fn is_declaration(opcode: u32) -> bool {
    matches!(opcode, 1..=17 | 19..=53 | 71..=76 | 330 | 331 | 332)
}

/// Returns the opcodes of a module's instructions.
fn opcodes(words: &[u32]) -> Vec<u32> {
    // Skips the header of five words.
    let (mut at, mut list) = (5, Vec::new());
    while let Some(word) = words.get(at) {
        list.push(word & 0xffff);
        at += (word >> 16).max(1) as usize;
    }
    list
}

#[test]
fn corpus() {
    let mut table = String::from(
        "# Modules of the corpus at the default options: bytes, all instructions, those in functions.\n",
    );
    let mut total = [0; 3];
    let mut line = |name: &str, counts: [usize; 3]| {
        writeln!(table, "{name:34}{:8}{:8}{:8}", counts[0], counts[1], counts[2]).expect("a string");
    };
    for folder in entries("testdata/corpus") {
        let listing = folder.join("driver.nvcp");
        if !listing.exists() {
            continue;
        }
        let words = match compile(&listing, Emit::Spirv) {
            Ok(Artifact::Spirv(words)) => words,
            other => panic!("{}: {other:?}", listing.display()),
        };
        let opcodes = opcodes(&words);
        let code = opcodes.iter().filter(|opcode| !is_declaration(**opcode)).count();
        let counts = [words.len() * 4, opcodes.len(), code];
        line(&folder.file_name().unwrap_or_default().to_string_lossy(), counts);
        total.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    line("total", total);
    nvc_goldens::page(&nvc_goldens::testdata("bench/size.txt"), &table);
}
