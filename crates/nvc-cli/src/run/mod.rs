//! `nvc run`: a program on the interpreter or a Vulkan device.

mod args;
mod data;
mod device;
mod dump;
mod fitting;
mod image;
mod interpreter;
mod job;
mod trace;
mod vulkan;

use super::guard::Guard;
use super::{Status, files, report};
use anyhow::Result;
pub(crate) use args::Run;
use device::Target;
use job::Job;
use nvc::{CompileError, Diagnostics, SourceMap, render};
use nvc_exec::Resources;
use nvc_interp::Report;

/// What a run left, what it found, and the text that this points into; or how it ended, if it has been
/// said why.
type Ran = Result<(Resources, Report, SourceMap), Status>;

/// Runs a program.
pub(crate) fn run(args: &Run) -> Result<Status> {
    let status = args.common.check()?;
    if status != Status::Done {
        return Ok(status);
    }
    args.ensure_fitting()?;
    let options = args.options();
    let job = Job::new(args, &options)?;
    let guard = Guard::install();
    let ran = match &args.device.device {
        Target::Interpreter => interpreter::run(args, &job, &options, &guard)?,
        Target::Vulkan(selector) => vulkan::run(args, &job, &options, selector, &guard)?,
    };
    match ran {
        Ok((memory, report, sources)) => finish(args, &job, &memory, &report, &sources),
        Err(status) => Ok(status),
    }
}

/// Says what the run found, what it left, and where that departs from a case's record.
fn finish(args: &Run, job: &Job, memory: &Resources, report: &Report, sources: &SourceMap) -> Result<Status> {
    let style = args.common.style();
    // A message is a line, whether or not its text ends with one.
    let message = |message: &String| format!("{}\n", message.strip_suffix('\n').unwrap_or(message));
    let mut text: String = report.messages.iter().map(message).collect();
    for wanted in &args.dump {
        wanted.print(memory, &mut text)?;
    }
    let mut status = Status::Done;
    if report.findings.has_errors() {
        status = fail(&report.findings, sources, style, Status::Input);
    }
    if let Some(folder) = job.case() {
        let left = nvc_exec::case::outputs(&folder.case, memory);
        for difference in nvc_exec::case::compare(&folder.case, &left, &folder.truth) {
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

/// Prints why a program does not compile.
fn fail_compile(error: &CompileError, style: render::Style) -> Status {
    fail(error.diagnostics(), &error.report().sources, style, Status::Input)
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
