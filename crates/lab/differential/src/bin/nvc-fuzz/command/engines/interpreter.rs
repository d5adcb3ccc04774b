//! Runs a program on the interpreter, as built and after all passes.

use super::job::{Job, RunOutcome};
use anyhow::{Result, anyhow, bail};
use nvc::internals::Phase;
use nvc::{Code, Compiler, internals};
use nvc_exec::case::Outputs;
use nvc_interp::{Config, Report};
use nvc_ir::Module;

pub(crate) fn run(job: &Job) -> Result<RunOutcome> {
    let forms = [("as built", Phase::Built), ("after the passes", Phase::Legal)];
    let memory = forms.into_iter().map(|(name, phase)| Ok((name, outputs(job, phase)?)));
    memory.collect::<Result<_>>().map(RunOutcome::Memory)
}

/// Returns the interpreter's message about the first data race in the program, if there is one.
pub(crate) fn race(job: &Job) -> Result<Option<String>> {
    let (_, report) = run_phase(job, Phase::Built, true)?;
    let race = report.findings.iter().find(|finding| finding.code == Code::N0805);
    Ok(race.map(|finding| finding.message.to_string()))
}

/// Returns the memory after a run of the program at this pipeline phase. Fails if the run-time checks find an error.
fn outputs(job: &Job, phase: Phase) -> Result<Outputs> {
    let (outputs, report) = run_phase(job, phase, job.checked)?;
    if let Some(finding) = report.findings.iter().next() {
        bail!("the interpreter finds {}: {}", finding.code, finding.message);
    }
    Ok(outputs)
}

/// Runs the program at this pipeline phase. Returns its memory and, if `check` is set, the findings of the
/// run-time checks.
fn run_phase(job: &Job, phase: Phase, check: bool) -> Result<(Outputs, Report)> {
    execute(job, &module(job, phase)?, &Config { check, ..Config::default() })
}

/// Returns the program's module at this pipeline phase.
pub(super) fn module(job: &Job, phase: Phase) -> Result<Module> {
    let compiler = Compiler::new(job.options.clone());
    let built = internals::module(&compiler, "generated", job.text.as_bytes(), phase);
    built
        .map(|(module, _)| module)
        .map_err(|error| anyhow!("{}", error.messages(nvc::render::Style::default())))
}

/// Runs a module on the program's inputs.
pub(super) fn execute(job: &Job, module: &Module, config: &Config) -> Result<(Outputs, Report)> {
    let mut memory = nvc_exec::case::resources(&job.inputs, &job.mapping);
    let report = nvc_interp::run(module, &nvc_exec::case::dispatch(&job.inputs), &mut memory, config, None)
        .map_err(|fault| anyhow!("the interpreter: {}", fault.message))?;
    Ok((nvc_exec::case::outputs(&job.inputs, &memory), report))
}
