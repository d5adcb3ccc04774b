//! Tests generated assembly programs with fixed seeds: the compiler accepts them, a seed always gives the same program, and
//! together they use the instruction table, except for the listed exclusions. Programs of the profile `EXACT` have results
//! that can be compared bit for bit; those of `ANY` are meant only to be compiled. Mutated programs must not crash the
//! compiler.

use nvc::OptLevel;
use nvc_asm::table::Opcode;
use nvc_lab::fuzz::asm::{EXCLUDED, NOT_IN_EXACT, Profile, generate};
use nvc_lab::fuzz::mutate::mutate;
use nvc_lab::fuzz::outcome::{Outcome, compile};
use nvc_lab::fuzz::{Rng, asm};
use std::collections::BTreeSet;

/// Returns the first word of each line of a program, which includes all mnemonics.
fn mnemonics(text: &str) -> BTreeSet<String> {
    let name = |line: &str| line.split(['.', ' ', ';']).next().unwrap_or_default().to_owned();
    text.lines().map(name).collect()
}

/// Returns the instructions of the table that occur in none of 3,000 generated programs.
fn missing(profile: &Profile) -> Vec<&'static str> {
    let mut seen = BTreeSet::new();
    for seed in 0..3000 {
        seen.extend(mnemonics(&generate(seed, profile).text));
    }
    // A mnemonic with a suffix, such as `ADDR`, counts as the instruction without the suffix.
    let seen: BTreeSet<&str> = seen
        .iter()
        .filter_map(|name| Opcode::find_with_suffix(name))
        .map(|(opcode, _)| opcode.mnemonic())
        .collect();
    Opcode::all().map(|row| row.mnemonic).filter(|name| !seen.contains(name)).collect()
}

fn names(lists: &[&'static [(&'static str, &'static str)]]) -> BTreeSet<&'static str> {
    lists.iter().flat_map(|list| list.iter().map(|(name, _)| *name)).collect()
}

#[test]
fn every_row_is_generated_or_excluded() {
    let any: BTreeSet<&str> = missing(&Profile::ANY).into_iter().collect();
    assert_eq!(any, names(&[EXCLUDED]));
    let exact: BTreeSet<&str> = missing(&Profile::EXACT).into_iter().collect();
    assert_eq!(exact, names(&[EXCLUDED, NOT_IN_EXACT]));
}

/// Returns the messages of the programs that do not compile.
fn failures(profile: &Profile, seeds: std::ops::Range<u64>) -> Vec<String> {
    let mut failures = Vec::new();
    for seed in seeds {
        let level = if seed % 2 == 0 { OptLevel::Full } else { OptLevel::None };
        match compile(&generate(seed, profile).text, level) {
            Outcome::Module { .. } => {}
            Outcome::Unsupported(message) | Outcome::Refused(message) | Outcome::Fault(message) => {
                failures.push(format!("seed {seed}: {message}"));
            }
        }
    }
    failures
}

#[test]
fn exact_programs_compile() {
    assert_eq!(failures(&Profile::EXACT, 0..150), [""; 0]);
}

#[test]
fn programs_of_all_kinds_compile() {
    assert_eq!(failures(&Profile::ANY, 0..150), [""; 0]);
}

#[test]
fn mutated_programs_do_not_crash_the_compiler() {
    let mut rng = Rng::new(5);
    for seed in 0..100 {
        let mutant = mutate(&generate(seed, &Profile::ANY).text, &mut rng);
        let outcome = compile(&String::from_utf8_lossy(&mutant), OptLevel::Full);
        assert!(!matches!(outcome, Outcome::Fault(_)), "seed {seed}: {outcome:?}");
    }
}

#[test]
fn a_seed_always_gives_the_same_program() {
    let case = generate(7, &Profile::EXACT);
    assert_eq!(case, asm::generate(7, &Profile::EXACT));
    assert_ne!(case.text, generate(8, &Profile::EXACT).text);
}
