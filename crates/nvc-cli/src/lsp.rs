//! `nvc lsp`: the language server on standard input and output.

use crate::status::Status;
use anyhow::Result;
use clap::Args;
use nvc::{Options, TargetEnv};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct Lsp {
    /// Search DIR for included files, unless the editor's settings name folders
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    include: Vec<PathBuf>,

    /// Vulkan version that diagnostics are for, unless the editor's settings name one
    #[arg(long, value_name = "ENV", default_value = "vulkan1.2", value_parser = crate::args::target::target_env)]
    target_env: TargetEnv,

    /// Accepted for editors that pass it; there is no other way to connect
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Serves an editor until it sends `exit` or closes the pipe.
pub(crate) fn lsp(args: &Lsp) -> Result<Status> {
    let settings = nvc_lsp::Settings {
        include: args.include.clone(),
        options: Options::new().with_target_env(args.target_env),
        ..nvc_lsp::Settings::default()
    };
    let orderly = nvc_lsp::stdio(settings)
        .map_err(|error| anyhow::anyhow!("the connection to the editor failed: {error}"))?;
    // The protocol defines the exit status: `exit` without `shutdown` is an error.
    Ok(if orderly { Status::Done } else { Status::Input })
}
