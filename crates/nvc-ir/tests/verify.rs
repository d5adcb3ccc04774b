//! Tests the verifier: at least one fixture per invariant, and modules that the text form cannot express.

mod common;

use common::fixtures;
use nvc_goldens::{Goldens, Kind, read, testdata};
use nvc_ir::entity::Entity;
use nvc_ir::function::{Args, ValueDef};
use nvc_ir::types::{MAX_COMPONENTS, TypeKind};
use nvc_ir::verify::{Invariant, render, verify};
use nvc_ir::{Block, Const, Imm, Inst, Module, Op, Terminator, Type, Types, Value, text};
use std::collections::BTreeSet;

#[test]
fn invalid_fixtures_fail_with_their_message() {
    let mut broken = BTreeSet::new();
    let mut goldens = Goldens::new(&testdata("ir/invalid"), &[Kind::Diagnostics]);
    for path in fixtures("invalid") {
        let source = read(&path);
        let module = text::parse(&source).unwrap_or_else(|e| panic!("{}:{e}", path.display()));
        let errors = verify(&module).expect_err(&path.display().to_string());
        let declared = source.lines().next().and_then(|line| line.strip_prefix("; breaks: "));
        let declared = declared.unwrap_or_else(|| panic!("{} does not say what it breaks", path.display()));
        // A fixture may also break other invariants, which the golden lists.
        let found = errors.iter().find(|error| error.invariant.title() == declared);
        broken.insert(found.unwrap_or_else(|| panic!("{}: {errors:?}", path.display())).invariant);
        for error in &errors {
            assert!(error.render(&module).contains(&error.message), "{}", path.display());
        }
        let lines: Vec<String> = errors.iter().map(|error| format!("{error}\n")).collect();
        let golden = format!("{}\n{}", lines.concat(), render(&module, &errors));
        goldens.check(&path, Kind::Diagnostics, &golden);
        // The listing with messages can still be parsed.
        let again =
            text::parse(&render(&module, &errors)).unwrap_or_else(|e| panic!("{}:{e}", path.display()));
        assert_eq!(text::print(&again), text::print(&module));
    }
    goldens.finish();
    let missing: Vec<_> = Invariant::ALL.iter().filter(|invariant| !broken.contains(invariant)).collect();
    assert!(missing.is_empty(), "no fixture breaks {missing:?}");
}

/// Returns a small valid module for the tests to break.
fn small() -> Module {
    let source = "module legal\nentry \"main\" f0 size(1, 1, 1)\n\nfunc f0 \"main\"() {\nb0:\n  \
                  v0: i32 = ineg 1:i32\n  v1: i32 = ineg v0\n  jump b1(v1)\nb1(v2: i32):\n  return\n}\n";
    let module = text::parse(source).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(verify(&module), Ok(()));
    module
}

/// Asserts that a change to the small module breaks an invariant.
#[track_caller]
fn breaks(change: impl FnOnce(&mut Module), expected: Invariant) {
    let mut module = small();
    change(&mut module);
    let errors = verify(&module).expect_err("the module is broken");
    assert!(errors.iter().any(|e| e.invariant == expected), "{errors:?}");
    for error in &errors {
        assert!(!error.render(&module).is_empty() && !error.to_string().is_empty());
    }
    assert!(!text::print(&module).is_empty());
}

/// Returns the only function.
fn func(module: &mut Module) -> &mut nvc_ir::Function {
    let id = module.functions.keys().next().expect("a function");
    &mut module.functions[id]
}

#[test]
fn ids_out_of_their_tables() {
    let far = 1_000_000;
    let (b0, i0) = (Block::from_index(0), Inst::from_index(0));
    breaks(|m| func(m).insts[i0].args = Args::from_slice(&[Value::from_index(far)]), Invariant::Ids);
    breaks(|m| func(m).blocks[b0].insts.push(Inst::from_index(far)), Invariant::Ids);
    breaks(|m| func(m).layout.push(Block::from_index(far)), Invariant::Ids);
    breaks(|m| func(m).blocks[b0].term = Terminator::Return(Some(Value::from_index(far))), Invariant::Ids);
    breaks(|m| func(m).values[Value::from_index(1)].ty = Type::from_index(far), Invariant::Ids);
    breaks(|m| func(m).result = Some(Type::from_index(far)), Invariant::Ids);
    breaks(
        |m| func(m).blocks[Block::from_index(1)].params = Args::from_slice(&[Value::from_index(far)]),
        Invariant::Ids,
    );
    breaks(
        |m| {
            let aside = func(m).new_block();
            func(m).blocks[b0].term = Terminator::Jump(nvc_ir::Target::new(aside));
        },
        Invariant::Ids,
    );
}

#[test]
fn aliases_left_behind() {
    breaks(
        |m| {
            let func = func(m);
            let result = func.insts[Inst::from_index(0)].result.expect("a result");
            let one = func.constant(Types::I32, Const::Bits(1));
            func.replace(result, one);
        },
        Invariant::Ids,
    );
}

#[test]
fn duplicate_blocks_and_instructions() {
    breaks(|m| func(m).layout.push(Block::from_index(1)), Invariant::Shape);
    breaks(|m| func(m).blocks[Block::from_index(1)].insts.push(Inst::from_index(0)), Invariant::Shape);
    breaks(|m| func(m).layout.clear(), Invariant::Shape);
    breaks(
        |m| {
            let func = func(m);
            let result = func.insts[Inst::from_index(1)].result.expect("a result");
            func.values[result].def = ValueDef::Inst(Inst::from_index(0));
            func.blocks[Block::from_index(0)].term = Terminator::Return(None);
            func.layout.pop();
        },
        Invariant::Shape,
    );
}

#[test]
fn an_instruction_in_no_block() {
    breaks(
        |m| {
            func(m).blocks[Block::from_index(0)].insts.remove(0);
        },
        Invariant::Dominance,
    );
}

#[test]
fn an_immediate_of_another_kind() {
    breaks(|m| func(m).set_imm(Inst::from_index(0), Imm::Index(3)), Invariant::Immediates);
    breaks(|m| func(m).insts[Inst::from_index(0)].op = Op::Extract, Invariant::Immediates);
}

#[test]
fn recursive_deep_and_oversized_types_are_rejected() {
    for part in [Types::new().len() as u32, 500] {
        breaks(
            |m| {
                m.types.intern(TypeKind::Pointer(nvc_ir::Space::Function, Type::from_index(part)));
            },
            Invariant::Types,
        );
    }
    breaks(
        |m| {
            let mut ty = Types::I32;
            for _ in 0..100 {
                ty = m.types.array(ty, 2);
            }
        },
        Invariant::Types,
    );
    breaks(
        |m| {
            m.types.intern(TypeKind::Vector(Types::I32, MAX_COMPONENTS + 1));
        },
        Invariant::Types,
    );
}

#[test]
fn a_constant_that_holds_itself() {
    breaks(
        |m| {
            let pair = m.types.vector(Types::I32, 2);
            let func = func(m);
            let own = func.values.next_key();
            func.constant(pair, Const::Composite(vec![own, own]));
        },
        Invariant::Constants,
    );
}

#[test]
fn very_many_errors_are_cut_off() {
    let line = "  v0: i32 = ineg 1.0:f32\n";
    let lines: String = (0..1000).map(|n| line.replace("v0", &format!("v{n}"))).collect();
    let source =
        format!("module legal\nentry \"m\" f0 size(1, 1, 1)\nfunc f0 \"m\"() {{\nb0:\n{lines}  return\n}}\n");
    let module = text::parse(&source).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(verify(&module).expect_err("wrong operands").len(), 100);
}
