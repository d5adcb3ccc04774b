//! A program on the interpreter.

use super::args::Run;
use super::job::Job;
use super::{Ran, fail, fitting, named, trace};
use crate::guard::Guard;
use crate::report;
use crate::status::Status;
use anyhow::Result;
use nvc::{Diagnostics, Folders, Options};

/// Makes the program's IR and interprets it.
pub(crate) fn run(args: &Run, job: &Job, options: &Options, guard: &Guard) -> Result<Ran> {
    let style = args.common.style();
    let loader = Folders::new(&args.common.reading.include);
    let made = guard.run(|| nvc::module_bytes_with(&job.name, &job.bytes, options, args.phase(), &loader));
    let (module, mut output) = match made {
        Ok(made) => made,
        Err(findings) => return Ok(Err(fail(&findings, &named(&job.name), style, Status::Fault))),
    };
    let Some(module) = module else {
        return Ok(Err(fail(&output.diagnostics, &output.sources, style, Status::Input)));
    };
    report::print(&output.messages(style));
    let config = args.config(options);
    let mut memory = job.resources();
    if let Some(traced) = args.traced() {
        fitting::invocation(&module, &job.dispatch, traced)?;
    }
    // What the back end cannot say has no interface to compare with.
    let interface = options.clone().reflect(true).validate(false);
    let compiled = guard.run(|| nvc::compile_bytes_with(&job.name, &job.bytes, &interface, &loader));
    if let Some(reflection) = compiled.ok().and_then(|output| output.reflection) {
        fitting::resources(&reflection, &memory)?;
    }
    let done = guard.run(|| {
        let mut tracer = trace::Printer::new(&output.sources);
        nvc_interp::run(&module, &job.dispatch, &mut memory, &config, Some(&mut tracer))
    });
    Ok(match done {
        Err(findings) => Err(fail(&findings, &output.sources, style, Status::Fault)),
        Ok(Err(fault)) => {
            output.diagnostics = Diagnostics::new();
            output.diagnostics.report(*fault);
            Err(fail(&output.diagnostics, &output.sources, style, Status::Input))
        }
        Ok(Ok(report)) => Ok((memory, report, output.sources)),
    })
}
