//! `nvc-fuzz target`: replays inputs of the coverage-guided targets, and prepares the folder of seeds (initial
//! inputs) and dictionaries that libFuzzer needs.

use super::out;
use anyhow::{Context, Result};
use clap::Subcommand;
use nvc_lab::fuzz::dictionary::dictionary;
use nvc_lab::fuzz::targets::{self, Input, TARGETS, Target};
use nvc_lab::validator;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The subcommands of `target`.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Run a target on files and report failures.
    Replay {
        /// The target.
        target: String,
        /// The inputs.
        files: Vec<PathBuf>,
    },
    /// Write seeds, dictionaries and the list of targets to a folder.
    Kit {
        /// The output folder.
        dir: PathBuf,
        /// The folder of test data that the seeds come from.
        #[arg(long, value_name = "DIR")]
        data: PathBuf,
    },
}

impl Command {
    /// Runs the subcommand. Returns `false` if an input fails.
    pub(crate) fn run(&self) -> Result<bool> {
        match self {
            Command::Replay { target, files } => {
                let target =
                    targets::find(target).with_context(|| format!("there is no target `{target}`"))?;
                replay(target, files)
            }
            Command::Kit { dir, data } => kit(dir, data).map(|()| true),
        }
    }
}

fn replay(target: &Target, files: &[PathBuf]) -> Result<bool> {
    let mut passed = true;
    for file in files {
        let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
        let mut validate = |module: &[u8]| match validator::validate(module) {
            Ok(None) => Ok(()),
            Ok(Some(message)) => Err(message),
            Err(error) => Err(format!("{error:#}")),
        };
        match (target.run)(&bytes, &mut validate) {
            Ok(()) => out::line(format_args!("{}: no failure", file.display())),
            Err(message) => {
                out::line(format_args!("{}: {message}", file.display()));
                passed = false;
            }
        }
    }
    Ok(passed)
}

/// For targets whose input is the sequence of the generator's choices: the number of random seed files, and
/// their length in bytes.
const CHOICE_SEEDS: (u64, usize) = (64, 512);

/// Writes `seeds/INPUT/`, `dictionaries/INPUT.dict`, and `targets.txt`, which has one line per target: name,
/// kind of input and maximum input length.
fn kit(dir: &Path, data: &Path) -> Result<()> {
    let mut seeds = BTreeMap::new();
    collect(data, data, &mut seeds)?;
    for input in Input::ALL {
        let folder = dir.join("seeds").join(input.name());
        create(&folder)?;
        for (name, bytes) in seeds.iter().filter(|(name, _)| belongs(name, input)) {
            std::fs::write(folder.join(name), bytes)?;
        }
        let dictionary = dictionary(input);
        if !dictionary.is_empty() {
            let folder = dir.join("dictionaries");
            create(&folder)?;
            std::fs::write(folder.join(input.name()).with_extension("dict"), dictionary)?;
        }
    }
    for seed in 0..CHOICE_SEEDS.0 {
        let mut rng = nvc_lab::fuzz::Rng::new(seed);
        let bytes: Vec<u8> = (0..CHOICE_SEEDS.1).map(|_| rng.next_u64() as u8).collect();
        std::fs::write(dir.join("seeds").join(Input::Choices.name()).join(format!("{seed:02}")), bytes)?;
    }
    let row = |target: &Target| format!("{} {} {}\n", target.name, target.input.name(), target.max_len);
    std::fs::write(dir.join("targets.txt"), TARGETS.iter().map(row).collect::<String>())?;
    Ok(())
}

/// Returns whether a file of test data is a seed for this kind of input, by the file's extension.
fn belongs(name: &str, input: Input) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == input.extension())
}

/// Reads all seed files below a folder. The key is the path relative to `root`, with `-` for each separator.
fn collect(root: &Path, folder: &Path, seeds: &mut BTreeMap<String, Vec<u8>>) -> Result<()> {
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            collect(root, &path, seeds)?;
            continue;
        }
        let name = path.strip_prefix(root)?.to_string_lossy().replace(['/', '\\'], "-");
        if Input::ALL.into_iter().any(|input| belongs(&name, input)) {
            seeds.insert(name, std::fs::read(&path).with_context(|| path.display().to_string())?);
        }
    }
    Ok(())
}

fn create(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())
}
