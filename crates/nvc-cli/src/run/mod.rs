//! `nvc run`: runs a program on the interpreter or a Vulkan device.

mod args;
mod data;
mod device;
mod dump;
mod image;
mod interpreter;
mod job;
mod vulkan;

use super::guard::Guard;
use super::{Status, files, report};
use anyhow::Result;
pub(crate) use args::Run;
use device::Target;
use job::Job;
use nvc::{CompileError, Diagnostics, SourceMap, render};
use nvc_exec::Resources;

/// The result of a run.
#[derive(Default)]
struct Outcome {
    memory: Resources,
    /// Lines that the program printed.
    messages: Vec<String>,
    /// Findings of `--check`.
    findings: Diagnostics,
    /// Sources that the findings refer to.
    sources: SourceMap,
}

/// The result of a run, or the exit status if an error has been reported already.
type RunResult = Result<Outcome, Status>;

/// Runs a program.
pub(crate) fn run(args: &Run) -> Result<Status> {
    let status = args.common.check();
    if status != Status::Done {
        return Ok(status);
    }
    args.ensure_supported()?;
    let options = args.options();
    let job = Job::new(args, &options)?;
    let guard = Guard::install();
    let ran = match &args.device.device {
        Target::Interpreter => interpreter::run(args, &job, &options, &guard)?,
        Target::Vulkan(selector) => vulkan::run(args, &job, &options, selector, &guard)?,
    };
    match ran {
        Ok(outcome) => finish(args, &job, &outcome),
        Err(status) => Ok(status),
    }
}

/// Prints messages, dumps, findings and the differences from a recorded case.
fn finish(args: &Run, job: &Job, outcome: &Outcome) -> Result<Status> {
    let Outcome { memory, messages, findings, sources } = outcome;
    let style = args.common.style();
    // Each message gets exactly one line break at its end.
    let message = |message: &String| format!("{}\n", message.strip_suffix('\n').unwrap_or(message));
    let mut text: String = messages.iter().map(message).collect();
    for wanted in &args.dump {
        wanted.print(memory, &mut text)?;
    }
    let mut status = Status::Done;
    if findings.has_errors() {
        status = fail(findings, sources, style, Status::Input);
    }
    if let Some(folder) = job.case() {
        let outputs = nvc_exec::case::outputs(&folder.case, memory);
        for difference in nvc_exec::case::compare(&folder.case, &outputs, &folder.truth) {
            text.push_str(&format!("{difference}\n"));
            status = Status::Input;
        }
    }
    files::write_stdout(text.as_bytes())?;
    Ok(status)
}

/// Returns a source map with an empty source of this name, for diagnostics without a location.
fn source_name_only(name: &str) -> SourceMap {
    let mut sources = SourceMap::new();
    sources.add(nvc::Source::new(name, ""));
    sources
}

/// Prints the diagnostics of a failed compilation.
fn fail_compile(error: &CompileError, style: render::Style) -> Status {
    fail(error.diagnostics(), &error.report().sources, style, Status::Input)
}

/// Prints diagnostics, with a summary in the human format.
fn fail(findings: &Diagnostics, sources: &SourceMap, style: render::Style, status: Status) -> Status {
    report::print(&render::all(findings, sources, style));
    let summary = render::summary([findings]);
    if style.format == render::Format::Human && !summary.is_empty() {
        report::print(&format!("{summary}\n"));
    }
    status
}
