//! Runs every case of `testdata/corpus`, `testdata/hardware` and `testdata/run` on the interpreter, before
//! and after the compiler passes. The resulting memory contents must equal the recorded or computed ones, and
//! the run-time checks must find no error. Cases that `testdata/expected.toml` lists must fail.
//!
//! Each combination is one test, named after the case's folder and the pipeline phase. Cases that need warps
//! of 32 also run with emulated warps, on subgroups of 32 and of 8.

use libtest_mimic::{Arguments, Failed, Trial};
use nvc_asm::{LowerOptions, lower, resolve};
use nvc_diag::{Code, Diagnostics, FileId};
use nvc_exec::case::{Folder, Mapping, compare, dispatch, outputs, resources};
use nvc_interp::{Config, run};
use nvc_ir::{Module, Phase, Quirks};
use nvc_lab::cases::{Collection, Expectations, Language, RunTarget, Runner, TESTDATA, WARPS};
use nvc_passes::Warp;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;

/// Cases that read out of bounds without harm, because of NVIDIA's compiler. In the first, it loads the
/// padding of vectors and speculates loads above a branch. In the second, it uses the length of the wrong
/// block of an array of blocks (docs/hardware.md).
const READS_AHEAD: [&str; 2] = ["kmeans-assign-shared", "unsized-length-ssbo-array"];

fn main() -> Result<(), Box<dyn Error>> {
    libtest_mimic::run(&Arguments::from_args(), trials()?).exit()
}

fn trials() -> Result<Vec<Trial>, Box<dyn Error>> {
    let data = Path::new(TESTDATA);
    let expectations = Arc::new(Expectations::load(&data.join("expected.toml"))?);
    let mut trials = Vec::new();
    let listings = [Collection::Corpus, Collection::Hardware, Collection::Run];
    let cases = listings.map(|collection| collection.required_cases(data));
    for (name, dir) in cases.into_iter().collect::<Result<Vec<_>, _>>()?.concat() {
        for phase in [Phase::Built, Phase::Legal] {
            let (dir, name, list) = (dir.clone(), name.clone(), Arc::clone(&expectations));
            let title = format!("{name}/{}", phase.name());
            trials.push(Trial::test(title, move || {
                let target = RunTarget { runner: Runner::Interp, device: "", has: &|_| true };
                list.judge(&name, Language::Assembly, &target, check(&dir, phase)).map_err(Failed::from)
            }));
        }
        if expectations.lacking(WARPS).any(|listed| listed == name) {
            let (title, list) = (format!("{name}/emulated"), Arc::clone(&expectations));
            trials.push(Trial::test(title, move || {
                let target = RunTarget { runner: Runner::Interp, device: "", has: &|_| true };
                list.judge(&name, Language::Assembly, &target, check_emulated(&dir)).map_err(Failed::from)
            }));
        }
    }
    Ok(trials)
}

fn check(dir: &Path, phase: Phase) -> Result<(), String> {
    let folder = Folder::load(dir).map_err(|error| format!("{error:#}"))?;
    let module = module(dir, &folder, phase, Warp::Native)?;
    // The run-time checks must not change the result, so the case runs without and with them.
    let reads_ahead = READS_AHEAD.iter().any(|name| dir.ends_with(name));
    for check in [false, true] {
        run_once(&folder, &module, Config { check, ..Config::default() }, reads_ahead)?;
    }
    Ok(())
}

fn check_emulated(dir: &Path) -> Result<(), String> {
    let folder = Folder::load(dir).map_err(|error| format!("{error:#}"))?;
    let module = module(dir, &folder, Phase::Legal, Warp::Emulate)?;
    for lanes in [32, 8] {
        run_once(&folder, &module, Config { lanes, ..Config::default() }, false)?;
    }
    Ok(())
}

fn run_once(folder: &Folder, module: &Module, config: Config, reads_ahead: bool) -> Result<(), String> {
    let mapping = Mapping::assembly(&folder.case, &folder.map).map_err(|error| format!("{error:#}"))?;
    let mut memory = resources(&folder.case, &mapping);
    let report = run(module, &dispatch(&folder.case), &mut memory, &config, None)
        .map_err(|fault| format!("{}\n{}", fault.message, fault.notes.join("\n")))?;
    let mut wrong: Vec<String> = compare(&folder.case, &outputs(&folder.case, &memory), &folder.truth)
        .iter()
        .map(ToString::to_string)
        .collect();
    let harmless = |code| reads_ahead && matches!(code, Code::N0803 | Code::N0804);
    let found = report.findings.iter().filter(|finding| !harmless(finding.code));
    wrong.extend(found.map(|finding| format!("{}: {}", finding.code, finding.message)));
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

fn module(dir: &Path, folder: &Folder, phase: Phase, warp: Warp) -> Result<Module, String> {
    let text = std::fs::read_to_string(dir.join("driver.nvcp")).map_err(|error| error.to_string())?;
    let mut findings = Diagnostics::new();
    let built = build(&text, folder.quirks, phase, warp, &mut findings);
    built.ok_or_else(|| findings.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("\n"))
}

fn build(text: &str, quirks: Quirks, phase: Phase, warp: Warp, findings: &mut Diagnostics) -> Option<Module> {
    let resolved = resolve(FileId::new(0), text, findings).ok()?;
    let mut module = lower(&resolved, LowerOptions { quirks, ..LowerOptions::default() }, findings).ok()?;
    if phase == Phase::Legal {
        let options = nvc_passes::Options { warp, ..nvc_passes::Options::default() };
        nvc_passes::run(&mut module, &options, findings, &mut |_, _| {}).ok()?;
    }
    Some(module)
}
