//! Checks that every instruction occurs in a file test and in a program that is run on test data.

use crate::programs::{Program, by_opcode, executed, file_tests};
use nvc_asm::table::Opcode;

/// Returns the mnemonics of the instructions that no program contains.
fn missing(programs: &[Program]) -> Vec<&'static str> {
    let covered = by_opcode(programs);
    Opcode::all().filter(|row| !covered.contains_key(&row.opcode)).map(|row| row.mnemonic).collect()
}

#[test]
fn every_row_has_a_file_test() {
    let missing = missing(&file_tests());
    assert!(missing.is_empty(), "no file test contains {missing:?}");
}

#[test]
fn every_row_is_executed() {
    let missing = missing(&executed());
    assert!(missing.is_empty(), "no program that is run on test data contains {missing:?}");
}
