//! Runs a program on OpenGL, through the driver's own compiler or assembler.

use super::job::{Job, RunOutcome};
use anyhow::Result;
use nvc::Language;
use nvc_exec::case::Map;
use nvc_lab::opengl::{Context, Error};

/// The outcome of a program, and the listing that the driver generated from GLSL.
pub(crate) struct Done {
    pub(crate) outcome: RunOutcome,
    pub(crate) listing: Option<(String, Map)>,
}

/// Runs a program in its own context, because a program that exceeds the driver's time limit loses the
/// context.
pub(crate) fn run(job: &Job) -> Result<Done> {
    let context = Context::open()?;
    let lacks = |feature: String| Ok(Done { outcome: RunOutcome::MissingFeature(feature), listing: None });
    let program = match job.language {
        Language::NvAsm if !context.has_assembler() => return lacks("GL_NV_compute_program5".to_owned()),
        Language::NvAsm => context.assembly(&job.text)?,
        _ => match context.glsl(&job.text) {
            // A driver without NVIDIA's assembler also lacks NVIDIA's GLSL extensions.
            Err(Error::Rejected { log, .. }) if !context.has_assembler() => return lacks(log),
            program => program?,
        },
    };
    let outputs = context.run(&program, &job.inputs, &job.map)?;
    let listing = program.listing().map(|listing| (listing.to_owned(), context.map(&program, &job.text)));
    Ok(Done { outcome: RunOutcome::Memory(vec![("through its own compiler", outputs)]), listing })
}
