//! Runs each coverage-guided target briefly: on inputs that once failed, on files of the test data, most of them
//! mutated, and on random generator choices.

use nvc_lab::fuzz::Rng;
use nvc_lab::fuzz::mutate::mutate;
use nvc_lab::fuzz::targets::{self, Input, TARGETS, Target};
use std::path::{Path, PathBuf};

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata")
}

/// Returns the files below a folder with this extension, sorted by path.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Runs a target without the SPIR-V validator, which would start a process for each module. Other tests
/// validate the compiler's modules.
fn run(target: &Target, bytes: &[u8]) -> Result<(), String> {
    (target.run)(bytes, &mut |_| Ok(()))
}

/// `testdata/fuzz` has a folder for each target with minimised inputs that once failed.
#[test]
fn past_failures_stay_fixed() {
    let mut failures = Vec::new();
    let mut count = 0;
    for target in TARGETS {
        for path in files(&data().join("fuzz").join(target.name), target.input.extension()) {
            count += 1;
            let bytes = std::fs::read(&path).expect("a case");
            if let Err(message) = run(target, &bytes) {
                failures.push(format!("{}: {message}", path.display()));
            }
        }
    }
    assert_eq!(failures, [""; 0]);
    let kept =
        ["nvcp", "comp", "nvcir", "choices"].map(|extension| files(&data().join("fuzz"), extension).len());
    assert_eq!(
        count,
        kept.iter().sum::<usize>(),
        "a file is in the folder of a target that does not read its extension"
    );
}

/// Number of inputs on which `fuzz_briefly` runs a target.
const RUNS: usize = 120;

fn fuzz_briefly(name: &str) {
    let target = targets::find(name).expect("a target");
    let seeds: Vec<PathBuf> = files(&data(), target.input.extension())
        .into_iter()
        .filter(|path| path.metadata().is_ok_and(|metadata| metadata.len() < 4096))
        .collect();
    assert!(seeds.len() > 20 || target.input == Input::Choices);
    let mut rng = Rng::new(target.name.len() as u64);
    for round in 0..RUNS {
        let bytes = match target.input {
            Input::Choices => (0..200).map(|_| rng.next_u64() as u8).collect(),
            _ => {
                let seed = std::fs::read(rng.pick(&seeds)).expect("a seed");
                // Some seeds (files of the test data) are not mutated, so that code after the front end runs too.
                if rng.chance(30) { seed } else { mutate(&String::from_utf8_lossy(&seed), &mut rng) }
            }
        };
        if let Err(message) = run(target, &bytes) {
            panic!("{name}, round {round}: {message}\n{}", String::from_utf8_lossy(&bytes));
        }
    }
}

macro_rules! targets {
    ($($test:ident $name:literal)*) => {
        $(#[test] fn $test() { fuzz_briefly($name); })*

        #[test]
        fn all_targets_run() {
            assert_eq!(TARGETS.iter().map(|target| target.name).collect::<Vec<_>>(), [$($name),*]);
        }
    };
}

targets! {
    asm "asm"
    glsl "glsl"
    ir "ir"
    compile_asm "compile-asm"
    compile_glsl "compile-glsl"
    passes_asm "passes-asm"
    passes_glsl "passes-glsl"
    generated_asm "generated-asm"
    generated_glsl "generated-glsl"
}
