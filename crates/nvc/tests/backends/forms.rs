//! Tests the output in other shading languages: goldens, which programs of the corpus each language can express, and
//! that GLSL output computes the same memory contents.

use crate::{compile, root};
use nvc::internals::Phase;
use nvc::{Artifact, Code, Compiler, Emit, Language, Options, internals};
use nvc_exec::case::{Folder, Mapping};
use nvc_goldens::{Goldens, Kind, inputs, testdata};
use nvc_interp::Config;
use std::fmt::Write;

const FORMS: [Emit; 4] = [Emit::Wgsl, Emit::Hlsl, Emit::Msl, Emit::Glsl];

fn options(emit: Emit) -> Options {
    Options::new().with_emit(emit).with_validate(false).with_bindings(nvc::BindingScheme::Classes)
}

#[test]
fn goldens() {
    let mut goldens = Goldens::new(&testdata("forms"), &FORMS.map(|form| Kind::Shader(form.name())));
    for path in inputs(&testdata("forms"), &["nvcp", "comp"]) {
        for form in FORMS {
            let text = match compile(&path, &options(form)).map(|compiled| compiled.artifact) {
                Ok(Artifact::Text(text)) => text,
                Ok(_) => panic!("{}: not text", path.display()),
                Err(error) => {
                    goldens.fail(error.messages(nvc::render::Style::default()));
                    continue;
                }
            };
            goldens.check_whole(&path, Kind::Shader(form.name()), &text);
        }
    }
    goldens.finish();
}

/// Compares a table with its golden. For the assembly listings, then for the GLSL sources, the table has one row per
/// program with the languages that can express it, and one row with the counts. A program that cannot be expressed must
/// give a diagnostic, not a panic.
#[test]
fn corpus() {
    let corpus = root().join("testdata/corpus");
    let mut names: Vec<String> = std::fs::read_dir(&corpus)
        .expect("the corpus is in the repository")
        .filter_map(|entry| {
            let path = entry.expect("a readable folder").path();
            path.is_dir().then(|| path.file_name().unwrap_or_default().to_string_lossy().into_owned())
        })
        .collect();
    names.sort();
    let mut table = String::new();
    for source in ["driver.nvcp", "main.comp"] {
        let mut counts = [0; FORMS.len()];
        for name in &names {
            let mut row = format!("{source} {name}:");
            for (form, count) in FORMS.iter().zip(&mut counts) {
                match compile(&corpus.join(name).join(source), &options(*form)) {
                    Ok(_) => {
                        *count += 1;
                        let _ = write!(row, " {}", form.name());
                    }
                    Err(error) => {
                        let codes: Vec<Code> = error.diagnostics().iter().map(|found| found.code).collect();
                        assert_eq!(codes, [Code::N0603], "{name} {source}");
                    }
                }
            }
            let _ = writeln!(table, "{row}");
        }
        let _ = write!(table, "{source} of {}:", names.len());
        for (form, count) in FORMS.iter().zip(counts) {
            let _ = write!(table, " {} {count}", form.name());
        }
        table.push('\n');
    }
    nvc_goldens::page(&testdata("forms/corpus.txt"), &table);
    let page = std::fs::read_to_string(root().join("docs/output-forms.md")).expect("the page is there");
    for sums in table.lines().filter(|line| line.contains(" of ")) {
        assert!(page.contains(sums), "docs/output-forms.md does not say `{sums}`");
    }
}

#[test]
fn unsupported_features_are_named() {
    let source = "!!NVcp5.0\nOPTION NV_shader_buffer_load;\nOPTION NV_shader_buffer_store;\nGROUP_SIZE 1;\n\
        PARAM addresses[1] = { program.local[0..0] };\nTEMP r;\nLONG TEMP d;\n\
        PK64.U d.x, addresses[0];\nLOAD.U32 r.x, d.x;\nSTORE.U32 r.x, d.x;\nEND\n";
    for form in FORMS {
        let error = Compiler::new(options(form)).compile(&nvc::Source::new("a.nvcp", source));
        let error = error.expect_err("no form has raw addresses");
        let findings: Vec<_> = error.diagnostics().iter().collect();
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert_eq!(findings[0].code, Code::N0603);
        assert!(findings[0].notes.iter().any(|note| note.starts_with("naga: ")), "{findings:?}");
    }
}

/// Cases whose recorded memory shows quirks of NVIDIA's driver (docs/hardware.md). This test compiles without
/// `--quirks driver`.
const DIFFERENT_FROM_RECORDING: [&str; 2] = ["function-inout-struct-return", "unsized-length-ssbo-array"];

/// Compiles a case's GLSL to GLSL, compiles the result, and runs it. Returns `None` if GLSL cannot express
/// the program, or if the case uses parameters or counters, whose bindings would differ.
fn round_trip(name: &str) -> Option<Vec<String>> {
    let dir = root().join("testdata/corpus").join(name);
    let folder = Folder::load(&dir).unwrap_or_else(|error| panic!("{name}: {error:#}"));
    if !folder.case.param.is_empty() || !folder.case.counter.is_empty() {
        return None;
    }
    let Artifact::Text(text) = compile(&dir.join("main.comp"), &options(Emit::Glsl)).ok()?.artifact else {
        return None;
    };
    let options = Options::new().with_bindings(nvc::BindingScheme::Classes);
    let compiler = Compiler::new(options.with_language(Language::Glsl));
    let made = internals::module(&compiler, "again.comp", text.as_bytes(), Phase::Legal);
    let (module, _) = made.unwrap_or_else(|error| panic!("{error}"));
    let mapping = Mapping::glsl(&folder.case).unwrap_or_else(|error| panic!("{name}: {error:#}"));
    let mut memory = nvc_exec::case::resources(&folder.case, &mapping);
    let dispatch = nvc_exec::case::dispatch(&folder.case);
    nvc_interp::run(&module, &dispatch, &mut memory, &Config::default(), None)
        .unwrap_or_else(|fault| panic!("{name}: {}", fault.message));
    let left = nvc_exec::case::outputs(&folder.case, &memory);
    let differences = nvc_exec::case::compare(&folder.case, &left, &folder.truth);
    Some(differences.iter().map(|difference| format!("{name}: {difference}")).collect())
}

#[test]
fn translated_glsl_behaves_the_same() {
    let (mut count, mut wrong) = (0, Vec::new());
    for path in std::fs::read_dir(root().join("testdata/corpus")).expect("the corpus is in the repository") {
        let name = path.expect("a readable folder").file_name().to_string_lossy().into_owned();
        if name.ends_with(".toml")
            || name.ends_with(".md")
            || DIFFERENT_FROM_RECORDING.contains(&name.as_str())
        {
            continue;
        }
        if let Some(differences) = round_trip(&name) {
            count += 1;
            wrong.extend(differences);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 25, "only {count} programs were compared");
}
