//! A program on the interpreter, in forms that nvc does not make of it.

use super::interpreter;
use super::job::Job;
use anyhow::Result;
use nvc::Options;
use nvc::internals::Phase;
use nvc_exec::case::Outputs;
use nvc_fuzz::Generated;
use nvc_interp::Config;
use nvc_ir::Module;

/// A program with its inputs, and its module.
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

    /// The module that nvc makes of the program.
    pub(crate) fn module(&self) -> &Module {
        &self.module
    }

    /// What a module in its place leaves, if it takes at most so many steps, and how many it took.
    pub(crate) fn run(&self, module: &Module, steps: u64) -> Result<(Outputs, u64)> {
        let (outputs, report) =
            interpreter::execute(&self.job, module, &Config { steps, ..Config::default() })?;
        Ok((outputs, report.steps))
    }
}
