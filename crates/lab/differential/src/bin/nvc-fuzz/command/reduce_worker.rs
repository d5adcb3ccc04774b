//! The worker process of `reduce`: reads programs from standard input, one JSON string per line, runs them
//! on the engines, and reports like a worker of `check`.

use super::Kind;
use super::engines::{EngineName, Engines, Soundness};
use super::report::{Message, Report};
use anyhow::{Context, Result};
use nvc::Language;
use nvc_lab::fuzz::Generated;
use std::path::PathBuf;

/// Options of the process.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The original program. Candidates may have the undefined behaviour that it has, but no more.
    file: PathBuf,
    /// The language: nvasm or glsl.
    #[arg(long, value_name = "LANGUAGE", value_parser = super::language)]
    lang: Language,
    /// The seed of the inputs.
    #[arg(long)]
    seed: u64,
    /// The engines.
    #[arg(long, value_delimiter = ',')]
    on: Vec<EngineName>,
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    let text = std::fs::read_to_string(&args.file).with_context(|| args.file.display().to_string())?;
    let program = Generated::new(args.lang, args.seed, &Kind::Exact.profile());
    let with = |text| Generated { text, ..program.clone() };
    let opened = Soundness::of(&with(text)).and_then(|soundness| Ok((soundness, Engines::open(&args.on)?)));
    let (soundness, mut engines) = match opened {
        Ok(opened) => opened,
        Err(error) => {
            Message::OpenFailed(format!("{error:#}")).send()?;
            return Ok(false);
        }
    };
    Message::Opened(engines.names()).send()?;
    for (number, line) in (0..).zip(std::io::stdin().lines()) {
        let program = with(serde_json::from_str(&line?)?);
        Message::Begin(number).send()?;
        Message::End(examine(number, &program, &soundness, &mut engines)).send()?;
    }
    Ok(true)
}

/// Runs a program on the engines, unless it has more undefined or device-dependent behaviour than the original.
fn examine(number: u64, program: &Generated, soundness: &Soundness, engines: &mut Engines) -> Report {
    let mut report =
        Report { seed: number, supported: true, fault: None, verdicts: Vec::new(), listing: None };
    let compared = soundness.check_reduced(program).and_then(|()| {
        engines.compare(program, &mut |engine| {
            // The error is ignored: if the pipe is closed, sending the report fails as well.
            let _ = Message::At(engine.to_owned()).send();
        })
    });
    match compared {
        Ok(compared) => report.verdicts = compared.verdicts,
        Err(error) => report.fault = Some(format!("{error:#}")),
    }
    report
}
