//! Compares the scanner with the grammar, on the statements of the test programs and on mutations of them.

use super::super::grammar::{Rule, parse_rule};
use super::super::instruction;
use super::super::slices::{StatementSlices, last_token_end, strip_comments};
use super::*;
use nvc_diag::{Diagnostics, FileId};
use std::path::{Path, PathBuf};

/// Returns the instruction, or the errors in it, as the grammar parses it; `None` if it does not match the grammar.
fn by_grammar(source: &str) -> Option<String> {
    let mut diags = Diagnostics::new();
    let mut cx = Cx { file: FileId(0), diags: &mut diags, base: 0, source };
    let stripped = strip_comments(source);
    let mut single = parse_rule(Rule::single, stripped.as_deref().unwrap_or(source)).ok()?;
    let pairs = single.next()?.into_inner().next()?.into_inner();
    let parsed = instruction::instruction(&mut cx, pairs);
    let end = last_token_end(source.strip_suffix(';')?);
    Some(format!("{end} {parsed:?} {:?}", diags.iter().collect::<Vec<_>>()))
}

/// Returns the same as [`by_grammar`], but as the scanner parses it; `None` if the scanner cannot.
fn by_scanner(source: &str) -> Option<String> {
    let mut diags = Diagnostics::new();
    let mut cx = Cx { file: FileId(0), diags: &mut diags, base: 0, source };
    let mut operands = Vec::new();
    let scanned = instruction(&cx, &mut operands).filter(|scanned| scanned.semi + 1 == source.len())?;
    let end = scanned.end;
    let parsed = instruction::scanned(&mut cx, &scanned, &operands);
    Some(format!("{end} {parsed:?} {:?}", diags.iter().collect::<Vec<_>>()))
}

/// Returns the paths of all assembly programs of the test data.
fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("the folder is readable");
    for path in entries.map(|entry| entry.expect("the folder is readable").path()) {
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "nvcp") {
            found.push(path);
        }
    }
}

/// Returns the statements of all programs that begin with a mnemonic, each once.
fn instructions() -> Vec<String> {
    let mut paths = Vec::new();
    programs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata"), &mut paths);
    let mut found = std::collections::BTreeSet::new();
    for path in paths {
        let bytes = std::fs::read(&path).expect("the program is readable");
        let text = String::from_utf8_lossy(&bytes);
        for slice in StatementSlices::new(&text, 0) {
            let source = &text[slice.start..slice.end];
            let word = source.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next();
            if word.is_some_and(|word| Opcode::find_with_suffix(word).is_some()) {
                found.insert(source.to_owned());
            }
        }
    }
    found.into_iter().collect()
}

#[test]
fn the_scanner_agrees_with_the_grammar() {
    let instructions = instructions();
    let mut scanned = 0;
    for source in &instructions {
        if let Some(found) = by_scanner(source) {
            assert_eq!(Some(found), by_grammar(source), "{source}");
            scanned += 1;
        }
    }
    // The grammar parses the others: those with errors, comments and line breaks.
    let total = instructions.len();
    assert!(total > 10_000 && scanned * 100 > total * 95, "{scanned} of {total} instructions were scanned");
}

#[test]
fn the_scanner_agrees_with_the_grammar_on_mutations() {
    const ALPHABET: &[u8] = b"  ..,;:+-|[](){}012xXeER_$#\tzDMS";
    let mut state = 1_u64;
    let mut random = move |below: usize| {
        // Knuth's linear congruential generator; its upper bits are the more random ones.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut accepted = 0;
    for source in instructions().iter().filter(|source| source.is_ascii()) {
        for _ in 0..4 {
            let mut bytes = source.clone().into_bytes();
            for _ in 0..=random(2) {
                let at = random(bytes.len());
                let byte = ALPHABET[random(ALPHABET.len())];
                match random(3) {
                    0 => bytes[at] = byte,
                    1 => bytes.insert(at, byte),
                    _ if bytes.len() > 1 => drop(bytes.remove(at)),
                    _ => {}
                }
            }
            let mutated = String::from_utf8(bytes).expect("it is ASCII");
            if let Some(found) = by_scanner(&mutated) {
                assert_eq!(Some(found), by_grammar(&mutated), "{mutated}");
                accepted += 1;
            }
        }
    }
    assert!(accepted > 10_000, "{accepted} mutations were scanned");
}
