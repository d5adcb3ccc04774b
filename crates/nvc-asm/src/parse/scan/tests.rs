//! Compares the scanner with the grammar, on the statements of the test programs and on mutations of them.

use super::super::grammar::{Rule, parse_rule};
use super::super::instruction;
use super::super::keywords;
use super::super::slices::{StatementSlices, last_token_end, strip_comments};
use super::*;
use crate::ast::Class;
use nvc_diag::{Diagnostics, FileId};
use std::path::{Path, PathBuf};

/// Returns the instruction, or the errors in it, as the grammar parses it; `None` if it does not match the grammar.
fn by_grammar(source: &str) -> Option<String> {
    let mut diags = Diagnostics::new();
    let mut cx = Cx { file: FileId::new(0), diags: &mut diags, base: 0, source };
    let stripped = strip_comments(source);
    let mut single = parse_rule(Rule::single, stripped.as_deref().unwrap_or(source)).ok()?;
    let pairs = single.next()?.into_inner().next()?.into_inner();
    let span = cx.span(0, last_token_end(source.strip_suffix(';')?));
    let mut statements = Vec::new();
    let parsed = instruction::instruction(&mut cx, pairs, span, &mut statements);
    Some(format!("{parsed:?} {statements:?} {:?}", diags.iter().collect::<Vec<_>>()))
}

/// Returns the same as [`by_grammar`], but as the scanner parses it; `None` if the scanner cannot.
fn by_scanner(source: &str) -> Option<String> {
    let mut diags = Diagnostics::new();
    let mut cx = Cx { file: FileId::new(0), diags: &mut diags, base: 0, source };
    let mut operands = Vec::new();
    let scanned = instruction(&cx, &mut operands).filter(|scanned| scanned.semi + 1 == source.len())?;
    let mut statements = Vec::new();
    let parsed = instruction::scanned(&mut cx, &scanned, &operands, &mut statements);
    Some(format!("{parsed:?} {statements:?} {:?}", diags.iter().collect::<Vec<_>>()))
}

/// Returns the class of a declaration, from its first words.
fn class_of(source: &str) -> Option<Class> {
    let mut words = source.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let class = words.find(|word| keywords::var_modifier(word).is_none())?;
    keywords::class(class)
}

/// Returns the option or declaration, or the errors in it, as the grammar parses it; `None` if it does not match the grammar.
fn declaration_by_grammar(source: &str) -> Option<String> {
    let mut diags = Diagnostics::new();
    let mut cx = Cx { file: FileId::new(0), diags: &mut diags, base: 0, source };
    let stripped = strip_comments(source);
    let text = stripped.as_deref().unwrap_or(source);
    let Some(class) = class_of(source) else {
        let pairs = parse_rule(Rule::option, text).ok()?.next()?.into_inner();
        let name = pairs.filter(|pair| pair.as_rule() == Rule::name).nth(1)?;
        return Some(format!("{:?}", cx.ident(&name)));
    };
    let rule = if class == Class::Temp { Rule::temp } else { Rule::binding_list };
    let pairs = parse_rule(rule, text).ok()?.next()?.into_inner();
    let parsed = super::super::declaration::declaration(&mut cx, class, pairs);
    Some(format!("{parsed:?} {:?}", diags.iter().collect::<Vec<_>>()))
}

/// Returns the same as [`declaration_by_grammar`], but as the scanner parses it; `None` if the scanner cannot.
fn declaration_by_scanner(source: &str) -> Option<String> {
    let mut diags = Diagnostics::new();
    let mut cx = Cx { file: FileId::new(0), diags: &mut diags, base: 0, source };
    let Some(class) = class_of(source) else { return option(&cx).map(|name| format!("{name:?}")) };
    let scanned = declaration(&cx, class)?;
    let parsed = super::super::declaration::scanned(&mut cx, scanned);
    Some(format!("{parsed:?} {:?}", diags.iter().collect::<Vec<_>>()))
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

/// Returns the statements of all programs whose first word is one of some, each once.
fn statements(is_first: impl Fn(&str) -> bool) -> Vec<String> {
    let mut paths = Vec::new();
    programs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata"), &mut paths);
    let mut found = std::collections::BTreeSet::new();
    for path in paths {
        let bytes = std::fs::read(&path).expect("the program is readable");
        let text = String::from_utf8_lossy(&bytes);
        for slice in StatementSlices::new(&text, 0) {
            let source = &text[slice.start..slice.end];
            let word = source.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next();
            if word.is_some_and(&is_first) {
                found.insert(source.to_owned());
            }
        }
    }
    found.into_iter().collect()
}

/// Returns the statements of all programs that begin with a mnemonic.
fn instructions() -> Vec<String> {
    statements(|word| Opcode::find_with_suffix(word).is_some())
}

/// Returns the options and declarations of all programs.
fn declarations() -> Vec<String> {
    let is_first = |word: &str| {
        word == "OPTION" || keywords::class(word).is_some() || keywords::var_modifier(word).is_some()
    };
    statements(is_first)
}

/// Parses a statement, or returns `None` if it cannot.
type Parse = fn(&str) -> Option<String>;

/// Compares what the scanner and the grammar make of statements. Returns how many the scanner accepts.
fn compare<'s>(sources: impl IntoIterator<Item = &'s String>, by_scanner: Parse, by_grammar: Parse) -> usize {
    let scanned = sources.into_iter().filter(|source| {
        let found = by_scanner(source);
        assert!(found.is_none() || found == by_grammar(source), "{source}: {found:?}");
        found.is_some()
    });
    scanned.count()
}

#[test]
fn the_scanner_agrees_with_the_grammar() {
    let instructions = instructions();
    let scanned = compare(&instructions, by_scanner, by_grammar);
    // The grammar parses the others: those with errors, comments and line breaks.
    let total = instructions.len();
    assert!(total > 10_000 && scanned * 100 > total * 95, "{scanned} of {total} instructions were scanned");
}

#[test]
fn the_scanner_agrees_with_the_grammar_on_declarations() {
    let declarations = declarations();
    let scanned = compare(&declarations, declaration_by_scanner, declaration_by_grammar);
    let total = declarations.len();
    assert!(total > 500 && scanned * 4 > total * 3, "{scanned} of {total} declarations were scanned");
}

#[test]
fn the_scanner_agrees_with_the_grammar_on_mutations() {
    compare_mutations(&instructions(), by_scanner, by_grammar, 10_000);
    compare_mutations(&declarations(), declaration_by_scanner, declaration_by_grammar, 300);
}

/// Compares the scanner with the grammar on random mutations of statements. Fails if the scanner accepts `least` or fewer.
fn compare_mutations(sources: &[String], by_scanner: Parse, by_grammar: Parse, least: usize) {
    const ALPHABET: &[u8] = b"  ..,;:+-|[](){}012xXeER_$#\tzDMS";
    let mut state = 1_u64;
    let mut random = move |below: usize| {
        // Knuth's linear congruential generator; its upper bits are the more random ones.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut accepted = 0;
    for source in sources.iter().filter(|source| source.is_ascii()) {
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
            accepted += compare([&mutated], by_scanner, by_grammar);
        }
    }
    assert!(accepted > least, "{accepted} mutations were scanned");
}
