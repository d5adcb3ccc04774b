//! Every case of the corpus, of the hardware's answers and of `testdata/run`, compiled from its assembly
//! listing, run and compared with the memory that real hardware left or that was worked out. Each case
//! is one test named after its folder; where it has GLSL, `glsl/` and its folder names another.
mod compile;
mod process;

use libtest_mimic::{Arguments, Failed, Trial};
use nvc_case::{Expectations, Language, Place, Runner};
use nvc_vulkan::Facts;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::Duration;

/// A case ends within a second; a slow machine under load gets many.
const LIMIT: Duration = Duration::from_secs(60);

/// What all cases share.
struct Suite {
    expectations: Expectations,
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
    let expectations = Expectations::load(&corpus.join("../expected.toml"))?;
    for name in expectations.names() {
        if !["", "../hardware", "../run"].iter().any(|folder| corpus.join(folder).join(name).is_dir()) {
            return Err(format!("the list of expected differences names {name}, which is no case").into());
        }
    }
    let device = nvc_vulkan_tests::open().map_err(|error| format!("{error:#}"))?;
    let facts = device.facts().clone();
    let suite = Arc::new(Suite { expectations, facts, work: tempfile::tempdir()? });
    let mut trials = Vec::new();
    // The other folders have the corpus's format, and no excuse on any device that is not listed.
    let others = [folders(&corpus.join("../hardware"))?, folders(&corpus.join("../run"))?].concat();
    for dir in [folders(&corpus)?, others].concat() {
        let name = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for language in Language::ALL {
            if !dir.join(language.file()).is_file() {
                continue;
            }
            let title = match language {
                Language::Assembly => name.clone(),
                Language::Glsl => format!("glsl/{name}"),
            };
            let (suite, name, dir) = (Arc::clone(&suite), name.clone(), dir.clone());
            let trial = move || suite.check(&name, &dir, language).map_err(Failed::from);
            trials.push(Trial::test(title, trial));
        }
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
    fn check(&self, name: &str, dir: &Path, language: Language) -> Result<(), String> {
        let options: &[&str] = match language {
            Language::Assembly => &[],
            Language::Glsl => &["--direct"],
        };
        let result = self.run(&format!("{name}-{}", language.name()), dir, language.file(), options);
        let has = |feature: &str| self.facts.has(feature);
        let place = Place { runner: Runner::Vulkan, device: &self.facts.name, has: &has };
        self.expectations.judge(name, language, &place, result)
    }

    fn run(&self, name: &str, dir: &Path, source: &str, options: &[&str]) -> Result<(), String> {
        let spirv = compile::compile(&dir.join(source))?;
        let module = self.work.path().join(name).with_extension("spv");
        std::fs::write(&module, spirv).map_err(|error| error.to_string())?;
        let mut command = Command::new(env!("CARGO_BIN_EXE_nvc-vk-run"));
        command.arg("--timeout").arg(LIMIT.as_secs().to_string()).args(options).arg(dir).arg(&module);
        process::succeed(&mut command, LIMIT + Duration::from_secs(10))
    }
}
