//! Tests the text form: printing a parsed fixture reproduces it, the fixtures contain every operation, terminator and kind of
//! global, operation names are not keywords, and no damaged fixture makes the parser, verifier or printer panic.

mod common;

use common::fixtures;
use nvc_goldens::{page, read};
use nvc_ir::imm::ImmKind;
use nvc_ir::{GlobalKind, Module, Op, Terminator, text, verify};
use std::collections::BTreeSet;

/// Returns the comment lines at the start of a fixture.
fn comment(source: &str) -> &str {
    let end: usize =
        source.split_inclusive('\n').take_while(|line| line.starts_with(';')).map(str::len).sum();
    &source[..end]
}

fn modules() -> Vec<Module> {
    fixtures("")
        .iter()
        .map(|path| text::parse(&read(path)).unwrap_or_else(|e| panic!("{}:{e}", path.display())))
        .collect()
}

#[test]
fn fixtures_are_valid_and_print_unchanged() {
    for path in fixtures("") {
        let source = read(&path);
        let module = text::parse(&source).unwrap_or_else(|e| panic!("{}:{e}", path.display()));
        if let Err(errors) = verify::verify(&module) {
            panic!("{}:\n{}", path.display(), verify::render(&module, &errors));
        }
        let printed = text::print(&module);
        page(&path, &format!("{}{printed}", comment(&source)));
        let again = text::parse(&printed).unwrap_or_else(|e| panic!("{} printed:{e}", path.display()));
        assert_eq!(text::print(&again), printed, "{}", path.display());
    }
}

#[test]
fn fixtures_cover_the_ir() {
    let modules = modules();
    let mut ops = BTreeSet::new();
    let mut kinds: Vec<ImmKind> = Vec::new();
    let mut terminators = BTreeSet::new();
    let mut globals = BTreeSet::new();
    for module in &modules {
        globals.extend(module.globals.values().map(|data| match data.kind {
            GlobalKind::Bytes { .. } => "bytes",
            GlobalKind::Heap(_) => "heap",
            GlobalKind::Units { .. } => "units",
            GlobalKind::HeapDescriptors { .. } => "heap_descriptors",
            GlobalKind::HeapData { .. } => "heap_data",
            GlobalKind::Variable { .. } => "variable",
        }));
        for (_, block) in module.functions.values().flat_map(|func| func.blocks_in_order()) {
            terminators.insert(match block.term {
                Terminator::Jump(_) => "jump",
                Terminator::Branch { .. } => "branch",
                Terminator::Switch { .. } => "switch",
                Terminator::Loop { .. } => "loop",
                Terminator::Return(_) => "return",
                Terminator::Unreachable => "unreachable",
            });
        }
        for inst in module.functions.values().flat_map(|func| func.insts.keys().map(|inst| func.inst(inst))) {
            ops.insert(inst.op);
            kinds.push(inst.imm().kind());
        }
    }
    let missing: Vec<&str> = Op::ALL.iter().filter(|op| !ops.contains(op)).map(|op| op.info().name).collect();
    assert!(missing.is_empty(), "no fixture has {missing:?}");
    assert!(Op::ALL.iter().all(|op| kinds.contains(&op.info().imm)));
    assert_eq!(terminators.len(), 6, "{terminators:?}");
    assert_eq!(globals.len(), 6, "{globals:?}");
}

#[test]
fn operation_names_are_not_keywords() {
    for op in Op::ALL {
        let name = op.info().name;
        let reserved =
            ["jump", "branch", "switch", "loop", "return", "unreachable", "precise", "merge", "continue"];
        assert!(!reserved.contains(&name), "{name}");
        let is_id = |prefix| name.strip_prefix(prefix).is_some_and(|rest| rest.parse::<u32>().is_ok());
        assert!(!["v", "b", "l", "g", "f", "spec"].into_iter().any(is_id), "{name}");
    }
}

#[test]
fn broken_fixtures_give_errors_or_modules() {
    // Four kinds of damage: the fixture is cut off, a stretch is removed or duplicated, or a byte is changed.
    // The parser may accept or reject the text; the verifier and the printer must cope with every accepted
    // module.
    let mut state = 7u32;
    let mut random = |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % below.max(1)
    };
    let mut accepted = 0;
    let mut rejected = 0;
    for path in fixtures("") {
        let source = read(&path);
        let bytes = source.as_bytes();
        for round in 0..600 {
            let (mut a, mut b) = (random(bytes.len()), random(bytes.len()));
            if a > b {
                std::mem::swap(&mut a, &mut b);
            }
            let broken: Vec<u8> = match round % 4 {
                0 => bytes[..b].to_vec(),
                1 => [&bytes[..a], &bytes[a + (b - a).min(6)..]].concat(),
                2 => {
                    [&bytes[..a], &[b"0123456789<>(){}[]:,!-.vbgl\n "[random(29)]], &bytes[a + 1..]].concat()
                }
                _ => [&bytes[..a], &bytes[b..(b + 8).min(bytes.len())], &bytes[a..]].concat(),
            };
            let broken = String::from_utf8_lossy(&broken);
            match text::parse(&broken) {
                Err(_) => rejected += 1,
                Ok(module) => {
                    accepted += 1;
                    if let Err(errors) = verify::verify(&module) {
                        assert!(errors.iter().all(|e| !e.render(&module).is_empty()));
                    }
                    let printed = text::print(&module);
                    let again = text::parse(&printed).unwrap_or_else(|e| panic!("{e}\n{printed}"));
                    assert_eq!(text::print(&again), printed);
                }
            }
        }
    }
    assert!(accepted > 100 && rejected > 100, "{accepted} accepted, {rejected} rejected");
}
