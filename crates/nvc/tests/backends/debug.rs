//! Tests `-g`: the module contains the source text and line information, but is otherwise unchanged.

use crate::{artifact, compile};
use nvc::{Artifact, Emit, OptLevel, Options};
use nvc_goldens::{Goldens, Kind, inputs, testdata};
use std::collections::BTreeSet;

/// SPIR-V opcodes of debug instructions.
const SOURCE: u32 = 3;
const SOURCE_CONTINUED: u32 = 2;
const STRING: u32 = 7;
const LINE: u32 = 8;
const NO_LINE: u32 = 317;

/// Index of the id bound in the module header.
const BOUND: usize = 3;

fn words(artifact: Artifact) -> Vec<u32> {
    match artifact {
        Artifact::Spirv(words) => words,
        other => panic!("{other:?}"),
    }
}

/// Splits a module into instructions, with their opcodes.
fn instructions(words: &[u32]) -> Vec<(u32, &[u32])> {
    let mut found = Vec::new();
    let mut rest = &words[5..];
    while let Some(&first) = rest.first() {
        let (inst, tail) = rest.split_at((first >> 16) as usize);
        found.push((first & 0xffff, inst));
        rest = tail;
    }
    found
}

fn stripped(words: &[u32]) -> Vec<u32> {
    let debug = [SOURCE, SOURCE_CONTINUED, STRING, LINE, NO_LINE];
    let kept = instructions(words).into_iter().filter(|(op, _)| !debug.contains(op));
    kept.flat_map(|(_, inst)| inst.iter().copied()).collect()
}

fn options(opt_level: OptLevel, debug: bool) -> Options {
    Options::new().with_opt_level(opt_level).with_debug(debug).with_validate(false)
}

#[test]
fn goldens() {
    let mut goldens = Goldens::new(&testdata("debug"), &[Kind::Spirv]);
    for path in inputs(&testdata("debug"), &["nvcp", "comp"]) {
        let options = options(OptLevel::Full, true).with_emit(Emit::SpvAsm);
        if let Artifact::Text(text) = artifact(compile(&path, &options)) {
            goldens.check_whole(&path, Kind::Spirv, &text);
        }
    }
    goldens.finish();
}

#[test]
fn every_line_with_an_effect_has_line_information() {
    for path in inputs(&testdata("debug"), &["nvcp", "comp"]) {
        let text = std::fs::read_to_string(&path).expect("a text");
        // Lines with an observable effect are marked with a comment that ends in `effect`.
        let wanted: BTreeSet<u32> =
            (1..).zip(text.lines()).filter(|(_, line)| line.ends_with(" effect")).map(|(n, _)| n).collect();
        assert!(wanted.len() >= 3, "{}", path.display());
        for level in [OptLevel::None, OptLevel::Full] {
            let words = words(artifact(compile(&path, &options(level, true))));
            let lines = instructions(&words).into_iter().filter(|(op, _)| *op == LINE);
            let found: BTreeSet<u32> = lines.map(|(_, inst)| inst[2]).collect();
            let missing: Vec<_> = wanted.difference(&found).collect();
            assert!(missing.is_empty(), "{} {level:?}: no lines {missing:?}", path.display());
        }
    }
}

#[test]
fn debug_information_changes_nothing_else() {
    for path in inputs(&testdata("debug"), &["nvcp", "comp"]) {
        for level in [OptLevel::None, OptLevel::Full] {
            let with = words(artifact(compile(&path, &options(level, true))));
            let without = words(artifact(compile(&path, &options(level, false))));
            assert_eq!(stripped(&with), without[5..], "{} {level:?}", path.display());
            assert!(with[BOUND] > without[BOUND]);
            assert_eq!(with, words(artifact(compile(&path, &options(level, true)))));
        }
    }
}

#[test]
fn file_names_are_remapped() {
    let rule = ("small".to_owned(), "shaders/s".to_owned());
    let options = options(OptLevel::Full, true).with_remap(vec![rule]).with_emit(Emit::SpvAsm);
    for path in inputs(&testdata("debug"), &["nvcp"]) {
        let Artifact::Text(text) = artifact(compile(&path, &options)) else { panic!("not a text") };
        assert!(text.contains("OpString \"shaders/s.nvcp\""), "{text}");
    }
}

#[test]
fn small_output_has_no_names_unless_it_is_debugged() {
    for path in inputs(&testdata("debug"), &["nvcp", "comp"]) {
        // Opcode 5 is `OpName`.
        let names = |options: &Options| {
            let words = words(artifact(compile(&path, options)));
            instructions(&words).into_iter().filter(|(op, _)| *op == 5).count()
        };
        assert_eq!(names(&options(OptLevel::Size, false)), 0);
        assert!(names(&options(OptLevel::Size, true)) > 0);
        assert_eq!(names(&options(OptLevel::Full, false)), names(&options(OptLevel::Full, true)));
    }
}
