//! Golden-file tests of semantic analysis: typed trees in `testdata/glsl/check`, diagnostics in
//! `testdata/glsl/check/errors` and `warnings`. The programs of `testdata/corpus` must have no diagnostics, the examples
//! of the pages of `docs/errors` for this stage's codes those that they show, and mutated programs a tree or an error.

mod common;

use common::{Folder, preprocess, testdata};
use nvc_glsl::options::Loader;
use nvc_goldens::Kind;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// Returns the printed typed tree of a program, if it is valid, and the diagnostics.
fn check(name: &str, text: &str, loader: &dyn Loader) -> (Option<String>, String) {
    let mut run = preprocess(name, text, loader);
    let mut shown = None;
    if let Some(output) = &run.output {
        let unit = nvc_glsl::parse::parse(output, &mut run.names, &run.sources, &mut run.diags);
        let options = common::options(text);
        let program = nvc_glsl::check::check(&unit, output, &mut run.names, &options, &mut run.diags);
        shown = program.ok().map(|program| nvc_glsl::tree::print::print(&program, &run.names));
    }
    (shown, common::findings(&run.diags, &run.sources))
}

#[test]
fn trees() {
    let folder = testdata("glsl/check");
    common::compare(&folder, Kind::Tree, |stem, text| {
        let (tree, findings) = check(&format!("{stem}.comp"), text, &Folder(folder.clone()));
        assert_eq!(findings, "", "{stem}");
        tree.expect("a program without diagnostics has a tree")
    });
}

#[test]
fn errors() {
    let folder = testdata("glsl/check/errors");
    common::compare(&folder, Kind::Diagnostics, |stem, text| {
        let (tree, findings) = check(&format!("{stem}.comp"), text, &Folder(folder.clone()));
        assert!(tree.is_none(), "{stem}: a program with errors has no tree");
        findings
    });
}

#[test]
fn warnings() {
    let folder = testdata("glsl/check/warnings");
    common::compare(&folder, Kind::Diagnostics, |stem, text| {
        let (tree, findings) = check(&format!("{stem}.comp"), text, &Folder(folder.clone()));
        assert!(tree.is_some() && !findings.is_empty(), "{stem}: a warning is not an error\n{findings}");
        findings
    });
}

#[test]
fn corpus_programs_have_no_diagnostics() {
    let mut wrong = Vec::new();
    for (case, text) in common::corpus() {
        let (tree, findings) = check(&case, &text, &nvc_glsl::options::NoIncludes);
        if tree.is_none() || !findings.is_empty() {
            wrong.push(format!("{case}:\n{findings}"));
        }
    }
    assert!(wrong.is_empty(), "{} programs have diagnostics:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn error_pages() {
    let mut seen = 0;
    for (code, path) in common::files(&testdata("../docs/errors"), "md") {
        let page = common::read(&path);
        let programs = page.split("```glsl\n").skip(1).filter_map(|rest| rest.split("```").next());
        let [wrong, right] = programs.collect::<Vec<_>>()[..] else { continue };
        if !["N13", "N14", "N1501", "W14", "W1502"].iter().any(|group| code.starts_with(group)) {
            continue;
        }
        seen += 1;
        let (_, findings) = check("page", wrong, &nvc_glsl::options::NoIncludes);
        assert!(
            findings.contains(&format!("[{code}]")),
            "{code}: the invalid example has no such diagnostic\n{findings}"
        );
        let (_, findings) = check("page", right, &nvc_glsl::options::NoIncludes);
        assert_eq!(findings, "", "{code}: the corrected example has diagnostics");
    }
    assert!(seen >= 13, "only {seen} pages were found");
}

/// Splits a program into words and single characters.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        let end = if word(first) { rest.find(|c| !word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (piece, tail) = rest.split_at(end);
        pieces.push(piece);
        rest = tail;
    }
    pieces
}

#[test]
fn mutated_programs_have_a_tree_or_an_error() {
    let folder = testdata("glsl/check");
    let mut programs: Vec<String> =
        common::files(&folder, "comp").values().map(|path| common::read(path)).collect();
    programs.extend(common::corpus().into_values());
    let mut random = ChaCha8Rng::seed_from_u64(0x6368);
    let mut below = |limit: usize| random.next_u32() as usize % limit.max(1);
    let mut wrong = 0;
    for program in &programs {
        let original = pieces(program);
        for _ in 0..25 {
            let mut mutant = original.clone();
            for _ in 0..=below(3) {
                let (at, from) = (below(mutant.len()), below(mutant.len()));
                match below(3) {
                    0 => mutant[at] = mutant[from],
                    1 => mutant.swap(at, from),
                    _ => {
                        mutant.remove(at);
                    }
                }
            }
            let text = mutant.concat();
            if text.contains("options:") {
                continue;
            }
            let (tree, findings) = check("mutant", &text, &nvc_glsl::options::NoIncludes);
            assert_eq!(
                tree.is_none(),
                findings.contains("error["),
                "a tree or an error, not both:\n{text}\n{findings}"
            );
            wrong += usize::from(tree.is_none());
        }
    }
    assert!(wrong > programs.len(), "too few mutants are invalid");
}
