//! Runs a program on the interpreter.

use super::args::Run;
use super::job::Job;
use super::{RunResult, compatibility, fail, fail_compile, source_name_only, trace};
use crate::guard::Guard;
use crate::report;
use crate::status::Status;
use anyhow::Result;
use nvc::{Compiled, Compiler, Diagnostics, Folders, Options, internals};

/// Compiles the program to IR and interprets it.
pub(crate) fn run(args: &Run, job: &Job, options: &Options, guard: &Guard) -> Result<RunResult> {
    let style = args.common.style();
    let loader = Folders::new(&*args.common.reading.include);
    let compiler = Compiler::new(options.clone()).with_loader(loader.clone());
    let (module, front) = match guard
        .run(|| internals::linked_module(&compiler, job.unit(), &job.linked(), args.phase()))
    {
        Ok(Ok(made)) => made,
        Ok(Err(error)) => return Ok(Err(fail_compile(&error, style))),
        Err(findings) => return Ok(Err(fail(&findings, &source_name_only(&job.name), style, Status::Fault))),
    };
    report::print(&front.messages(style));
    let config = args.config(job.bindings(options));
    let mut memory = job.resources();
    if let Some(traced) = args.traced() {
        compatibility::invocation(&module, &job.dispatch, traced)?;
    }
    // Programs that the back end rejects have no reflection to compare with.
    let interface =
        Compiler::new(options.clone().with_reflect(true).with_validate(false)).with_loader(loader);
    let compiled = guard.run(|| interface.link_bytes(job.unit(), &job.linked()));
    if let Ok(Ok(Compiled { reflection: Some(reflection), .. })) = compiled {
        compatibility::resources(&reflection, &memory)?;
    }
    let done = guard.run(|| {
        let mut tracer = trace::Printer::new(&front.sources);
        nvc_interp::run(&module, &job.dispatch, &mut memory, &config, Some(&mut tracer))
    });
    Ok(match done {
        Err(findings) => Err(fail(&findings, &front.sources, style, Status::Fault)),
        Ok(Err(fault)) => {
            let mut faults = Diagnostics::new();
            faults.report(*fault);
            Err(fail(&faults, &front.sources, style, Status::Input))
        }
        Ok(Ok(report)) => Ok((memory, report, front.sources)),
    })
}
