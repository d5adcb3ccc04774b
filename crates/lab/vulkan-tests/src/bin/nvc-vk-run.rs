//! `nvc-vk-run`: runs one SPIR-V module on the inputs of one case and compares the resulting memory.
//!
//! Each case runs in its own process, because a driver may crash or hang on a module.

#![forbid(unsafe_code)]

use anyhow::{Context, Result, bail, ensure};
use nvc_exec::case::{Case, Difference, Map, Mapping, Truth, compare};
use nvc_vulkan_tests::open;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

const USAGE: &str = "\
usage: nvc-vk-run [--timeout SECONDS] [--direct] [--record FILE] CASE_DIR MODULE.spv
       nvc-vk-run --facts

Runs MODULE.spv on the inputs of CASE_DIR and compares the memory with CASE_DIR/truth.bin.
  --timeout SECONDS  time limit (default 60)
  --direct           MODULE.spv was compiled from GLSL: bindings are OpenGL's, not indices of a listing
  --record FILE      write the memory to FILE, in the format of truth.bin, instead of comparing
  --facts            print the device's features

NVC_VULKAN_DEVICE chooses the device by position or part of its name.
Exit status: 0 equal, 1 different, 2 cannot run.";

const DIFFERENT: u8 = 1;
const CANNOT_RUN: u8 = 2;

enum Command {
    Facts,
    Run { case: PathBuf, module: PathBuf, direct: bool, record: Option<PathBuf>, timeout: Duration },
}

fn main() -> ExitCode {
    match parse(std::env::args().skip(1)).and_then(execute) {
        Ok(differences) if differences.is_empty() => ExitCode::SUCCESS,
        Ok(differences) => {
            for difference in differences {
                println!("{difference}");
            }
            ExitCode::from(DIFFERENT)
        }
        Err(error) => {
            eprintln!("cannot run: {error:#}");
            ExitCode::from(CANNOT_RUN)
        }
    }
}

fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Command> {
    let (mut paths, mut direct, mut record, mut timeout) = (Vec::new(), false, None, 60);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--facts" => return Ok(Command::Facts),
            "--direct" => direct = true,
            "--record" => record = Some(arguments.next().context("--record needs a file")?.into()),
            "--timeout" => {
                let seconds = arguments.next().context("--timeout needs seconds")?;
                timeout = seconds.parse().context("--timeout needs seconds")?;
            }
            _ => paths.push(PathBuf::from(argument)),
        }
    }
    let Ok([case, module]) = <[PathBuf; 2]>::try_from(paths) else { bail!("{USAGE}") };
    Ok(Command::Run { case, module, direct, record, timeout: Duration::from_secs(timeout) })
}

fn execute(command: Command) -> Result<Vec<Difference>> {
    match command {
        Command::Facts => {
            print!("{}", open()?.info());
            Ok(Vec::new())
        }
        Command::Run { case, module, direct, record, timeout } => {
            watch(timeout);
            run(&case, &module, direct, record.as_deref())
        }
    }
}

/// Starts a thread that ends the process after the time limit, since a hung driver cannot be interrupted.
fn watch(timeout: Duration) {
    std::thread::spawn(move || {
        std::thread::sleep(timeout);
        eprintln!("cannot run: time limit of {} s exceeded", timeout.as_secs());
        std::process::exit(CANNOT_RUN.into());
    });
}

fn run(dir: &Path, module: &Path, direct: bool, record: Option<&Path>) -> Result<Vec<Difference>> {
    let case = Case::load(dir)?;
    let mapping = if direct { Mapping::glsl(&case)? } else { Mapping::assembly(&case, &Map::load(dir)?)? };
    let words = words(module)?;
    let outputs = nvc_vulkan::case::run(&open()?, &case, &words, &mapping)?;
    if let Some(path) = record {
        let bytes = Truth { blocks: outputs.blocks }.bytes();
        std::fs::write(path, bytes).with_context(|| path.display().to_string())?;
        return Ok(Vec::new());
    }
    Ok(compare(&case, &outputs, &Truth::load(dir)?))
}

fn words(path: &Path) -> Result<Vec<u32>> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    let chunks = bytes.chunks_exact(4);
    ensure!(chunks.remainder().is_empty(), "{}: its length is not a multiple of 4", path.display());
    Ok(chunks.map(|chunk| u32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]])).collect())
}
