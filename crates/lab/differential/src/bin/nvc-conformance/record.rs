//! `nvc-conformance record`: compiles and runs new cases on NVIDIA's OpenGL driver, and records the resulting memory
//! and, for GLSL, the assembly listing and the meaning of its indices (`map.toml`).

use anyhow::{Context as _, Result, bail, ensure};
use nvc_exec::case::{Case, Folder, Map, Outputs, Truth, compare};
use nvc_lab::cases::Language;
use nvc_lab::opengl::Context;
use std::path::{Path, PathBuf};

/// Options of `record`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Case folders, or folders that contain case folders. Each case needs case.toml, and main.comp or driver.nvcp.
    #[arg(required = true, value_name = "DIR")]
    dirs: Vec<PathBuf>,
    /// Replace existing records.
    #[arg(long)]
    force: bool,
}

/// Records all cases. Returns whether all succeeded.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let mut dirs = Vec::new();
    for dir in &args.dirs {
        if dir.join("case.toml").is_file() {
            dirs.push(dir.clone());
        } else {
            dirs.extend(Folder::list(dir)?.into_iter().filter(|dir| dir.join("case.toml").is_file()));
        }
    }
    ensure!(!dirs.is_empty(), "no case.toml found");
    println!("{}", Context::open()?.name());
    let mut all = true;
    for dir in dirs {
        // A program that exceeds the driver's time limit loses the context, so each case gets its own.
        match Context::open().map_err(Into::into).and_then(|context| record_case(&context, &dir, args.force))
        {
            Ok(message) => println!("{}: {message}", dir.display()),
            Err(error) => {
                all = false;
                println!("{}: not recorded: {error:#}", dir.display());
            }
        }
    }
    Ok(all)
}

/// Records a case. Returns a message that says from which language it was recorded and, for GLSL, whether the
/// driver's listing gives the same memory.
fn record_case(context: &Context, dir: &Path, force: bool) -> Result<String> {
    let truth = dir.join("truth.bin");
    if truth.exists() && !force {
        bail!("truth.bin exists; --force replaces it");
    }
    let case = Case::load(dir)?;
    let (glsl, assembly) = (dir.join(Language::Glsl.file()), dir.join(Language::Assembly.file()));
    if !glsl.is_file() {
        let map = if dir.join(Map::FILE).exists() { Map::load(dir)? } else { Map::default() };
        let program = context.assembly(&read(&assembly)?)?;
        write(&truth, Truth { blocks: context.run(&program, &case, &map)?.blocks }.bytes())?;
        return Ok("recorded from assembly".to_owned());
    }
    let source = read(&glsl)?;
    let program = context.glsl(&source)?;
    let map = context.map(&program, &source);
    let glsl_outputs = context.run(&program, &case, &map)?;
    write(&truth, Truth { blocks: glsl_outputs.blocks.clone() }.bytes())?;
    write(&dir.join(Map::FILE), map.text())?;
    let Some(listing) = program.listing() else {
        return Ok("recorded from GLSL; the driver does not expose its assembly".to_owned());
    };
    write(&assembly, listing)?;
    Ok(match compare_listing(context, listing, &case, &map, glsl_outputs) {
        Ok(()) => "recorded from GLSL; its assembly gives the same memory contents".to_owned(),
        Err(error) => format!("recorded from GLSL; its assembly does not reproduce the memory: {error:#}"),
    })
}

/// Runs the driver's assembly listing. Returns an error if it cannot be assembled or run, or if its memory differs from that of
/// the GLSL program; then the error describes the differences.
fn compare_listing(
    context: &Context,
    listing: &str,
    case: &Case,
    map: &Map,
    glsl_outputs: Outputs,
) -> Result<()> {
    let program = context.assembly(listing)?;
    let outputs = context.run(&program, case, map)?;
    let differences = compare(case, &outputs, &Truth { blocks: glsl_outputs.blocks });
    let messages: Vec<String> = differences.iter().map(ToString::to_string).collect();
    ensure!(messages.is_empty(), "{}", messages.join("\n"));
    Ok(())
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| path.display().to_string())
}

fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    std::fs::write(path, contents).with_context(|| path.display().to_string())
}
