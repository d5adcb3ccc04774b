//! What the interpreter finds undefined in a program, so that a smaller one can be held to no more of it.

use super::interpreter;
use super::job::Job;
use anyhow::{Result, ensure};
use nvc::internals::Phase;
use nvc_fuzz::Generated;
use nvc_interp::{Config, DEFAULT_STEPS};
use nvc_ir::{Const, Function, Module};
use std::collections::BTreeMap;

/// What is undefined in a program, and how long it runs.
pub(crate) struct Soundness {
    /// How often the interpreter finds something of a code.
    findings: BTreeMap<&'static str, usize>,
    /// Uses of values that nothing defines. Registers and variables are values before a program runs, so
    /// the interpreter sees none of their reads. Those that no run reaches count, too.
    undefined: usize,
    /// Instructions on floats whose result may be another on another device.
    inexact: usize,
    /// Instructions that ran.
    steps: u64,
}

impl Soundness {
    /// That of a program by itself.
    pub(crate) fn of(program: &Generated) -> Result<Self> {
        Soundness::in_steps(&Job::new(program)?, DEFAULT_STEPS)
    }

    fn in_steps(job: &Job, steps: u64) -> Result<Self> {
        let config = Config { check: true, exact: true, steps, ..Config::default() };
        let module = interpreter::module(job, Phase::Built)?;
        let (_, report) = interpreter::execute(job, &module, &config)?;
        let mut findings = BTreeMap::new();
        for finding in report.findings.iter() {
            *findings.entry(finding.code.as_str()).or_default() += 1;
        }
        Ok(Soundness {
            findings,
            undefined: undefined(&module),
            inexact: report.inexact,
            steps: report.steps,
        })
    }

    /// Whether a program that was made of this one is as sound; an error says in what it is not.
    pub(crate) fn holds(&self, program: &Generated) -> Result<()> {
        // One that lost the end of a loop does not come back.
        let smaller = Soundness::in_steps(&Job::new(program)?, self.steps.saturating_mul(2))?;
        ensure!(smaller.undefined <= self.undefined, "a value is used that nothing defines");
        ensure!(smaller.inexact <= self.inexact, "floats are rounded, denormal or no numbers");
        for (code, count) in &smaller.findings {
            let known = self.findings.get(code).copied().unwrap_or(0);
            ensure!(*count <= known, "the interpreter finds {code}");
        }
        Ok(())
    }
}

/// How often a module uses undefined values. A vector of which a part was written counts, since the rest
/// of it has no value.
fn undefined(module: &Module) -> usize {
    module.functions.values().map(undefined_in).sum()
}

fn undefined_in(func: &Function) -> usize {
    let mut count = 0;
    let mut look = |value| {
        let value = func.resolve(value);
        count += usize::from(func.as_const(value) == Some(&Const::Undef));
    };
    for (_, block) in func.blocks_in_order() {
        for &inst in &block.insts {
            func.insts[inst].args.iter().copied().for_each(&mut look);
        }
        block.term.values().for_each(&mut look);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Kind;
    use nvc::Language;

    fn generated(language: Language, seed: u64) -> Generated {
        Generated::new(language, seed, &Kind::Exact.profile())
    }

    #[test]
    fn generated_programs_are_sound() {
        for language in Language::ALL {
            for seed in 0..20 {
                let program = generated(language, seed);
                let soundness = Soundness::of(&program).expect("it runs");
                assert!(soundness.findings.is_empty(), "{seed}: {:?}", soundness.findings);
                assert_eq!(soundness.undefined, 0, "{seed}");
                // What packs bytes scales them by 127 or 255, and rounds the result.
                let scales = ["PK4", "UP4", "PK2", "UP2"].iter().any(|word| program.text.contains(word));
                assert!(soundness.inexact == 0 || scales, "{seed}: {}", soundness.inexact);
            }
        }
    }

    /// What is said of a generated program in which some words are replaced.
    fn changed(whole: &Generated, from: &str, to: &str) -> String {
        let smaller = Generated { text: whole.text.replacen(from, to, 1), ..whole.clone() };
        assert_ne!(smaller.text, whole.text, "the program has `{from}`");
        let soundness = Soundness::of(whole).expect("it runs");
        soundness.holds(&smaller).map_or_else(|error| format!("{error:#}"), |()| "sound".to_owned())
    }

    #[test]
    fn what_is_lost_is_seen() {
        let whole = generated(Language::NvAsm, 1);
        let changed = |from, to| changed(&whole, from, to);
        let undefined = "a value is used that nothing defines";
        assert_eq!(changed("# seed 1\n", ""), "sound");
        assert_eq!(changed("MOV.U i3, invocation.localid.xyzx;\n", ""), undefined);
        assert_eq!(
            changed("MOV.U i3, invocation.localid.xyzx;", "MOV.U i3.xyz, invocation.localid;"),
            undefined
        );
        assert_eq!(changed("XOR.U ia[3], i3, {3, 77, 0, 3};\n", ""), undefined);
        assert_eq!(
            changed("MUL.U at.x, invocation.localindex.x,", "MUL.U at.x, 7,"),
            "the interpreter finds N0805"
        );
        let inexact = "floats are rounded, denormal or no numbers";
        assert_eq!(
            changed("SUB.F f1, {64.0, 32.0, 16.0, 0.5}", "SUB.F f1, {64.0, 32.0, 16.0, 0.3}"),
            inexact
        );
        assert_eq!(changed("MUL.F f0, f0, {0.0625,", "MUL.F f0, z, {0.0625,"), inexact);
    }

    #[test]
    fn what_is_lost_is_seen_in_glsl() {
        let whole = generated(Language::Glsl, 300_486);
        let changed = |from, to| changed(&whole, from, to);
        assert_eq!(changed("// seed 300486\n", ""), "sound");
        assert_eq!(changed("uint fold = 17u;", "uint fold;"), "a value is used that nothing defines");
        assert_eq!(changed("words[i * 7 + 3]", "words[i * 77 + 3]"), "the interpreter finds N0803");
        assert_eq!(changed("    barrier();\n", ""), "the interpreter finds N0804");
        let endless = changed("for (int i = 0; i < 8; i++) fold", "for (int i = 0; i < 8;) fold");
        assert!(endless.contains("step limit"), "{endless}");
    }
}
