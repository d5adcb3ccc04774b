//! Every listing of the corpus compiles for every target environment, or says what the environment
//! lacks; what compiles is valid and the same every time.

use nvc::{Code, Options, Output, TargetEnv};
use std::path::{Path, PathBuf};

fn listings() -> Vec<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/corpus");
    let mut listings: Vec<PathBuf> = std::fs::read_dir(corpus)
        .expect("the corpus is in the repository")
        .map(|entry| entry.expect("a readable folder").path().join("driver.nvcp"))
        .filter(|path| path.is_file())
        .collect();
    listings.sort();
    assert_eq!(listings.len(), 70);
    listings
}

fn compile(path: &Path, env: TargetEnv) -> Output {
    let bytes = std::fs::read(path).expect("a readable listing");
    let options = Options { target_env: env, ..Options::default() };
    nvc::compile_bytes(&path.display().to_string(), &bytes, &options)
}

#[test]
fn all_listings_compile_for_the_default_environment() {
    for path in listings() {
        let output = compile(&path, TargetEnv::default());
        assert!(output.is_ok(), "{}", output.messages(nvc::render::Style::default()));
        assert_eq!(output.validated, cfg!(feature = "validate"), "{}", path.display());
    }
}

#[test]
fn other_environments_compile_or_name_what_they_lack() {
    for env in TargetEnv::ALL {
        let mut compiled = 0;
        for path in listings() {
            let output = compile(&path, env);
            compiled += usize::from(output.is_ok());
            let only_lacks = output.diagnostics.iter().all(|d| d.code == Code::N0601 && d.help.is_some());
            assert!(
                output.is_ok() || only_lacks,
                "{}: {}",
                env.name(),
                output.messages(nvc::render::Style::default())
            );
        }
        // Vulkan 1.0 and 1.1 lack descriptor heaps, small types and, 1.0, subgroups; most programs
        // need none of them.
        assert!(compiled >= 50, "{} takes only {compiled} listings", env.name());
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    for path in listings() {
        let bytes = |output: Output| output.artifact.map(|artifact| artifact.to_bytes());
        let first = bytes(compile(&path, TargetEnv::default()));
        assert_eq!(first, bytes(compile(&path, TargetEnv::default())), "{}", path.display());
    }
}
