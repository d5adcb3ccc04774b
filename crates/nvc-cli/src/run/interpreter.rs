//! A program on the interpreter.

use super::args::Run;
use super::job::Job;
use super::{Ran, fail, fail_compile, fitting, named, trace};
use crate::guard::Guard;
use crate::report;
use crate::status::Status;
use anyhow::Result;
use nvc::{Compiled, Compiler, Diagnostics, Folders, Options, internals};

/// Makes the program's IR and interprets it.
pub(crate) fn run(args: &Run, job: &Job, options: &Options, guard: &Guard) -> Result<Ran> {
    let style = args.common.style();
    let loader = Folders::new(&*args.common.reading.include);
    let compiler = Compiler::new(options.clone()).with_loader(loader.clone());
    let (module, front) =
        match guard.run(|| internals::module(&compiler, &job.name, &job.bytes, args.phase())) {
            Ok(Ok(made)) => made,
            Ok(Err(error)) => return Ok(Err(fail_compile(&error, style))),
            Err(findings) => return Ok(Err(fail(&findings, &named(&job.name), style, Status::Fault))),
        };
    report::print(&front.messages(style));
    let config = args.config(options);
    let mut memory = job.resources();
    if let Some(traced) = args.traced() {
        fitting::invocation(&module, &job.dispatch, traced)?;
    }
    // What the back end cannot say has no interface to compare with.
    let interface =
        Compiler::new(options.clone().with_reflect(true).with_validate(false)).with_loader(loader);
    let compiled = guard.run(|| interface.compile_bytes(&job.name, &job.bytes));
    if let Ok(Ok(Compiled { reflection: Some(reflection), .. })) = compiled {
        fitting::resources(&reflection, &memory)?;
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
