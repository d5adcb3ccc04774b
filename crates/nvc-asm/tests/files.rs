//! File tests of the assembly front end: `testdata/asm`, and the listings of `testdata/corpus`.
//!
//! * `parse/*.nvcp` with `*.tree`: the syntax tree and the diagnostics of the parser.
//! * `errors/*.nvcp` with `*.diag`: the diagnostics for invalid programs. `errors/accepted.txt` lists the
//!   programs that are accepted anyway, each with the reason.
//! * `lower/*.nvcp` with `*.ir`, the IR in phase `built`, or `*.diag`, the diagnostics of lowering.
//! * `examples/*.nvcp` and `corpus/*/driver.nvcp`: programs without diagnostics.
//!
//! The programs on the pages in `docs/errors` of the codes N01 to N04 and W01 are tested too.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use nvc_diag::{Diagnostics, Severity, Source, SourceMap};
use nvc_goldens::{Goldens, Kind, inputs, read, stem, testdata};

mod tree;

/// Returns the files of a folder with an extension, by stem.
fn files(folder: &Path, extension: &str) -> BTreeMap<String, PathBuf> {
    inputs(folder, &[extension]).into_iter().map(|path| (stem(&path), path)).collect()
}

/// Formats each diagnostic on one line: `line:col: severity[code]: message`.
fn short(map: &SourceMap, diags: &Diagnostics) -> String {
    let mut text = String::new();
    for d in diags {
        let severity = d.severity.name();
        let location = d.span.map_or_else(String::new, |span| {
            let at = map.position(span.file, span.start);
            format!("{}:{}: ", at.line, at.column)
        });
        writeln!(text, "{location}{severity}[{}]: {}", d.code, d.message).expect("writing to a string");
    }
    text
}

/// Formats the diagnostics with notes and help.
fn long(map: &SourceMap, diags: &Diagnostics) -> String {
    let mut text = String::new();
    for d in diags {
        let mut one = Diagnostics::new();
        one.add(d.clone());
        text += &short(map, &one);
        for note in &d.notes {
            writeln!(text, "  note: {note}").expect("writing to a string");
        }
        if let Some(help) = &d.help {
            writeln!(text, "  help: {help}").expect("writing to a string");
        }
    }
    text
}

/// Parses and resolves a program. Returns the diagnostics in source order.
fn check(text: &str) -> (SourceMap, Diagnostics) {
    let mut map = SourceMap::new();
    let file = map.add(Source::new("test", text));
    let mut diags = Diagnostics::new();
    let resolved = nvc_asm::resolve(file, text, &mut diags);
    assert_eq!(resolved.is_err(), diags.has_errors(), "the result contradicts the diagnostics");
    diags.sort();
    (map, diags)
}

#[test]
fn trees() {
    let folder = testdata("asm/parse");
    let mut goldens = Goldens::new(&folder, &[Kind::Tree]);
    for (stem, path) in files(&folder, "nvcp") {
        let text = read(&path);
        let mut map = SourceMap::new();
        let file = map.add(Source::new("test", text.as_str()));
        let mut diags = Diagnostics::new();
        let parsed = nvc_asm::parse(file, &text, &mut diags);
        assert_eq!(
            parsed.reported.is_some(),
            diags.has_errors(),
            "{stem}: the result contradicts the diagnostics"
        );
        goldens.check(&path, Kind::Tree, &(tree::print(&parsed.program) + &short(&map, &diags)));
    }
    goldens.finish();
}

/// Reformats printed IR: each source statement is printed once above the lines that it produced, instead of a
/// location after each line.
fn by_statement(ir: &str, text: &str) -> String {
    let mut out = String::new();
    let mut last = "";
    for line in ir.lines() {
        let Some((line, location)) = line.rsplit_once(" !") else {
            writeln!(out, "{line}").expect("writing to a string");
            continue;
        };
        if location != last {
            let (start, end) = location.split_once("..").expect("a location");
            let range = start.parse::<usize>().expect("a number")..end.parse().expect("a number");
            writeln!(out, "; {}", &text[range]).expect("writing to a string");
            last = location;
        }
        writeln!(out, "{line}").expect("writing to a string");
    }
    out
}

/// Returns the IR of a valid program, or the diagnostics of its lowering.
fn lowered(stem: &str, text: &str) -> (Kind, String) {
    let mut map = SourceMap::new();
    let file = map.add(Source::new("test", text));
    let mut diags = Diagnostics::new();
    let resolved = nvc_asm::resolve(file, text, &mut diags);
    assert_eq!(short(&map, &diags), "", "{stem}: is not a valid program");
    let program = resolved.unwrap_or_else(|_| panic!("{stem}: no program"));
    match nvc_asm::lower(&program, nvc_asm::LowerOptions::default(), &mut diags) {
        Ok(module) => {
            assert_eq!(short(&map, &diags), "", "{stem}: a module, but also diagnostics");
            let ir = nvc_ir::text::print(&module);
            nvc_ir::verify::verify(&module).unwrap_or_else(|errors| panic!("{stem}: {errors:#?}\n{ir}"));
            (Kind::Ir, by_statement(&ir, text))
        }
        Err(_) => {
            for d in &diags {
                assert_eq!(d.severity, Severity::Error, "{stem}: `{}`", d.message);
                assert!(
                    d.help.is_some() && d.span.is_some(),
                    "{stem}: `{}` has no help or location",
                    d.message
                );
            }
            let help = |d: &nvc_diag::Diagnostic| format!("{}\n", d.help.as_deref().unwrap_or_default());
            (Kind::Diagnostics, short(&map, &diags) + &diags.iter().map(help).collect::<String>())
        }
    }
}

#[test]
fn lowering() {
    let folder = testdata("asm/lower");
    let mut goldens = Goldens::new(&folder, &[Kind::Ir, Kind::Diagnostics]);
    for (stem, path) in files(&folder, "nvcp") {
        let (kind, text) = lowered(&stem, &read(&path));
        goldens.check(&path, kind, &text);
    }
    goldens.finish();
}

/// Parses a list. Each line has the name of a program and a reason.
fn list(path: &Path) -> BTreeMap<String, String> {
    let text = read(path);
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let (stem, reason) = line.split_once(' ').unwrap_or((line, ""));
            assert!(!reason.trim().is_empty(), "{stem} has no reason in {}", path.display());
            (stem.to_owned(), reason.trim().to_owned())
        })
        .collect()
}

#[test]
fn invalid_programs() {
    let folder = testdata("asm/errors");
    let accepted = list(&folder.join("accepted.txt"));
    let mut goldens = Goldens::new(&folder, &[Kind::Diagnostics]);
    let mut wrong = Vec::new();
    let inputs = files(&folder, "nvcp");
    for (stem, path) in &inputs {
        let (map, diags) = check(&read(path));
        if diags.has_errors() == accepted.contains_key(stem) {
            wrong.push(if diags.has_errors() {
                format!("{stem}: is rejected now")
            } else {
                format!("{stem}: is accepted")
            });
        }
        for d in diags.iter().filter(|d| d.severity >= Severity::Error) {
            assert!(d.help.is_some(), "{stem}: `{}` has no help", d.message);
            assert!(d.span.is_some(), "{stem}: `{}` has no location", d.message);
            assert!(d.severity != Severity::Bug, "{stem}: `{}`", d.message);
        }
        goldens.check(path, Kind::Diagnostics, &long(&map, &diags));
    }
    wrong.extend(
        accepted.keys().filter(|stem| !inputs.contains_key(*stem)).map(|stem| format!("{stem}: no input")),
    );
    goldens.finish();
    assert!(wrong.is_empty(), "accepted.txt is out of date:\n{}", wrong.join("\n"));
}

#[test]
fn valid_programs() {
    let folder = testdata("asm/examples");
    let mut inputs: Vec<PathBuf> = files(&folder, "nvcp").into_values().collect();
    assert_eq!(inputs.len(), 40);
    let corpus = std::fs::read_dir(testdata("corpus")).expect("the corpus");
    let listings = corpus.map(|entry| entry.expect("a readable folder").path().join("driver.nvcp"));
    inputs.extend(listings.filter(|path| path.exists()));
    assert_eq!(inputs.len(), 40 + 70);
    let mut wrong = String::new();
    for path in inputs {
        let (map, diags) = check(&read(&path));
        let found = short(&map, &diags);
        if !found.is_empty() {
            wrong += &format!("{}:\n{found}", path.display());
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Checks the pages in `docs/errors` of the codes N01 to N04 and W01 that show two assembly programs: the first must have
/// the error, and the second no diagnostics.
#[test]
fn error_pages() {
    let folder = testdata("../docs/errors");
    for (code, path) in files(&folder, "md") {
        let page = read(&path);
        let programs: Vec<&str> = page
            .split("```text\n")
            .skip(1)
            .filter_map(|rest| rest.split("```").next())
            .filter(|program| program.starts_with("!!NV"))
            .collect();
        let [wrong, right] = programs.as_slice() else { continue };
        if !matches!(code.get(..3), Some("N01" | "N02" | "N03" | "N04" | "W01")) {
            continue;
        }
        let (map, diags) = check(wrong);
        assert!(
            diags.iter().any(|d| d.code.as_str() == code),
            "{code}: the invalid program gives\n{}",
            short(&map, &diags)
        );
        let (map, diags) = check(right);
        assert_eq!(short(&map, &diags), "", "{code}: the corrected program has diagnostics");
    }
}
