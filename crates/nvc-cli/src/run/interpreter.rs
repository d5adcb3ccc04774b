//! Runs a program on the interpreter.

use super::args::Run;
use super::job::Job;
use super::{Outcome, RunResult, fail, fail_compile, source_name_only};
use crate::guard::Guard;
use crate::report;
use crate::status::Status;
use anyhow::Result;
use nvc::{Compiler, Diagnostics, Options};
use nvc_run::{Error, Program, TraceText};

/// Compiles the program to IR and interprets it.
pub(crate) fn run(args: &Run, job: &Job, options: &Options, guard: &Guard) -> Result<RunResult> {
    let style = args.common.style();
    let loader = args.common.reading.folders();
    let compiler = Compiler::new(options.clone()).with_loader(loader);
    let program = match guard.run(|| Program::link(&compiler, job.unit(), &job.linked(), args.phase())) {
        Ok(Ok(program)) => program,
        Ok(Err(error)) => return Ok(Err(fail_compile(&error, style))),
        Err(findings) => return Ok(Err(fail(&findings, &source_name_only(&job.name), style, Status::Fault))),
    };
    let sources = &program.report().sources;
    report::print(&program.report().messages(style));
    let prepared =
        args.prepare(nvc_run::Run::new(&program)).memory(job.resources()).dispatch(job.dispatch.clone());
    let done = guard.run(|| match args.traced() {
        Some(invocation) => prepared.execute_traced(invocation, &mut TraceText::new(sources, report::print)),
        None => prepared.execute(),
    });
    Ok(match done {
        Err(findings) => Err(fail(&findings, sources, style, Status::Fault)),
        Ok(Err(Error::Fault(fault))) => {
            let mut faults = Diagnostics::new();
            faults.report(*fault);
            Err(fail(&faults, sources, style, Status::Input))
        }
        Ok(Err(error)) => return Err(error.into()),
        Ok(Ok(results)) => Ok(Outcome {
            memory: results.memory,
            messages: results.messages,
            findings: results.findings,
            sources: sources.clone(),
        }),
    })
}
