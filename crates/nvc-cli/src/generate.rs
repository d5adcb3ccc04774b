//! `nvc completions` and `nvc man`: generates shell completions and manual pages from the definitions of the
//! options.

use crate::status::Status;
use crate::{files, pager};
use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_complete::Shell;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct Completions {
    /// Shell to generate completions for
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

#[derive(Args, Debug)]
pub(crate) struct Man {
    /// Command to print the page of [default: the overview]
    #[arg(value_name = "COMMAND")]
    command: Option<String>,

    /// Write all pages to DIR
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    out_dir: Option<PathBuf>,
}

/// Prints the shell completions for the command-line definition `line`.
pub(crate) fn completions(args: &Completions, mut line: Command) -> Result<Status> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut line, "nvc", &mut text);
    files::write_stdout(&text)?;
    Ok(Status::Done)
}

/// Prints or writes the manual pages for the command-line definition `line`.
pub(crate) fn man(args: &Man, line: Command) -> Result<Status> {
    let mut overview = line.disable_help_subcommand(true);
    overview.build();
    if let Some(dir) = &args.out_dir {
        std::fs::create_dir_all(dir)
            .with_context(|| format!("cannot create the directory {}", dir.display()))?;
        let commands = overview.get_subcommands().filter(|command| !command.is_hide_set());
        for command in std::iter::once(&overview).chain(commands) {
            let (name, text) = page(command)?;
            files::write(&dir.join(name), &text, false)?;
        }
        return Ok(Status::Done);
    }
    let command = match &args.command {
        None => &overview,
        Some(name) => overview.find_subcommand(name).with_context(|| format!("unknown command `{name}`"))?,
    };
    pager::show_manual_page(&page(command)?.1)?;
    Ok(Status::Done)
}

/// Returns the file name and the content of a manual page.
fn page(command: &Command) -> Result<(String, Vec<u8>)> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    let page = clap_mangen::Man::new(command.clone()).source(concat!("nvc ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    page.render(&mut text).context("cannot generate the manual page")?;
    Ok((format!("{name}.1"), text))
}
