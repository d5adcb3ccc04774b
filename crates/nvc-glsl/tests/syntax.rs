//! File tests of preprocessing and parsing: `testdata/glsl/preprocess`, `testdata/glsl/parse`, and the
//! programs of `testdata/corpus`.
//!
//! Beside a program stands its golden: what the stage makes of it, and its findings.

mod common;

use common::{Folder, Preprocessed, preprocess, testdata};
use nvc_diag::Diagnostics;
use nvc_glsl::preprocess;

#[test]
fn preprocessed_files() {
    let folder = testdata("glsl/preprocess");
    let loader = Folder(folder.clone());
    let made = common::files(&folder, "comp").into_iter().map(|(stem, path)| {
        let text = common::read(&path);
        let run = preprocess(&format!("{stem}.comp"), &text, &loader);
        let printed = run.output.as_ref().map(|output| preprocess::print(output, &run.names, &run.sources));
        let findings = common::findings(&run.diags, &run.sources);
        if let Some(printed) = printed.as_ref().filter(|_| findings.is_empty()) {
            again(&stem, &run, printed);
        }
        (stem, printed.unwrap_or_else(|| "no tokens\n".to_owned()) + "----\n" + &findings)
    });
    common::compare(&folder, "golden", &made.collect());
}

/// Reading printed tokens gives the same tokens.
fn again(stem: &str, run: &Preprocessed, printed: &str) {
    let second = preprocess(stem, printed, &Folder(testdata("glsl")));
    let kinds = |run: &Preprocessed| {
        let output = run.output.as_ref().expect("tokens");
        let tokens = output.tokens.iter().map(|token| {
            let mut alone = preprocess::token::Output { tokens: vec![*token], ..Default::default() };
            alone.numbers.clone_from(&output.numbers);
            alone.directives.clone_from(&output.directives);
            let text = preprocess::print(&alone, &run.names, &run.sources);
            text.lines().last().unwrap_or_default().to_owned()
        });
        tokens.collect::<Vec<_>>()
    };
    let (first, second) = (kinds(run), kinds(&second));
    assert_eq!(first, second, "{stem}: the printed text reads differently:\n{printed}");
}

#[test]
fn parsed_files() {
    let folder = testdata("glsl/parse");
    let loader = Folder(folder.clone());
    let made = common::files(&folder, "comp").into_iter().map(|(stem, path)| {
        let text = common::read(&path);
        let mut run = preprocess(&format!("{stem}.comp"), &text, &loader);
        let mut shown = String::new();
        if let Some(output) = &run.output {
            let unit = nvc_glsl::parse::parse(output, &mut run.names, &run.sources, &mut run.diags);
            shown = common::tree::print(&unit, &run.names);
        }
        (stem, shown + "----\n" + &common::findings(&run.diags, &run.sources))
    });
    common::compare(&folder, "golden", &made.collect());
}

#[test]
fn the_corpus_parses() {
    let corpus = common::corpus();
    assert!(corpus.len() >= 70, "the corpus is not there");
    for (case, text) in corpus {
        let mut run = preprocess(&case, &text, &nvc_glsl::options::NoIncludes);
        let output = run.output.take().unwrap_or_else(|| panic!("{case}: no tokens"));
        let unit = nvc_glsl::parse::parse(&output, &mut run.names, &run.sources, &mut run.diags);
        assert_eq!(common::findings(&run.diags, &run.sources), "", "{case}");
        assert!(unit.items.len() > 1, "{case}: nothing was parsed");
        let printed = preprocess::print(&output, &run.names, &run.sources);
        run.output = Some(output);
        again(&case, &run, &printed);
    }
}

/// Preprocesses and parses; no panic and no hang is all that is asked.
fn survive(text: &str) -> Diagnostics {
    let mut run = preprocess("mutant", text, &Folder(testdata("glsl/preprocess")));
    if let Some(output) = &run.output {
        nvc_glsl::parse::parse(output, &mut run.names, &run.sources, &mut run.diags);
    }
    common::findings(&run.diags, &run.sources);
    run.diags
}
