//! `cargo xtask dist`: builds a release: an archive and a bill of materials for each target, a Debian package for some, and
//! the checksums of all files.
//!
//! Releases are reproducible: the same commit produces the same bytes, regardless of the clock, the environment and the
//! folder. `docs/releases.md` describes how to make a release.

pub mod archive;
mod build;
mod check;
mod checksums;
mod container;
mod deb;
mod debian_root;
pub mod runner;
mod sbom;
mod sources;
mod stage;
pub mod target;

use crate::{command, editors, playground};
use anyhow::{Context, Result, bail, ensure};
use build::Builder;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use target::{TARGETS, Target};

/// Options of `cargo xtask dist`.
#[derive(clap::Args)]
pub struct Args {
    /// Build for TARGET only; may be repeated [default: all targets of the table in docs/releases.md]
    #[arg(long = "target", value_name = "TARGET")]
    targets: Vec<String>,
    /// Build for TARGET with PROGRAM instead of cargo; may be repeated
    #[arg(long = "cargo", value_name = "TARGET=PROGRAM")]
    cargos: Vec<String>,
    /// Build without the SPIR-V validator (C++), which takes longer to build than everything else together
    #[arg(long)]
    no_validator: bool,
    /// The nvc command to run for the completions and manual pages [default: build one]
    #[arg(long, value_name = "FILE")]
    nvc: Option<PathBuf>,
    /// Write to FOLDER [default: `releases` in the target folder]
    #[arg(long, value_name = "FOLDER")]
    out_dir: Option<PathBuf>,
    /// Build again in another folder and compare; unpack the archives and run their commands; install and remove the
    /// Debian package; test the installation commands of docs/releases.md and the container image; without --target, run
    /// `cargo xtask editors --check` and `cargo xtask playground --check`
    #[arg(long)]
    check: bool,
    /// Check without the second build
    #[arg(long, requires = "check")]
    no_rebuild: bool,
}

/// A file of a release.
pub struct Artefact {
    /// File name.
    name: String,
    bytes: Vec<u8>,
}

/// Inputs that the artefacts of all targets share.
struct Release {
    /// Time of the commit, or `SOURCE_DATE_EPOCH`, in seconds since 1970. It is used for every time in an artefact.
    time: u64,
    /// Path of an `nvc` command that runs on this machine.
    native: PathBuf,
}

/// The version of the workspace.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Builds and writes the artefacts, and checks them if requested.
pub fn run(args: &Args) -> Result<()> {
    let targets = chosen(&args.targets)?;
    let builders: Vec<Builder> = targets.iter().map(|target| builder(args, target)).collect::<Result<_>>()?;
    let directory = command::target_directory()?;
    let release = Release { time: commit_time()?, native: native(args.nvc.as_deref(), &directory)? };
    let root = command::root();
    let out = std::path::absolute(args.out_dir.clone().unwrap_or_else(|| directory.join("releases")))?;
    std::fs::create_dir_all(&out).with_context(|| format!("cannot create {}", out.display()))?;
    // First, because these checks take minutes, and the builds take hours.
    if args.check && args.targets.is_empty() {
        editors::run(&editors::Args { check: true })?;
        playground::run(&playground::Args::checked(release.native.clone()))?;
    }
    let mut artefacts = Vec::new();
    for builder in &builders {
        for artefact in artefacts_of(builder, &release, &root, &directory)? {
            let path = out.join(&artefact.name);
            std::fs::write(&path, &artefact.bytes)
                .with_context(|| format!("cannot write {}", path.display()))?;
            println!("{}: {:.2} MB", path.display(), artefact.bytes.len() as f64 / 1e6);
            artefacts.push(artefact);
        }
    }
    checksums::write(&out)?;
    if args.check {
        let folder = directory.join("releases-check");
        let check = check::Check { release: &release, folder: &folder, out: &out };
        check.run(&builders, &artefacts, !args.no_rebuild)?;
    }
    Ok(())
}

/// The target of the static command.
const STATIC: &str = "x86_64-unknown-linux-musl";

/// Builds the static command of a release, in a folder of its own, and returns its path; `None` if Rust's libraries for its target
/// are not installed.
pub fn static_command() -> Result<Option<PathBuf>> {
    let libraries = Command::new("rustc").args(["--print", "target-libdir", "--target", STATIC]).output();
    let libraries = libraries.context("cannot start `rustc`")?.stdout;
    if !Path::new(String::from_utf8_lossy(&libraries).trim()).is_dir() {
        println!("Rust's libraries for {STATIC} are not installed: the static command is not built");
        return Ok(None);
    }
    let target = TARGETS.iter().find(|target| target.triple == STATIC);
    let target = target.context("the static command is not a release target")?;
    let builder = Builder { target, cargo: cargo(), validator: target.validator };
    let built =
        builder.build(&command::root(), &command::target_directory()?.join("bench"), commit_time()?)?;
    Ok(Some(built.folder.join(target.command())))
}

/// Builds the artefacts of one target from the sources in `root`: archive, bill of materials and Debian package.
fn artefacts_of(
    builder: &Builder,
    release: &Release,
    root: &Path,
    directory: &Path,
) -> Result<Vec<Artefact>> {
    let built = builder.build(root, directory, release.time)?;
    let stage = stage::stage(builder, &built, root, release)?;
    let name = builder.target.name();
    let entries = archive::entries(&stage, &name)?;
    let (extension, bytes) = match builder.target.archive {
        target::Archive::TarGz => ("tar.gz", archive::tar_gz(&entries, release.time)?),
        target::Archive::Zip => ("zip", archive::zip(&entries, release.time)?),
    };
    let bill = sbom::make(builder, directory, release)?;
    let mut artefacts = vec![
        Artefact { name: format!("{name}.{extension}"), bytes },
        Artefact { name: format!("{name}.cdx.json"), bytes: bill },
    ];
    if builder.target.debian {
        artefacts.push(deb::make(builder, root, directory, release)?);
    }
    Ok(artefacts)
}

/// Returns the targets with these names, or all targets if no name is given.
fn chosen(names: &[String]) -> Result<Vec<&'static Target>> {
    if names.is_empty() {
        return Ok(TARGETS.iter().collect());
    }
    let known: Vec<&str> = TARGETS.iter().map(|target| target.triple).collect();
    let find = |name: &String| {
        let target = TARGETS.iter().find(|target| target.triple == name);
        target.with_context(|| {
            format!("`{name}` is not a release target; the targets are {}", known.join(", "))
        })
    };
    names.iter().map(find).collect()
}

/// Returns the builder of a target, with the Cargo that the options specify for it.
fn builder(args: &Args, target: &'static Target) -> Result<Builder> {
    let mut cargo = cargo();
    for option in &args.cargos {
        let Some((triple, program)) = option.split_once('=') else {
            bail!("`--cargo {option}` is not TARGET=PROGRAM");
        };
        ensure!(TARGETS.iter().any(|t| t.triple == triple), "`{triple}` is not a release target");
        if triple == target.triple {
            cargo = program_path(program)?;
        }
    }
    Ok(Builder { target, cargo, validator: target.validator && !args.no_validator })
}

/// The Cargo that started this program, if any.
fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"))
}

/// Makes the path of a program absolute. A name without a folder is not changed; it is found through PATH.
fn program_path(program: &str) -> Result<OsString> {
    if Path::new(program).components().count() > 1 {
        return Ok(std::path::absolute(program)?.into());
    }
    Ok(program.into())
}

/// Returns the command that prints completions and manual pages, and with whose modules the checks compare those of the
/// targets: the given one, or a debug build.
fn native(given: Option<&Path>, directory: &Path) -> Result<PathBuf> {
    if let Some(given) = given {
        return std::path::absolute(given).context("cannot resolve the path given with `--nvc`");
    }
    command::run(&mut command::cargo(&["build", "--bin", "nvc"]))?;
    Ok(directory.join("debug").join(format!("nvc{}", std::env::consts::EXE_SUFFIX)))
}

/// Returns `SOURCE_DATE_EPOCH` if it is set, otherwise the time of the last commit.
fn commit_time() -> Result<u64> {
    if let Ok(given) = std::env::var("SOURCE_DATE_EPOCH") {
        return given.parse().context("SOURCE_DATE_EPOCH is not a number");
    }
    let mut log = Command::new("git");
    log.args(["log", "-1", "--format=%ct"]).current_dir(command::root());
    let output = log.output().context("cannot start git")?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim()
        .parse()
        .context("the sources have no commit; set SOURCE_DATE_EPOCH to the time of the release")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_named_by_path_or_by_name() {
        assert_eq!(program_path("cross").ok(), Some("cross".into()));
        assert!(program_path("./cross").is_ok_and(|path| Path::new(&path).is_absolute()));
    }

    #[test]
    fn targets_are_chosen_by_name() {
        assert_eq!(chosen(&[]).map(|all| all.len()).ok(), Some(TARGETS.len()));
        let names = ["x86_64-pc-windows-gnu".to_owned()];
        assert_eq!(chosen(&names).map(|found| found[0].triple).ok(), Some("x86_64-pc-windows-gnu"));
        let error = chosen(&["riscv".to_owned()]).map(|_| ()).map_err(|e| e.to_string());
        assert!(error.is_err_and(|message| message.contains("x86_64-unknown-linux-musl")));
    }
}
