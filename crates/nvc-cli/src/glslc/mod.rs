//! `nvc glslc`: accepts the command line of glslc, so that nvc can replace glslc in a build.
//!
//! [`invocation`] detects such command lines. [`table`] describes each option. [`parse`] converts the
//! arguments to a [`Line`], and [`plan`] converts that to compile jobs like those of `nvc compile`.
//! `docs/glslc.md` compares the options.

mod help;
mod invocation;
mod limits;
mod line;
mod parse;
mod plan;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use invocation::invocation;

use crate::status::Status;
use crate::{compile, files, report};
use line::Line;
use nvc::render;
use parse::Parsed;
use std::ffi::OsString;
use std::process::ExitCode;

/// Prefixes of errors and warnings that do not concern a source.
const ERROR: &str = "glslc: error: ";
const WARNING: &str = "glslc: warning: ";

/// Runs the command.
pub(crate) fn run(arguments: &[OsString]) -> ExitCode {
    let status = match parse::parse(arguments) {
        Ok(Parsed::Text(text)) => files::write_stdout(text.as_bytes()).map(|()| Status::Done),
        Ok(Parsed::Line(line)) => line_status(&line),
        Err(wrong) => Err(anyhow::anyhow!(wrong)),
    };
    let status = status.unwrap_or_else(|error| {
        report::print(&report::line(ERROR, &format!("{error:#}")));
        Status::Environment
    });
    ExitCode::from(match status {
        // glslc has a single exit status for all errors.
        Status::Environment => Status::Input as u8,
        status => status as u8,
    })
}

/// Compiles the inputs of a command line.
fn line_status(line: &Line) -> anyhow::Result<Status> {
    for warning in &line.warnings {
        report::print(&report::line(WARNING, warning));
    }
    let plan = plan::plan(line)?;
    for refused in &plan.refused {
        report::print(&report::line(ERROR, refused));
    }
    let request = compile::Request {
        options: plan.options,
        include: &line.include,
        include_jail: false,
        stdin_name: None,
        style: render::Style { format: render::Format::Glslc, color: false },
        error: ERROR,
        installed_validator: false,
        max_parallel: plan.max_parallel,
        quiet: false,
        watch: false,
    };
    let status = compile::run(&plan.jobs, request)?;
    Ok(if plan.refused.is_empty() { status } else { status.max(Status::Input) })
}
