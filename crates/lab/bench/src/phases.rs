//! Measures the time of each compiler phase, as a median over several runs.

use crate::corpus::Program;
use crate::stats::median;
use nvc_diag::{Code, Diagnostic, Diagnostics, FileId, Reported, Severity};
use nvc_spirv::Validation;
use std::time::{Duration, Instant};

/// A compiler phase and its time.
pub struct Phase {
    /// Name of the phase; `pass NAME` for a pass of the optimiser.
    pub name: String,
    /// Median time of all runs.
    pub time: Duration,
}

/// The phases of a program in execution order, or the first error if it does not compile or cannot be validated.
pub type Outcome = Result<Vec<Phase>, String>;

/// Measures the phases of one program over `runs` runs, after one warm-up run.
pub fn measure(program: &Program, runs: u32, validate: bool) -> Outcome {
    compile(program, validate)?;
    let mut names: Vec<String> = Vec::new();
    let mut samples: Vec<Vec<Duration>> = Vec::new();
    for _ in 0..runs {
        let clock = compile(program, validate)?;
        // The compiler is deterministic, so every run has the same sequence of phases.
        samples.resize_with(clock.laps.len(), Vec::new);
        for ((_, time), samples) in clock.laps.iter().zip(&mut samples) {
            samples.push(*time);
        }
        names = clock.laps.into_iter().map(|(name, _)| name).collect();
    }
    let phases = names.into_iter().zip(&samples);
    Ok(phases.map(|(name, samples)| Phase { name, time: median(samples) }).collect())
}

/// Records how long each phase takes.
struct Clock {
    last: Instant,
    laps: Vec<(String, Duration)>,
}

impl Clock {
    /// Ends the current phase, naming it `prefix` + `name`, and starts the next.
    fn lap(&mut self, prefix: &str, name: &str) {
        let time = self.last.elapsed();
        self.laps.push((format!("{prefix}{name}"), time));
        self.last = Instant::now();
    }
}

fn compile(program: &Program, validate: bool) -> Result<Clock, String> {
    let mut diags = Diagnostics::new();
    let mut clock = Clock { last: Instant::now(), laps: Vec::new() };
    match phases(program, validate, &mut clock, &mut diags) {
        Ok(()) => Ok(clock),
        Err(_) => Err(first_error(&diags)),
    }
}

fn phases(
    program: &Program,
    validate: bool,
    clock: &mut Clock,
    diags: &mut Diagnostics,
) -> Result<(), Reported> {
    let resolved = nvc_asm::resolve(FileId::new(0), &program.text, diags)?;
    clock.lap("", "parse and resolve");
    let mut module = nvc_asm::lower(&resolved, nvc_asm::LowerOptions::default(), diags)?;
    clock.lap("", "lower");
    let options = nvc_passes::Options::default();
    nvc_passes::run(&mut module, &options, diags, &mut |pass, _| clock.lap("pass ", pass.name))?;
    // The work of the pipeline after the last pass (the verifier, if requested).
    clock.lap("", "finish");
    let env = options.target_env;
    let options = nvc_spirv::Options { target_env: env, ..nvc_spirv::Options::default() };
    let binary = nvc_spirv::emit(&module, &options, diags)?;
    clock.lap("", "emit");
    if validate {
        let verdict = nvc_spirv::validate(&binary.words, env);
        clock.lap("", "validate");
        if let Validation::Invalid { message, .. } | Validation::Unavailable { reason: message } = verdict {
            return Err(diags.report(Diagnostic::new(Code::N0901, None, message)));
        }
    }
    Ok(())
}

fn first_error(diags: &Diagnostics) -> String {
    let error = diags.iter().find(|d| d.severity >= Severity::Error);
    error.map_or_else(|| "unknown error".to_owned(), |d| format!("{}: {}", d.code, d.message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_are_in_order() -> Result<(), String> {
        let text = crate::startup::PROGRAM.to_owned();
        let phases = measure(&Program { name: "small".into(), text }, 3, false)?;
        let names: Vec<&str> = phases.iter().map(|phase| phase.name.as_str()).collect();
        let fixed: Vec<&str> = names.iter().copied().filter(|name| !name.starts_with("pass ")).collect();
        assert_eq!(fixed, ["parse and resolve", "lower", "finish", "emit"]);
        Ok(())
    }

    #[test]
    fn errors_are_reported() {
        let outcome = measure(&Program { name: "wrong".into(), text: "no program".into() }, 1, false);
        assert!(outcome.is_err_and(|message| message.starts_with("N0101")));
    }
}
