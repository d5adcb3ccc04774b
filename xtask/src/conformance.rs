//! `cargo xtask conformance`, `cargo xtask record` and `cargo xtask bench --gpu`: build `nvc-conformance`
//! and run it.

use crate::command;
use anyhow::Result;
use std::path::PathBuf;
use std::process::Command;

/// The page whose tables are written.
const PAGE: &str = "crates/lab/logs/conformance.md";

/// Options of `cargo xtask conformance`.
#[derive(clap::Args)]
pub struct MatrixArgs {
    /// Also run the interpreter after each pass in turn.
    #[arg(long)]
    each_pass: bool,
    /// Only this column: built, legal, each-pass, vulkan:N or opengl. May be given several times.
    #[arg(long, value_name = "COLUMN")]
    only: Vec<String>,
    /// Programs at a time.
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Print what differs where that is expected, too.
    #[arg(long)]
    verbose: bool,
    /// Leave the tables of the page as they are.
    #[arg(long)]
    no_write: bool,
    /// Only cases whose name contains this; the tables stay as they are.
    filter: Option<String>,
}

/// Options of `cargo xtask record`.
#[derive(clap::Args)]
pub struct RecordArgs {
    /// Folders of cases, or folders of such folders. Each needs case.toml, and main.comp or driver.nvcp.
    #[arg(required = true, value_name = "DIR")]
    dirs: Vec<PathBuf>,
    /// Replace what is recorded already.
    #[arg(long)]
    force: bool,
}

/// Runs `nvc-conformance matrix`.
pub fn matrix(args: &MatrixArgs) -> Result<()> {
    let mut line = tool()?;
    line.arg("matrix");
    if !args.no_write {
        line.args(["--page", PAGE]);
    }
    for (name, given) in [("--each-pass", args.each_pass), ("--verbose", args.verbose)] {
        if given {
            line.arg(name);
        }
    }
    for column in &args.only {
        line.args(["--only", column]);
    }
    if let Some(jobs) = args.jobs {
        line.args(["--jobs", &jobs.to_string()]);
    }
    line.args(&args.filter);
    command::run(&mut line)
}

/// Runs `nvc-conformance record`.
pub fn record(args: &RecordArgs) -> Result<()> {
    let mut line = tool()?;
    line.arg("record");
    if args.force {
        line.arg("--force");
    }
    for dir in &args.dirs {
        line.arg(std::path::absolute(dir)?);
    }
    command::run(&mut line)
}

/// Runs `nvc-conformance time` on the Vulkan device at this position.
pub fn time(device: usize, queries: u32, filter: Option<&str>) -> Result<()> {
    let mut line = tool()?;
    line.args(["time", "--device", &device.to_string(), "--queries", &queries.to_string()]);
    if let Some(filter) = filter {
        line.args(["--filter", filter]);
    }
    command::run(&mut line)
}

/// The built tool, to be run in the root.
fn tool() -> Result<Command> {
    command::run(&mut command::cargo(&["build", "--package", "nvc-conformance"]))?;
    let name = format!("nvc-conformance{}", std::env::consts::EXE_SUFFIX);
    let mut line = Command::new(command::target_directory()?.join("debug").join(name));
    line.current_dir(command::root());
    Ok(line)
}
