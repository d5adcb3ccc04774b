//! `nvc extract`: extracts the assembly listing from an OpenGL program binary.

use crate::args::messages::Messages;
use crate::status::Status;
use crate::{files, report};
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct Extract {
    /// Program binary of NVIDIA's OpenGL driver; `-` for stdin
    #[arg(value_name = "FILE")]
    input: PathBuf,

    /// Write the listing to FILE [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Extract the Nth compute listing, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    number: Option<u16>,

    #[command(flatten)]
    messages: Messages,
}

/// Extracts the listing and writes it.
pub(crate) fn extract(args: &Extract) -> Result<Status> {
    let bytes = files::read(&args.input)?;
    let name = files::shown_name(&args.input, None);
    match nvc::listing(&name, &bytes, args.number.map(usize::from)) {
        Ok(source) => {
            let mut text = source.text.to_string();
            if !text.ends_with('\n') {
                text.push('\n');
            }
            let path = args.output.as_deref().unwrap_or(files::STANDARD.as_ref());
            files::write(path, text.as_bytes(), false)?;
            Ok(Status::Done)
        }
        Err(output) => {
            report::print(&output.messages(args.messages.style()));
            Ok(Status::Input)
        }
    }
}
