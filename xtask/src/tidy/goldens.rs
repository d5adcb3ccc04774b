//! Checks that every golden has an input, that no file has a former extension of goldens, and that every case of the corpus
//! has all of its files. The test harness reports goldens without an input only in the folders and of the kinds that a test
//! reads, not elsewhere.

use super::Finding;
use super::tree::Tree;

/// Folder of the test data.
const DATA: &str = "testdata/";

/// File name extensions of goldens. `glsl` is missing, because files that programs include have it
/// too.
const GOLDENS: &[&str] = &[
    "tokens", "tree", "ir", "spvasm", "diag", "out", "json", "diff", "wgsl", "hlsl", "msl", "stderr",
    "stdout",
];

/// File name extensions that goldens formerly had. `testdata/README.md` lists the current ones.
const FORMER: &[&str] = &["golden", "expected"];

/// File name extensions of inputs.
const INPUTS: &[&str] = &["nvcp", "comp", "nvcir", "bin", "cmd", "args"];

/// Folder of the corpus: GLSL shaders with the listings and the memory that NVIDIA's driver produced for them.
const CORPUS: &str = "testdata/corpus/";

/// Files that each case of the corpus must have.
const CASE: &[&str] = &["case.toml", "driver.nvcp", "main.comp", "map.toml", "truth.bin"];

/// Reports goldens without an input or with a former extension, and cases of the corpus that lack a file.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = orphans(tree);
    findings.extend(cases(tree));
    findings
}

/// Reports goldens without an input or with a former extension. `a/b.nvcp.stderr` and `a/b.stderr` both belong to the
/// input `a/b.nvcp`.
fn orphans(tree: &Tree) -> Vec<Finding> {
    let data = || tree.files.iter().map(|file| file.path.as_str()).filter(|path| path.starts_with(DATA));
    let is_input_of = |golden: &str, path: &str| {
        let (stem, extension) = split(path);
        INPUTS.contains(&extension) && (golden.starts_with(&format!("{path}.")) || stem == split_all(golden))
    };
    let goldens = data().filter(|path| GOLDENS.contains(&split(path).1));
    let orphans = goldens.filter(|golden| !data().any(|path| is_input_of(golden, path)));
    let orphans = orphans
        .map(|golden| Finding::at("golden", golden, 1, "", "the golden has no input beside it".into()));
    let former = data().filter(|path| FORMER.contains(&split(path).1)).map(|golden| {
        let message =
            "goldens no longer have this extension: see testdata/README.md and run `cargo xtask bless`";
        Finding::at("golden", golden, 1, "", message.into())
    });
    orphans.chain(former).collect()
}

fn cases(tree: &Tree) -> Vec<Finding> {
    let paths = tree.files.iter().filter_map(|file| file.path.strip_prefix(CORPUS)?.split_once('/'));
    let mut names: Vec<&str> = paths.map(|(name, _)| name).collect();
    names.dedup();
    let mut findings = Vec::new();
    for name in names {
        for part in CASE {
            let path = format!("{CORPUS}{name}/{part}");
            if tree.text(&path).is_none() {
                findings.push(Finding::at("case", &path, 1, part, format!("the case {name} has no {part}")));
            }
        }
    }
    findings
}

/// Splits a path into the part before the extension and the extension.
fn split(path: &str) -> (&str, &str) {
    let name = path.rfind('/').map_or(0, |slash| slash + 1);
    match path[name..].rfind('.') {
        Some(dot) => (&path[..name + dot], &path[name + dot + 1..]),
        None => (path, ""),
    }
}

/// Returns the path without any extensions.
fn split_all(path: &str) -> &str {
    let name = path.rfind('/').map_or(0, |slash| slash + 1);
    path[name..].find('.').map_or(path, |dot| &path[..name + dot])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(paths: &[&str]) -> Vec<(&'static str, String)> {
        let files: Vec<(&str, &str)> = paths.iter().map(|path| (*path, "")).collect();
        check(&Tree::of(&files)).into_iter().map(|f| (f.rule, f.path)).collect()
    }

    #[test]
    fn goldens_beside_inputs_are_fine() {
        let paths = [
            "testdata/a/x.nvcp",
            "testdata/a/x.stderr",
            "testdata/a/x.nvcp.stderr",
            "testdata/a/x.o0.spvasm",
        ];
        assert!(found(&paths).is_empty());
    }

    #[test]
    fn goldens_without_inputs_are_found() {
        let paths = ["testdata/a/x.nvcp", "testdata/a/y.stderr", "testdata/b/x.spvasm", "docs/z.json"];
        let expected = ["testdata/a/y.stderr", "testdata/b/x.spvasm"];
        assert_eq!(found(&paths), expected.map(|path| ("golden", path.to_owned())));
    }

    #[test]
    fn cases_need_all_their_parts() {
        let whole: Vec<String> = CASE.iter().map(|part| format!("testdata/corpus/c/{part}")).collect();
        let whole: Vec<&str> = whole.iter().map(String::as_str).collect();
        assert!(found(&whole).is_empty());
        assert_eq!(found(&whole[1..]), [("case", "testdata/corpus/c/case.toml".to_owned())]);
    }
}
