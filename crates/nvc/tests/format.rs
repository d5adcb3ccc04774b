//! Tests that formatting preserves the meaning of the programs in three folders of `testdata`, and is
//! idempotent.

use nvc::{CompileError, Compiler, FormatStyle, Options, Source, format};
use std::path::{Path, PathBuf};

/// Collects the assembly programs below a folder of the repository.
fn programs(folder: &str, found: &mut Vec<PathBuf>) {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path())
        {
            if entry.is_dir() {
                walk(&entry, found);
            } else if entry.extension().is_some_and(|extension| extension == "nvcp") {
                found.push(entry);
            }
        }
    }
    walk(&nvc_goldens::root(folder), found);
    found.sort();
}

fn compile(source: &Source) -> Result<Vec<u8>, CompileError> {
    let options = Options::new().with_validate(false).with_debug(false);
    Compiler::new(options).compile(source).map(|compiled| compiled.artifact.to_bytes())
}

#[test]
fn formatted_programs_compile_to_the_same_module() {
    let mut paths = Vec::new();
    for folder in ["testdata/corpus", "testdata/asm/examples", "testdata/asm/spirv"] {
        programs(folder, &mut paths);
    }
    assert!(paths.len() > 120, "only {} programs", paths.len());
    let check = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).expect("a program");
        let source = Source::new("program.nvcp", text);
        let once =
            format(&source, FormatStyle::default()).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let again = format(&Source::new("program.nvcp", &*once), FormatStyle::default());
        assert_eq!(again.as_ref().map_err(ToString::to_string), Ok(&once), "{}", path.display());
        let formatted = compile(&Source::new("program.nvcp", once));
        match (compile(&source), formatted) {
            (Ok(before), Ok(after)) => assert!(before == after, "{}: the module changes", path.display()),
            (Err(_), Err(_)) => {}
            (before, after) => {
                panic!("{}: {} before, {} after", path.display(), before.is_ok(), after.is_ok())
            }
        }
    };
    nvc::parallel::map(&paths, 0, check).expect("threads");
}

/// Formatting is idempotent for programs with errors too. Programs with syntax errors are refused.
#[test]
fn programs_with_errors_are_formatted_or_refused() {
    let mut paths = Vec::new();
    programs("testdata/asm/errors", &mut paths);
    assert!(paths.len() > 250, "only {} programs", paths.len());
    let mut formatted = 0;
    for path in &paths {
        let Ok(text) = std::fs::read_to_string(path) else { continue };
        let Ok(once) = format(&Source::new("program.nvcp", text), FormatStyle::default()) else { continue };
        let again = format(&Source::new("program.nvcp", &*once), FormatStyle::default());
        assert_eq!(again.map_err(|e| e.to_string()), Ok(once), "{}", path.display());
        formatted += 1;
    }
    assert!(formatted > 150, "only {formatted} programs");
}
