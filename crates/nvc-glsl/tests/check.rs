//! File tests of checking: `testdata/glsl/check` shows typed trees, `testdata/glsl/check/errors`
//! findings; the programs of `testdata/corpus` check without any.

mod common;

use common::{Folder, preprocess, testdata};
use nvc_glsl::options::Loader;

/// The typed tree of a program as text, if it has one, and the findings.
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
    let made = common::files(&folder, "comp").into_iter().map(|(stem, path)| {
        let (tree, findings) = check(&format!("{stem}.comp"), &common::read(&path), &Folder(folder.clone()));
        assert_eq!(findings, "", "{stem}");
        (stem, tree.expect("a program without findings has a tree"))
    });
    common::compare(&folder, "tree", &made.collect());
}

#[test]
fn errors() {
    let folder = testdata("glsl/check/errors");
    let made = common::files(&folder, "comp").into_iter().map(|(stem, path)| {
        let (tree, findings) = check(&format!("{stem}.comp"), &common::read(&path), &Folder(folder.clone()));
        assert!(tree.is_none(), "{stem}: a program with errors has no tree");
        (stem, findings)
    });
    common::compare(&folder, "golden", &made.collect());
}

#[test]
fn the_corpus_checks() {
    let mut wrong = Vec::new();
    for (case, text) in common::corpus() {
        let (tree, findings) = check(&case, &text, &nvc_glsl::options::NoIncludes);
        if tree.is_none() || !findings.is_empty() {
            wrong.push(format!("{case}:\n{findings}"));
        }
    }
    assert!(wrong.is_empty(), "{} cases are wrong:\n{}", wrong.len(), wrong.join("\n"));
}
