//! `nvc run`: a program on the interpreter.

mod args;
mod data;
mod dump;
mod trace;

use super::guard::Guard;
use super::{Status, files, report};
use anyhow::{Context, Result};
pub(crate) use args::Run;
use nvc::{Diagnostics, Module, Output, SourceMap, render};
use nvc_case::{Folder, Mapping};
use nvc_interp::{Config, Dispatch, Report, Resources};
use std::path::PathBuf;

/// A program, and what it runs over.
struct Job {
    input: PathBuf,
    dispatch: Dispatch,
    resources: Resources,
    /// The case whose memory the run must leave.
    case: Option<Folder>,
}

/// Runs a program.
pub(crate) fn run(args: &Run) -> Result<Status> {
    let status = args.common.check()?;
    if status != Status::Done {
        return Ok(status);
    }
    let mut job = job(args)?;
    let style = args.common.style();
    let guard = Guard::install();
    let bytes = files::read(&job.input)?;
    let name = files::shown_name(&job.input, args.common.reading.stdin_name.as_deref());
    let options = args.common.options();
    let made = guard.run(|| nvc::module_bytes(&name, &bytes, &options, args.phase()));
    let (module, mut output) = match made {
        Ok(made) => made,
        Err(findings) => {
            return Ok(fail(&findings, &named(&name), style, Status::Fault));
        }
    };
    let Some(module) = module else {
        return Ok(fail(&output.diagnostics, &output.sources, style, Status::Input));
    };
    report::print(&output.messages(style));
    let config = args.config(&options);
    let done = guard.run(|| execute(&module, &mut job, &config, &output));
    match done {
        Err(findings) => Ok(fail(&findings, &output.sources, style, Status::Fault)),
        Ok(Err(fault)) => {
            output.diagnostics = Diagnostics::new();
            output.diagnostics.report(*fault);
            Ok(fail(&output.diagnostics, &output.sources, style, Status::Input))
        }
        Ok(Ok(report)) => finish(args, &job, &report, &output.sources, style),
    }
}

/// What the arguments ask for.
fn job(args: &Run) -> Result<Job> {
    if let Some(dir) = &args.case {
        let folder = Folder::load(dir).context("the case cannot be read")?;
        let mapping = Mapping::assembly(&folder.case, &folder.map).context("the case cannot be run")?;
        return Ok(Job {
            input: dir.join(args.input_of_case.as_deref().unwrap_or("driver.nvcp".as_ref())),
            dispatch: nvc_case::dispatch(&folder.case),
            resources: nvc_case::resources(&folder.case, &mapping),
            case: Some(folder),
        });
    }
    Ok(Job {
        input: args.input.clone().context("there is no input")?,
        dispatch: args.dispatch(),
        resources: args.resources()?,
        case: None,
    })
}

fn execute(
    module: &Module,
    job: &mut Job,
    config: &Config,
    output: &Output,
) -> Result<Report, Box<nvc::Diagnostic>> {
    let mut tracer = trace::Printer::new(&output.sources);
    nvc_interp::run(module, &job.dispatch, &mut job.resources, config, Some(&mut tracer))
}

/// Says what the run found, what it left, and where that departs from a case's record.
fn finish(
    args: &Run,
    job: &Job,
    report: &Report,
    sources: &SourceMap,
    style: render::Style,
) -> Result<Status> {
    let mut text: String = report.messages.iter().map(|message| format!("{message}\n")).collect();
    for wanted in &args.dump {
        wanted.print(&job.resources, &mut text)?;
    }
    let mut status = Status::Done;
    if report.findings.has_errors() {
        status = fail(&report.findings, sources, style, Status::Input);
    }
    if let Some(folder) = &job.case {
        let left = nvc_case::outputs(&folder.case, &job.resources);
        for difference in nvc_case::compare(&folder.case, &left, &folder.truth) {
            text.push_str(&format!("{difference}\n"));
            status = Status::Input;
        }
    }
    files::write_stdout(text.as_bytes())?;
    Ok(status)
}

fn named(name: &str) -> SourceMap {
    let mut sources = SourceMap::new();
    sources.add(nvc::Source::new(name, ""));
    sources
}

/// Prints findings, and their number where people read it.
fn fail(findings: &Diagnostics, sources: &SourceMap, style: render::Style, status: Status) -> Status {
    report::print(&render::all(findings, sources, style));
    let summary = render::summary([findings]);
    if style.format == render::Format::Human && !summary.is_empty() {
        report::print(&format!("{summary}\n"));
    }
    status
}
