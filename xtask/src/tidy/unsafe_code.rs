//! Checks that `docs/unsafe.md` lists every file of the published packages that contains unsafe code outside tests, with the
//! number of occurrences of `unsafe`.

use super::Finding;
use super::tree::Tree;
use std::collections::BTreeMap;

/// The page with the list.
const PAGE: &str = "docs/unsafe.md";

/// Reports files whose number of occurrences of `unsafe` differs from that on the page, or is missing there.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let listed = listed(tree.text(PAGE).unwrap_or_default());
    let found = found(tree);
    let paths: std::collections::BTreeSet<&str> = listed.keys().chain(found.keys()).copied().collect();
    let differing =
        paths.into_iter().filter(|path| listed.get(path).map(|row| row.1) != found.get(path).copied());
    differing
        .map(|path| {
            let count = |count: Option<usize>| count.unwrap_or(0);
            let (line, given) = listed.get(path).map_or((1, None), |row| (row.0, Some(row.1)));
            let message = format!(
                "occurrences of `unsafe` in {path}: {}, but the page lists {}",
                count(found.get(path).copied()),
                count(given)
            );
            Finding::at("unsafe", PAGE, line, path, message)
        })
        .collect()
}

/// The number of occurrences of `unsafe` in each file of a published package that has any outside tests.
fn found(tree: &Tree) -> BTreeMap<&str, usize> {
    let published: Vec<&str> =
        tree.packages.iter().filter(|package| package.published).map(|package| &*package.folder).collect();
    let files = tree.rust.iter().filter(|file| published.iter().any(|folder| file.path.starts_with(folder)));
    let count = |file: &super::rust::RustFile| {
        file.shipped_names().flat_map(|name| name.text.split("::")).filter(|part| *part == "unsafe").count()
    };
    files.map(|file| (&*file.path, count(file))).filter(|&(_, count)| count > 0).collect()
}

/// The rows of the page's table: line number and count of each path, from lines of the form "| `path` | count | reason |".
fn listed(page: &str) -> BTreeMap<&str, (usize, usize)> {
    page.lines()
        .zip(1..)
        .filter_map(|(line, number)| {
            let mut cells = line.strip_prefix("| `")?.split('|');
            let path = cells.next()?.trim().strip_suffix('`')?;
            Some((path, (number, cells.next()?.trim().parse().ok()?)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_found() {
        let mut tree = Tree::of(&[
            (
                "crates/a/src/lib.rs",
                "fn f() { unsafe { g() } }\n#[cfg(test)]\nmod tests { unsafe fn h() {} }",
            ),
            ("crates/b/src/lib.rs", "fn f() { unsafe { g() } }"),
            (
                PAGE,
                "| file | number |\n|---|---|\n| `crates/a/src/lib.rs` | 2 | why |\n| `crates/c.rs` | 1 | why |\n",
            ),
        ]);
        tree.packages = vec![super::super::tree::Package {
            name: "a".into(),
            folder: "crates/a/".into(),
            published: true,
            dependencies: Vec::new(),
        }];
        let found: Vec<(usize, String)> = check(&tree).into_iter().map(|f| (f.line, f.message)).collect();
        assert_eq!(
            found,
            [
                (3, "occurrences of `unsafe` in crates/a/src/lib.rs: 1, but the page lists 2".to_owned()),
                (4, "occurrences of `unsafe` in crates/c.rs: 0, but the page lists 1".to_owned()),
            ]
        );
    }
}
