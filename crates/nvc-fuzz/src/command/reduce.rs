//! Makes a program smaller while a command says that it still matters.

use anyhow::{Context, Result, ensure};
use nvc_fuzz::reduce::reduce;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Options of `reduce`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The program; the smaller one is written beside it, as FILE.reduced.
    file: PathBuf,
    /// A shell command that succeeds while the program shows what is looked for; it gets the
    /// program's path as $1.
    #[arg(long, value_name = "CMD")]
    command: String,
    /// Where the smaller program is written instead.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    let text = std::fs::read_to_string(&args.file).with_context(|| args.file.display().to_string())?;
    let folder = tempfile::tempdir()?;
    let candidate = folder.path().join("candidate.nvcp");
    let mut tries = 0usize;
    let mut keeps = |text: &str| {
        tries += 1;
        std::fs::write(&candidate, text).is_ok()
            && Command::new("sh")
                .args(["-c", &args.command, "sh"])
                .arg(&candidate)
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|status| status.success())
    };
    ensure!(keeps(&text), "the command fails for {} itself", args.file.display());
    let smaller = reduce(&text, &mut keeps);
    let output = args.output.clone().unwrap_or_else(|| {
        let mut name = args.file.clone().into_os_string();
        name.push(".reduced");
        PathBuf::from(name)
    });
    std::fs::write(&output, &smaller).with_context(|| output.display().to_string())?;
    let lines = |text: &str| text.lines().count();
    println!("{} lines of {} in {tries} tries: {}", lines(&smaller), lines(&text), output.display());
    Ok(true)
}
