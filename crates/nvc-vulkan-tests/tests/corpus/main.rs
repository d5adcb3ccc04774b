//! Every case of the corpus, of the hardware's answers and of `testdata/run`, compiled from its assembly
//! listing, run and compared with the memory that real hardware left or that was worked out. Each case
//! is one test named after its folder; where it has GLSL, `glsl/` and its folder names another. Those that
//! need warps of 32 run once more with emulated warps (`emulated/`), which any device has.
mod compile;
mod process;

use libtest_mimic::{Arguments, Failed, Trial};
use nvc_vulkan_tests::{Device, Expectations, Facts, Selector};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::Duration;

/// A case ends within a second; a slow machine under load gets many.
const LIMIT: Duration = Duration::from_secs(60);

/// A driver that keeps each lane's values over every barrier takes long to compile emulated warps.
const EMULATED_LIMIT: Duration = Duration::from_secs(400);

/// The feature that devices with warps of 32 have.
const WARPS: &str = "subgroupSize32";

/// What all cases share.
struct Suite {
    /// Of assembly listings.
    expectations: Expectations,
    /// Of GLSL.
    glsl: Expectations,
    /// Of both with emulated warps.
    emulated: Expectations,
    facts: Facts,
    work: tempfile::TempDir,
}

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
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/corpus").canonicalize()?;
    let expectations = Expectations::load(&corpus.join("expected-lavapipe.toml"))?;
    let glsl = Expectations::load(&corpus.join("expected-lavapipe-glsl.toml"))?;
    let emulated = Expectations::load(&corpus.join("expected-lavapipe-emulated.toml"))?;
    for name in expectations.names().chain(glsl.names()).chain(emulated.names()) {
        if !["", "../hardware", "../run"].iter().any(|folder| corpus.join(folder).join(name).is_dir()) {
            return Err(format!("a list of expected failures names {name}, which is no case").into());
        }
    }
    let device = Device::open(&Selector::from_env()).map_err(|error| format!("{error:#}"))?;
    let facts = device.facts().clone();
    let suite = Arc::new(Suite { expectations, glsl, emulated, facts, work: tempfile::tempdir()? });
    let mut trials = Vec::new();
    // The other folders have the corpus's format, and no excuse on any device that is not listed.
    let others = [folders(&corpus.join("../hardware"))?, folders(&corpus.join("../run"))?].concat();
    for dir in [folders(&corpus)?, others].concat() {
        let name = title_of(&dir);
        if suite.expectations.lacking(WARPS).any(|listed| listed == name) {
            for source in ["driver.nvcp", "main.comp"].iter().filter(|source| dir.join(source).is_file()) {
                let (suite, name, dir) = (Arc::clone(&suite), name.clone(), dir.clone());
                let language = if *source == "main.comp" { "glsl/" } else { "" };
                let title = format!("emulated/{language}{name}");
                let trial = move || suite.check_emulated(&name, &dir, source).map_err(Failed::from);
                trials.push(Trial::test(title, trial));
            }
        }
        if dir.join("main.comp").is_file() {
            let title = format!("glsl/{name}");
            let (suite, name, dir) = (Arc::clone(&suite), name.clone(), dir.clone());
            let trial = move || suite.check_glsl(&name, &dir).map_err(Failed::from);
            trials.push(Trial::test(title, trial));
        }
        let suite = Arc::clone(&suite);
        trials.push(Trial::test(name.clone(), move || suite.check(&name, &dir).map_err(Failed::from)));
    }
    Ok(trials)
}

fn folders(corpus: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(corpus)? {
        let path = entry?.path();
        if path.is_dir() {
            folders.push(path);
        }
    }
    folders.sort();
    Ok(folders)
}

impl Suite {
    fn check(&self, name: &str, dir: &Path) -> Result<(), String> {
        let run = Run { name, dir, source: "driver.nvcp", warp: nvc::Warp::Native, limit: LIMIT };
        self.expectations.judge(name, &self.facts, self.run(&run))
    }

    fn check_glsl(&self, name: &str, dir: &Path) -> Result<(), String> {
        let title = format!("{name}-glsl");
        let run = Run { name: &title, dir, source: "main.comp", warp: nvc::Warp::Native, limit: LIMIT };
        self.glsl.judge(name, &self.facts, self.run(&run))
    }

    fn check_emulated(&self, name: &str, dir: &Path, source: &str) -> Result<(), String> {
        let title = format!("{name}-emulated-{source}");
        let run = Run { name: &title, dir, source, warp: nvc::Warp::Emulate, limit: EMULATED_LIMIT };
        self.emulated.judge(name, &self.facts, self.run(&run))
    }

    fn run(&self, run: &Run<'_>) -> Result<(), String> {
        let spirv = compile::compile(&run.dir.join(run.source), run.warp)?;
        let module = self.work.path().join(format!("{}.spv", run.name));
        std::fs::write(&module, spirv).map_err(|error| error.to_string())?;
        let mut command = Command::new(env!("CARGO_BIN_EXE_nvc-vk-run"));
        command.arg("--timeout").arg(run.limit.as_secs().to_string());
        if run.source == "main.comp" {
            command.arg("--direct");
        }
        command.arg(run.dir).arg(&module);
        process::succeed(&mut command, run.limit + Duration::from_secs(10))
    }
}

/// A run of a case.
struct Run<'a> {
    /// Of its module.
    name: &'a str,
    dir: &'a Path,
    source: &'a str,
    warp: nvc::Warp,
    limit: Duration,
}

fn title_of(dir: &Path) -> String {
    dir.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
