//! Checks that every diagnostic code has a page with its title, is emitted, and occurs in a test, and that every page has
//! a row in the table of codes.

use super::Finding;
use super::tree::Tree;

/// File that contains the table of codes.
const TABLE: &str = "crates/nvc-diag/src/codes.rs";

/// Folder of the pages.
const PAGES: &str = "docs/errors/";

/// A row of the table, such as `N0101 Error "title";`.
struct Row<'a> {
    line: usize,
    code: &'a str,
    title: &'a str,
}

/// Reports codes without a page or with a different title there, codes that are never emitted, and codes without a test.
pub fn rows(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for row in table(tree) {
        let mut report = |rule, message: String| {
            findings.push(Finding::at(rule, TABLE, row.line, row.code, message));
        };
        let page = format!("{PAGES}{}.md", row.code);
        let heading = format!("# {}: {}", row.code, row.title);
        match tree.text(&page).map(|text| text.lines().next().unwrap_or_default()) {
            None => report("code-page", format!("{} has no page {page}", row.code)),
            Some(first) if first != heading => {
                report("code-page", format!("{page} starts with `{first}`, not with `{heading}`"));
            }
            Some(_) => {}
        }
        if !is_emitted(tree, row.code) {
            report("code-emitted", format!("{} is never emitted", row.code));
        }
        if !is_tested(tree, row.code) {
            report("code-tested", format!("no file of testdata/ or crates/*/tests expects {}", row.code));
        }
    }
    findings
}

/// Reports pages without a code.
pub fn pages(tree: &Tree) -> Vec<Finding> {
    let rows = table(tree);
    let pages = tree.files.iter().filter_map(|file| Some((file, file.path.strip_prefix(PAGES)?)));
    let orphans =
        pages.filter(|(_, name)| !rows.iter().any(|row| name.strip_suffix(".md") == Some(row.code)));
    let finding = |name: &str, path: &str| {
        Finding::at("code-page", path, 1, name, format!("the page has no row in {TABLE}"))
    };
    // The index page does not describe a code.
    orphans.filter(|(_, name)| *name != "index.md").map(|(file, name)| finding(name, &file.path)).collect()
}

fn table(tree: &Tree) -> Vec<Row<'_>> {
    let text = tree.text(TABLE).unwrap_or_default();
    let numbered = text.lines().zip(1..);
    let rows = numbered.skip_while(|(line, _)| !line.starts_with("codes! {")).skip(1);
    let rows = rows.take_while(|(line, _)| !line.starts_with('}'));
    rows.filter_map(|(line, number)| {
        let (code, rest) = line.trim().split_once(' ')?;
        let title = rest.split_once('"')?.1.strip_suffix("\";")?;
        Some(Row { line: number, code, title })
    })
    .collect()
}

fn is_emitted(tree: &Tree, code: &str) -> bool {
    let path = format!("Code::{code}");
    let others = tree.rust.iter().filter(|file| file.path != TABLE);
    others
        .flat_map(|file| file.shipped_names())
        .any(|name| name.text == path || name.text.ends_with(&format!("::{path}")))
}

/// Returns whether a golden or another expectation contains the code. The corpus does not count, because its
/// programs compile.
fn is_tested(tree: &Tree, code: &str) -> bool {
    let is_expectation = |path: &str| {
        path.starts_with("testdata/") && !path.starts_with("testdata/corpus/")
            || path.starts_with("crates/") && path.contains("/tests/")
    };
    tree.files.iter().filter(|file| is_expectation(&file.path)).any(|file| file.text.contains(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = "//! Codes.\ncodes! {\n    N0101 Error \"not a program\";\n}\n";
    const PAGE: (&str, &str) = ("docs/errors/N0101.md", "# N0101: not a program\n");
    const EMITS: (&str, &str) = ("crates/nvc-asm/src/lib.rs", "fn f() { new(nvc_diag::Code::N0101) }");
    const GOLDEN: (&str, &str) = ("testdata/errors/a.stderr", "a:1:1: error[N0101]: x\n");

    fn found(files: &[(&str, &str)]) -> Vec<&'static str> {
        let mut all = vec![(TABLE, ROWS)];
        all.extend(files);
        let tree = Tree::of(&all);
        rows(&tree).into_iter().chain(pages(&tree)).map(|f| f.rule).collect()
    }

    #[test]
    fn complete_rows_are_fine() {
        assert!(found(&[PAGE, EMITS, GOLDEN]).is_empty());
    }

    #[test]
    fn each_missing_part_is_found() {
        assert_eq!(found(&[EMITS, GOLDEN]), ["code-page"]);
        assert_eq!(found(&[PAGE, GOLDEN]), ["code-emitted"]);
        assert_eq!(found(&[PAGE, EMITS]), ["code-tested"]);
    }

    #[test]
    fn titles_must_agree() {
        assert_eq!(found(&[(PAGE.0, "# N0101: something else\n"), EMITS, GOLDEN]), ["code-page"]);
    }

    #[test]
    fn emitting_in_a_test_does_not_count() {
        let test = ("crates/nvc-asm/src/lib.rs", "#[cfg(test)]\nmod tests { fn f() { new(Code::N0101) } }");
        assert_eq!(found(&[PAGE, test, GOLDEN]), ["code-emitted"]);
    }

    #[test]
    fn pages_need_rows() {
        assert_eq!(found(&[PAGE, EMITS, GOLDEN, ("docs/errors/N0999.md", "# N0999: gone\n")]), ["code-page"]);
    }
}
