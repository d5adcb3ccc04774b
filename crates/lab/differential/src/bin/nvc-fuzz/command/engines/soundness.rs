//! Counts the undefined behaviour of a program, so that the reducer can reject smaller programs that have more.

use super::interpreter;
use super::job::Job;
use anyhow::{Result, ensure};
use nvc::internals::Phase;
use nvc::{Limit, Limits};
use nvc_interp::{Config, DEFAULT_STEPS};
use nvc_ir::{Const, Function, Module};
use nvc_lab::fuzz::Generated;
use std::collections::BTreeMap;

/// The undefined and device-dependent behaviour of a program, and the number of steps that it runs.
pub(crate) struct Soundness {
    /// Number of run-time findings of the interpreter, by diagnostic code.
    findings: BTreeMap<&'static str, usize>,
    /// Number of uses of undefined values in the module, executed or not. They are counted statically
    /// because the interpreter's checks do not report reads of uninitialised registers and variables, which
    /// are SSA values.
    undefined: usize,
    /// Number of executed float instructions whose result may depend on the device.
    inexact: usize,
    /// Number of interpreter steps ([`nvc_interp::Report::steps`]).
    steps: u64,
}

impl Soundness {
    /// Measures a program.
    pub(crate) fn of(program: &Generated) -> Result<Self> {
        Soundness::with_limit(&Job::new(program)?, DEFAULT_STEPS)
    }

    fn with_limit(job: &Job, steps: u64) -> Result<Self> {
        let config = Config {
            check: true,
            exact: true,
            limits: Limits::new().with(Limit::RunSteps, steps),
            ..Config::default()
        };
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

    /// Returns an error if `program`, which was reduced from the measured program, has more undefined behaviour
    /// or more float instructions with device-dependent results.
    pub(crate) fn check_reduced(&self, program: &Generated) -> Result<()> {
        // The steps are limited because the reducer may have removed a loop exit.
        let reduced = Soundness::with_limit(&Job::new(program)?, self.steps.saturating_mul(2))?;
        ensure!(reduced.undefined <= self.undefined, "an undefined value is used");
        ensure!(reduced.inexact <= self.inexact, "floats are rounded, denormal or NaN");
        for (code, count) in &reduced.findings {
            let known = self.findings.get(code).copied().unwrap_or(0);
            ensure!(*count <= known, "the interpreter finds {code}");
        }
        Ok(())
    }
}

/// Counts the uses of undefined values in a module. Partially written vectors count too, since their other
/// components are undefined.
fn undefined(module: &Module) -> usize {
    module.functions.values().map(undefined_in).sum()
}

fn undefined_in(func: &Function) -> usize {
    let mut count = 0;
    let mut count_use = |value| {
        let value = func.resolve(value);
        count += usize::from(func.as_const(value) == Some(&Const::Undef));
    };
    for (_, block) in func.blocks_in_order() {
        for &inst in &block.insts {
            func.insts[inst].args.iter().copied().for_each(&mut count_use);
        }
        block.term.values().for_each(&mut count_use);
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
                // Packing and unpacking scales by 127, 255 or 65535 or converts to half precision, which rounds.
                let rounds = ["PK4", "UP4", "PK2", "UP2"].iter().any(|word| program.text.contains(word));
                assert!(soundness.inexact == 0 || rounds, "{seed}: {}", soundness.inexact);
            }
        }
    }

    /// Returns the verdict on a generated program after replacing `from` with `to`.
    fn changed(original: &Generated, from: &str, to: &str) -> String {
        let reduced = Generated { text: original.text.replacen(from, to, 1), ..original.clone() };
        assert_ne!(reduced.text, original.text, "the program does not contain `{from}`");
        let soundness = Soundness::of(original).expect("it runs");
        soundness.check_reduced(&reduced).map_or_else(|error| format!("{error:#}"), |()| "sound".to_owned())
    }

    #[test]
    fn unsound_changes_of_assembly_are_found() {
        let original = generated(Language::NvAsm, 1);
        let changed = |from, to| changed(&original, from, to);
        let undefined = "an undefined value is used";
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
        let inexact = "floats are rounded, denormal or NaN";
        assert_eq!(
            changed("SUB.F f1, {64.0, 32.0, 16.0, 0.5}", "SUB.F f1, {64.0, 32.0, 16.0, 0.3}"),
            inexact
        );
        assert_eq!(changed("MUL.F f0, f0, {0.0625,", "MUL.F f0, z, {0.0625,"), inexact);
    }

    #[test]
    fn unsound_changes_of_glsl_are_found() {
        let original = generated(Language::Glsl, 300_486);
        let changed = |from, to| changed(&original, from, to);
        assert_eq!(changed("// seed 300486\n", ""), "sound");
        assert_eq!(changed("uint fold = 17u;", "uint fold;"), "an undefined value is used");
        assert_eq!(changed("words[i * 7 + 3]", "words[i * 77 + 3]"), "the interpreter finds N0803");
        assert_eq!(changed("    barrier();\n", ""), "the interpreter finds N0804");
        let endless = changed("for (int i = 0; i < 8; i++) fold", "for (int i = 0; i < 8;) fold");
        assert!(endless.contains("step limit"), "{endless}");
    }
}
