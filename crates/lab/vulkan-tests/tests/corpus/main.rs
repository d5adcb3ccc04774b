//! Compiles every case of `testdata/corpus`, `testdata/hardware`, `testdata/run` and `testdata/glsl/run`,
//! runs it on a Vulkan device, and compares the memory with the recorded or computed one.
//!
//! Each case is one test for each of its programs: the assembly listing, named after the folder, and the GLSL shader, with
//! the prefix `glsl/`. Cases that need warps of 32 also run with emulated warps (prefix `emulated/`). Cases with computed
//! memory also run without optimisation (prefix `plain/`), which exercises the driver differently.
mod compile;
mod process;

use libtest_mimic::{Arguments, Failed, Trial};
use nvc::{OptLevel, Warp};
use nvc_exec::case::Folder;
use nvc_lab::cases::{Collection, Expectations, Language, RunTarget, Runner, TESTDATA, WARPS};
use nvc_vulkan::DeviceInfo;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

/// Time limit per case. A case takes less than a second; the limit allows for a slow machine under load.
const LIMIT: Duration = Duration::from_secs(60);

/// Time limit per case with emulated warps. Drivers compile these programs slowly, because the
/// values of all lanes are live across every barrier.
const EMULATED_LIMIT: Duration = Duration::from_secs(400);

/// State shared by all cases.
struct Suite {
    expectations: Expectations,
    facts: DeviceInfo,
    work: tempfile::TempDir,
}

fn main() -> Result<(), Box<dyn Error>> {
    libtest_mimic::run(&Arguments::from_args(), trials()?).exit()
}

fn trials() -> Result<Vec<Trial>, Box<dyn Error>> {
    let data = Path::new(TESTDATA).canonicalize()?;
    let expectations = Expectations::load(&data.join("expected.toml"))?;
    for name in expectations.names() {
        if !Collection::ALL.iter().any(|collection| data.join(collection.folder()).join(name).is_dir()) {
            return Err(format!("the list of expected differences names {name}, which is not a case").into());
        }
    }
    let device = nvc_vulkan_tests::open().map_err(|error| format!("{error:#}"))?;
    let facts = device.info().clone();
    let suite = Arc::new(Suite { expectations, facts, work: tempfile::tempdir()? });
    let mut trials = Vec::new();
    let cases = Collection::ALL.map(|collection| Ok((collection, collection.required_cases(&data)?)));
    let cases = cases.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
    let cases = cases.iter().flat_map(|(collection, cases)| cases.iter().map(move |case| (collection, case)));
    for (collection, (name, dir)) in cases {
        let needs_warps = suite.expectations.lacking(WARPS).any(|listed| listed == name);
        for language in Language::ALL {
            if !dir.join(language.file()).is_file() {
                continue;
            }
            let title = match language {
                Language::Assembly => name.clone(),
                Language::Glsl => format!("glsl/{name}"),
            };
            let mut configurations = vec![("", Warp::Native, OptLevel::Full)];
            if needs_warps {
                configurations.push(("emulated/", Warp::Emulate, OptLevel::Full));
            }
            if collection.is_computed() {
                configurations.push(("plain/", Warp::Native, OptLevel::None));
            }
            for (prefix, warp, level) in configurations {
                let title = format!("{prefix}{title}");
                let (suite, run) =
                    (Arc::clone(&suite), Run { name: name.clone(), dir: dir.clone(), language, warp, level });
                trials.push(Trial::test(title, move || suite.check(&run).map_err(Failed::from)));
            }
        }
    }
    Ok(trials)
}

/// One configuration in which a case runs.
struct Run {
    name: String,
    dir: PathBuf,
    language: Language,
    warp: Warp,
    level: OptLevel,
}

impl Suite {
    fn check(&self, run: &Run) -> Result<(), String> {
        let runner = if run.warp == Warp::Emulate { Runner::Emulated } else { Runner::Vulkan };
        let has = |feature: &str| self.facts.has(feature);
        let target = RunTarget { runner, device: &self.facts.name, has: &has };
        self.expectations.judge(&run.name, run.language, &target, self.run(run))
    }

    fn run(&self, run: &Run) -> Result<(), String> {
        let folder = Folder::load(&run.dir).map_err(|error| format!("{error:#}"))?;
        let program = run.dir.join(run.language.file());
        let spirv = compile::compile(&program, run.warp, run.level, folder.quirks)?;
        let module = format!("{}-{}-{}-{:?}.spv", run.name, run.language.name(), run.warp.name(), run.level);
        let module = self.work.path().join(module);
        std::fs::write(&module, spirv).map_err(|error| error.to_string())?;
        let limit = if run.warp == Warp::Emulate { EMULATED_LIMIT } else { LIMIT };
        let mut command = Command::new(env!("CARGO_BIN_EXE_nvc-vk-run"));
        command.arg("--timeout").arg(limit.as_secs().to_string());
        if run.language == Language::Glsl {
            command.arg("--direct");
        }
        command.arg(&run.dir).arg(&module);
        process::succeed(&mut command, limit + Duration::from_secs(10))
    }
}
