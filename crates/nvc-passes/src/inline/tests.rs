//! Tests of the limits of the pass `inline`, on generated chains of calls.

use super::{MAX_CALLER, MAX_COPIED, PASS, size};
use crate::testing::apply;
use nvc_ir::{Module, Op, text, verify::verify};
use std::fmt::Write;

/// A chain of functions, each with `calls` calls of the next and `insts` other instructions.
fn chain(functions: usize, calls: usize, insts: usize) -> Module {
    let mut source =
        String::from("module built\nentry \"main\" f0 size(1, 1, 1)\nfunc f0 \"main\"() {\nb0:\n");
    source.push_str("  v0: i32 = builtin[local_index]\n  v1: i32 = call[f1] v0\n  return\n}\n");
    for number in 1..=functions {
        let _ = writeln!(source, "func f{number} \"f\"(i32) -> i32 {{\nb0(v0: i32):");
        let count = if number < functions { calls } else { 0 };
        for at in 1..=count {
            let _ = writeln!(source, "  v{at}: i32 = call[f{}] v{}", number + 1, at - 1);
        }
        for at in count + 1..=count + insts {
            let _ = writeln!(source, "  v{at}: i32 = imul v{}, v0", at - 1);
        }
        let _ = writeln!(source, "  return v{}\n}}", count + insts);
    }
    text::parse(&source).expect("a module")
}

fn calls(module: &Module) -> usize {
    module.functions.values().flat_map(|func| func.insts()).filter(|(_, data)| data.op == Op::Call).count()
}

#[test]
fn growth_is_limited() {
    // Inlining every call would give 2^40 instructions.
    let mut module = chain(40, 2, 10);
    apply(&PASS, &mut module);
    assert_eq!(verify(&module).map_err(|errors| errors.len()), Ok(()));
    assert!(calls(&module) > 0);
    for func in module.functions.values() {
        assert!(size(func) <= MAX_CALLER, "{}", size(func));
    }
}

#[test]
fn copies_are_limited() {
    // Every function is called once, and is copied into each function above it.
    let mut module = chain(2000, 1, 20);
    apply(&PASS, &mut module);
    assert_eq!(verify(&module).map_err(|errors| errors.len()), Ok(()));
    assert!(calls(&module) > 0);
    assert!(module.functions.values().map(size).sum::<usize>() <= MAX_COPIED);
}

#[test]
fn every_call_of_a_small_program_is_expanded() {
    let mut module = chain(8, 3, 2);
    apply(&PASS, &mut module);
    assert_eq!((calls(&module), module.functions.len()), (0, 1));
}
