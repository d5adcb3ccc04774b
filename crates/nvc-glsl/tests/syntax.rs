//! Golden-file tests of preprocessing and parsing: `testdata/glsl/preprocess`, `testdata/glsl/parse`, and the programs
//! of `testdata/corpus`.
//!
//! A golden file contains the output of the stage and its diagnostics. Other tests check the examples of the error pages,
//! and that mutated, hostile and very large programs end quickly and without a panic.

mod common;

use common::{Folder, Preprocessed, preprocess, testdata};
use nvc_diag::{Diagnostics, Source, Warnings};
use nvc_glsl::options::{LoadError, Loader, Options};
use nvc_glsl::preprocess;
use nvc_goldens::Kind;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore as _, SeedableRng as _};
use std::sync::Arc;
use std::time::{Duration, Instant};

#[test]
fn preprocessed_files() {
    let folder = testdata("glsl/preprocess");
    let loader = Folder(folder.clone());
    common::compare(&folder, Kind::Tokens, |stem, text| {
        let run = preprocess(&format!("{stem}.comp"), text, &loader);
        let printed = run.output.as_ref().map(|output| preprocess::print(output, &run.names, &run.sources));
        let findings = common::findings(&run.diags, &run.sources);
        if let Some(printed) = printed.as_ref().filter(|_| findings.is_empty()) {
            check_round_trip(stem, &run, printed);
        }
        printed.unwrap_or_else(|| "no tokens\n".to_owned()) + "----\n" + &findings
    });
}

/// Line breaks of Windows and of old Macs give the same tokens.
#[test]
fn line_breaks_do_not_matter() {
    let folder = testdata("glsl/preprocess");
    for (stem, path) in common::files(&folder, "comp") {
        let text = std::fs::read_to_string(&path).expect("the file is read");
        let options = common::options(&text);
        let printed = |text: &str| {
            let loader = Folder(folder.clone());
            let run =
                common::preprocess_with(&options, Warnings::new(), &format!("{stem}.comp"), text, &loader);
            run.output.map(|output| preprocess::print(&output, &run.names, &run.sources))
        };
        let expected = printed(&text);
        for line_break in ["\r\n", "\r"] {
            assert_eq!(printed(&text.replace('\n', line_break)), expected, "{stem} with {line_break:?}");
        }
    }
}

/// Checks that preprocessing the printed tokens yields the same tokens.
fn check_round_trip(stem: &str, run: &Preprocessed, printed: &str) {
    let second = preprocess(stem, printed, &Folder(testdata("glsl")));
    let kinds = |run: &Preprocessed| {
        let output = run.output.as_ref().expect("tokens");
        let tokens = output.tokens.iter().map(|token| {
            let mut alone = preprocess::token::Output { tokens: vec![*token], ..Default::default() };
            alone.numbers.clone_from(&output.numbers);
            alone.directives.clone_from(&output.directives);
            let text = preprocess::print(&alone, &run.names, &run.sources);
            text.lines().last().unwrap_or_default().trim_start().to_owned()
        });
        tokens.collect::<Vec<_>>()
    };
    let (first, second) = (kinds(run), kinds(&second));
    assert_eq!(first, second, "{stem}: the printed text has different tokens:\n{printed}");
}

#[test]
fn parsed_files() {
    let folder = testdata("glsl/parse");
    let loader = Folder(folder.clone());
    common::compare(&folder, Kind::Tree, |stem, text| {
        let mut run = preprocess(&format!("{stem}.comp"), text, &loader);
        let mut shown = String::new();
        if let Some(output) = &run.output {
            let unit = nvc_glsl::parse::parse(output, &mut run.names, &run.sources, &mut run.diags);
            shown = common::tree::print(&unit, &run.names);
        }
        shown + "----\n" + &common::findings(&run.diags, &run.sources)
    });
}

#[test]
fn the_corpus_parses() {
    let corpus = common::corpus();
    assert!(corpus.len() >= 70, "the corpus is missing");
    for (case, text) in corpus {
        let mut run = preprocess(&case, &text, &nvc_glsl::options::NoIncludes);
        let output = run.output.take().unwrap_or_else(|| panic!("{case}: no tokens"));
        let unit = nvc_glsl::parse::parse(&output, &mut run.names, &run.sources, &mut run.diags);
        assert_eq!(common::findings(&run.diags, &run.sources), "", "{case}");
        assert!(unit.items.len() > 1, "{case}: nothing was parsed");
        let printed = preprocess::print(&output, &run.names, &run.sources);
        run.output = Some(output);
        check_round_trip(&case, &run, &printed);
    }
}

/// Preprocesses and parses a program, which must not panic or hang.
fn survive(text: &str) -> Diagnostics {
    let folder = Folder(testdata("glsl/preprocess"));
    let mut run = common::preprocess_with(&Options::default(), Warnings::new(), "mutant", text, &folder);
    if let Some(output) = &run.output {
        nvc_glsl::parse::parse(output, &mut run.names, &run.sources, &mut run.diags);
    }
    common::findings(&run.diags, &run.sources);
    run.diags
}

#[test]
fn mutants_do_not_panic() {
    let corpus: Vec<String> = common::corpus().into_values().collect();
    let files =
        common::files(&testdata("glsl/preprocess"), "comp").into_values().map(|path| common::read(&path));
    let seeds: Vec<String> = corpus.into_iter().chain(files.filter(|text| !text.contains("bomb"))).collect();
    let splices: &[&[u8]] = &[
        b"(",
        b")",
        b"{",
        b"}",
        b"[",
        b"]",
        b"<",
        b";",
        b"#",
        b"##",
        b"\\\n",
        b"/*",
        b"*/",
        b"\"",
        b"#if 1\n",
        b"\n#else\n",
        b"\n#endif\n",
        b"\n#define a(x) x a(",
        b"0x",
        b"1e",
        b"\xff",
        b"struct",
        b"for(",
        b"case",
        b"layout(",
        b"*",
        b"->",
    ];
    let mut random = ChaCha8Rng::seed_from_u64(0x6c73);
    let mut pick = |n: usize| random.next_u32() as usize % n.max(1);
    for round in 0..400 {
        let mut bytes = seeds[round % seeds.len()].clone().into_bytes();
        for _ in 0..1 + pick(8) {
            // Earlier mutations may have removed everything.
            if bytes.is_empty() {
                break;
            }
            let at = pick(bytes.len());
            match pick(4) {
                0 => {
                    let byte = pick(256) as u8;
                    if let Some(slot) = bytes.get_mut(at) {
                        *slot = byte;
                    }
                }
                1 => drop(bytes.drain(at..(at + pick(40)).min(bytes.len()))),
                2 => drop(bytes.splice(at..at, splices[pick(splices.len())].iter().copied())),
                _ => {
                    let copy = bytes[at..(at + pick(60)).min(bytes.len())].to_vec();
                    let to = pick(bytes.len());
                    bytes.splice(to..to, copy);
                }
            }
        }
        survive(&String::from_utf8_lossy(&bytes));
    }
}

/// Hostile inputs are processed quickly, with few diagnostics.
#[test]
fn hostile_inputs_end_quickly() {
    let program =
        |head: &str, part: &str, count: usize| format!("#version 460\n{head}{}", part.repeat(count));
    let texts = [
        program("int a = ", "(", 100_000),
        program("void main() ", "{", 100_000),
        program("void main() { ", "if (a) ", 100_000),
        program("int a = ", "a[", 100_000),
        program("int a = ", "f(", 100_000),
        program("int a = ", "a ? ", 100_000),
        program("int a = ", "- ", 100_000),
        program("int a = 1", " + 1", 100_000),
        program("", "struct {", 100_000),
        program("#if ", "(", 100_000),
        program("", "#if 0\n", 100_000),
        program("#if 0\n", "a ", 500_000),
        program("#if 0\n", "a\\\n", 300_000),
        program("#if 0\n", "\\ ", 500_000),
        program("#if 0\n", "# / \\ \"a\" ", 100_000),
        program("#if 0\n", "#if 1 // a\n", 100_000),
        program("#define f(x) x\nint a = ", "f(", 100_000),
        program("#define f(x) x\nint a = ", "f ", 100_000),
        program("", "}", 100_000),
        program("int a = ", "08 ", 100_000),
        program("", "\\\n", 100_000),
        program("", "/*", 100_000),
        program("int ", "a##", 100_000),
        program("void main() { a = ", "b[1] * ", 100_000),
        program("void main() { if (a) b; ", "else if (a) b; ", 100_000),
        program("void main() { if (a) b; ", "else if (a) { ", 100_000),
        program("void main() { ", "a * b, ", 100_000),
    ];
    for text in texts {
        let start = Instant::now();
        let diags = survive(&text);
        let shown: String = text.chars().take(60).collect();
        assert!(start.elapsed() < Duration::from_secs(10), "{shown}: {:?}", start.elapsed());
        assert!(diags.len() <= 200, "{shown}");
    }
}

/// A loader that returns spaces for every name.
struct Spaces(Arc<str>);

impl Loader for Spaces {
    fn load(&self, path: &str, _: bool, _: &str) -> Result<Source, LoadError> {
        Ok(Source::new(path, self.0.clone()))
    }
}

/// Checks limits that only a large input exceeds.
#[test]
fn large_texts_exceed_limits() {
    const INCLUDE: &str = "#extension GL_GOOGLE_include_directive : require\n#include \"a\"\n";
    let spaces = Spaces(" ".repeat(15 << 20).into());
    let cases = [
        ("the program has more than 4194304 tokens", ";".repeat((4 << 20) + 1)),
        ("the file has 16777217 bytes", " ".repeat((16 << 20) + 1 - "#version 460\n".len())),
        ("the included text has 78643353 bytes", INCLUDE.to_owned() + &"#include \"a\"\n".repeat(6)),
    ];
    for (message, text) in cases {
        let text = format!("#version 460\n{text}");
        let run = common::preprocess_with(&Options::default(), Warnings::new(), "large", &text, &spaces);
        let found: Vec<_> = run.diags.iter().map(|f| (f.code.as_str(), f.message.as_str())).collect();
        assert_eq!(found, [("N0501", message)]);
        assert!(run.output.is_none(), "{message}");
    }
}

/// Excessive nesting is one error, however deep it is.
#[test]
fn deep_nesting_is_one_finding() {
    for (open, close) in [("(", ")"), ("f(", ")"), ("a[", "]"), ("-(", ")")] {
        let text = format!("#version 460\nint a = {}1{};\n", open.repeat(100_000), close.repeat(100_000));
        let diags = survive(&text);
        let codes: Vec<&str> = diags.iter().map(|finding| finding.code.as_str()).collect();
        assert_eq!(codes, ["N0501"], "{open}");
    }
}

/// The error pages of these stages show a program with the error and a corrected one.
#[test]
fn error_pages() {
    let loader = Folder(testdata("glsl/preprocess"));
    let mut seen = 0;
    for (code, path) in common::files(&testdata("../docs/errors"), "md") {
        let page = common::read(&path);
        let programs = page.split("```glsl\n").skip(1).filter_map(|rest| rest.split("```").next());
        let [wrong, right] = programs.collect::<Vec<_>>()[..] else { continue };
        if !["N11", "N12", "N1502", "W11", "W1501"].iter().any(|group| code.starts_with(group)) {
            continue;
        }
        seen += 1;
        for (text, expected) in [(wrong, true), (right, false)] {
            // The programs on pages of pedantic warnings need `-Wpedantic`.
            let options = if code.starts_with('W') { "\n// options: -Wpedantic\n" } else { "" };
            let mut run = preprocess("page", &format!("{text}{options}"), &loader);
            if let Some(output) = &run.output {
                nvc_glsl::parse::parse(output, &mut run.names, &run.sources, &mut run.diags);
            }
            let found = run.diags.iter().any(|finding| finding.code.as_str() == code);
            let findings = common::findings(&run.diags, &run.sources);
            assert_eq!(found, expected, "{code}: {text}\n{findings}");
            assert!(
                expected || findings.is_empty(),
                "{code}: the corrected program has diagnostics\n{findings}"
            );
        }
    }
    assert!(seen >= 13, "only {seen} pages were found");
}
