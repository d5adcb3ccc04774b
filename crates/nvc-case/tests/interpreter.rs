//! Every case of the corpus and of the hardware's answers on the interpreter, as the front end makes it and behind the
//! whole pipeline. Each is one test, named after its folder and phase.

use libtest_mimic::{Arguments, Failed, Trial};
use nvc_asm::{lower, parse, resolve};
use nvc_case::{Folder, Mapping, compare, dispatch, outputs, resources};
use nvc_diag::{Diagnostics, FileId};
use nvc_interp::{Config, run};
use nvc_ir::{Module, module::Phase};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The recording driver gave `program.storagelen[2]` of this case the length of the block at
/// binding 4 (`docs/conformance.md`).
const FAULTY_RECORD: &str = "unsized-length-ssbo-array";

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    match trials() {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn trials() -> Result<Vec<Trial>, Box<dyn Error>> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let mut trials = Vec::new();
    for dir in [folders(&data.join("corpus"))?, folders(&data.join("hardware"))?].concat() {
        let name = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for phase in [Phase::Built, Phase::Legal] {
            let (dir, name) = (dir.clone(), name.clone());
            let title = format!("{name}/{}", phase.name());
            trials.push(Trial::test(title, move || judge(&name, check(&dir, phase)).map_err(Failed::from)));
        }
    }
    Ok(trials)
}

fn folders(parent: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(parent)? {
        let path = entry?.path();
        if path.is_dir() {
            folders.push(path);
        }
    }
    folders.sort();
    Ok(folders)
}

/// The case with the faulty record must differ, and nothing else may.
fn judge(name: &str, result: Result<(), String>) -> Result<(), String> {
    match (name == FAULTY_RECORD, result) {
        (true, Ok(())) => Err("the record is known to be faulty, and yet it matches".to_owned()),
        (true, Err(_)) => Ok(()),
        (false, result) => result,
    }
}

fn check(dir: &Path, phase: Phase) -> Result<(), String> {
    let folder = Folder::load(dir).map_err(|error| format!("{error:#}"))?;
    let mapping = Mapping::assembly(&folder.case, &folder.map).map_err(|error| format!("{error:#}"))?;
    let module = module(&dir.join("driver.nvcp"), phase)?;
    let mut memory = resources(&folder.case, &mapping);
    run(&module, &dispatch(&folder.case), &mut memory, &Config::default(), None)
        .map_err(|fault| format!("{}\n{}", fault.message, fault.notes.join("\n")))?;
    let differences = compare(&folder.case, &outputs(&folder.case, &memory), &folder.truth);
    if differences.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> = differences.iter().map(ToString::to_string).collect();
    Err(lines.join("\n"))
}

fn module(listing: &Path, phase: Phase) -> Result<Module, String> {
    let text = std::fs::read_to_string(listing).map_err(|error| error.to_string())?;
    let mut findings = Diagnostics::new();
    let built = build(&text, phase, &mut findings);
    built.ok_or_else(|| findings.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("\n"))
}

fn build(text: &str, phase: Phase, findings: &mut Diagnostics) -> Option<Module> {
    let parsed = parse(FileId(0), text, findings);
    let resolved = resolve(&parsed.program, findings).ok()?;
    let mut module = lower(&resolved, findings).ok()?;
    if phase == Phase::Legal {
        nvc_passes::run(&mut module, &nvc_passes::Options::default(), findings, &mut |_, _| {}).ok()?;
    }
    Some(module)
}
