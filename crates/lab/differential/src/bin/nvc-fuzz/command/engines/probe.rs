//! Runs mutated modules of a program on the interpreter, for `nvc-fuzz blame`.

use super::interpreter;
use super::job::Job;
use anyhow::Result;
use nvc::internals::Phase;
use nvc::{Limit, Limits, Options};
use nvc_exec::case::Outputs;
use nvc_interp::Config;
use nvc_ir::Module;
use nvc_lab::fuzz::Generated;

/// A program, its inputs and its unmutated module.
pub(crate) struct Probe {
    job: Job,
    module: Module,
}

impl Probe {
    pub(crate) fn new(program: &Generated, options: Options, phase: Phase) -> Result<Self> {
        let job = Job { options, ..Job::new(program)? };
        let module = interpreter::module(&job, phase)?;
        Ok(Probe { job, module })
    }

    /// Returns the unmutated module.
    pub(crate) fn module(&self) -> &Module {
        &self.module
    }

    /// Runs a mutated module on the program's inputs with a step limit. Returns the resulting memory and the
    /// number of steps.
    pub(crate) fn run(&self, module: &Module, steps: u64) -> Result<(Outputs, u64)> {
        let (outputs, report) = interpreter::execute(
            &self.job,
            module,
            &Config { limits: Limits::new().with(Limit::RunSteps, steps), ..Config::default() },
        )?;
        Ok((outputs, report.steps))
    }
}
