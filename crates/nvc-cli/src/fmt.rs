//! `nvc fmt`: formats assembly files in place.

use crate::args::messages::Messages;
use crate::batch::{self, Input};
use crate::files::STANDARD;
use crate::status::Status;
use crate::{files, report};
use anyhow::Result;
use clap::Args;
use nvc::{FormatStyle, Language, Source};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(crate) struct Fmt {
    /// Assembly files, or directories of these; `-` formats stdin to stdout
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,

    /// Write nothing; list the files that are not formatted, and exit with status 1 if there are any
    #[arg(long)]
    check: bool,

    /// Spaces per nested block
    #[arg(long, value_name = "N", default_value = "2", conflicts_with = "tabs", value_parser = clap::value_parser!(u8).range(..=16))]
    indent: u8,

    /// Indent with tabs
    #[arg(long)]
    tabs: bool,

    #[command(flatten)]
    messages: Messages,
}

/// Formats the files. A file with a syntax error is left unchanged, and the others are still formatted.
pub(crate) fn fmt(args: &Fmt) -> Result<Status> {
    let mut status = Status::Done;
    for input in batch::inputs(&args.inputs)? {
        status = status.max(one(&input, args)?);
    }
    Ok(status)
}

fn one(input: &Input, args: &Fmt) -> Result<Status> {
    let path = &input.path;
    let name = files::shown_name(path, None);
    let Ok(text) = String::from_utf8(files::read(path)?) else {
        report::print(&report::line(report::ERROR, &format!("{name} is not UTF-8 text")));
        return Ok(Status::Input);
    };
    let before = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let source = Source::new(name, before);
    // GLSL files in a directory are skipped.
    if input.folder.is_some() && Language::of(&source) != Language::NvAsm {
        return Ok(Status::Done);
    }
    let style = FormatStyle::default().with_indent((!args.tabs).then_some(args.indent));
    let after = match nvc::format(&source, style) {
        Ok(after) => after,
        Err(error) => {
            report::print(&error.messages(args.messages.style()));
            return Ok(Status::Input);
        }
    };
    if !args.check {
        files::write(path, after.as_bytes(), false)?;
        return Ok(Status::Done);
    }
    if after == text {
        return Ok(Status::Done);
    }
    let shown =
        if path == Path::new(STANDARD) { source.name.to_string() } else { path.display().to_string() };
    files::write_stdout(format!("{shown}\n").as_bytes())?;
    Ok(Status::Input)
}
