//! Every row of the instruction table has a file test and a program that runs with data.

use crate::programs::{by_opcode, executed, file_tests};
use nvc_asm::table::Opcode;
use std::collections::BTreeMap;

/// Rows that no CPU driver has executed: mnemonic, then the reason.
const UNEXECUTED: &str = "testdata/asm/unexecuted.txt";

#[test]
fn every_row_has_a_file_test() {
    let programs = file_tests();
    let covered = by_opcode(&programs);
    let missing: Vec<&str> =
        Opcode::all().filter(|row| !covered.contains_key(&row.opcode)).map(|row| row.mnemonic).collect();
    assert!(missing.is_empty(), "no program of testdata/asm has {missing:?}");
}

#[test]
fn every_row_is_executed_or_listed() {
    let text = crate::read(UNEXECUTED);
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let listed: BTreeMap<&str, &str> = lines.filter_map(|line| line.split_once(' ')).collect();
    let programs = executed();
    let covered = by_opcode(&programs);
    let mut wrong = Vec::new();
    for row in Opcode::all() {
        let name = row.mnemonic;
        match (covered.contains_key(&row.opcode), listed.get(name)) {
            (true, Some(_)) => wrong.push(format!("{name} is executed now: remove it from {UNEXECUTED}")),
            (false, None) => wrong.push(format!("{name} is in no program with data and not in {UNEXECUTED}")),
            (true, None) => {}
            (false, Some(reason)) => assert!(!reason.trim().is_empty(), "{name} has no reason"),
        }
    }
    let unknown = listed.keys().filter(|name| Opcode::find(name).is_none());
    wrong.extend(unknown.map(|name| format!("{name} in {UNEXECUTED} is no instruction")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
