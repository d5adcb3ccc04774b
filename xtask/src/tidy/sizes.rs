//! Checks that every Rust file has a header, and limits the length of files and functions.

use super::Finding;
use super::tree::Tree;

/// Maximum number of lines in a file.
const FILE_LINES: usize = 800;

/// Maximum number of lines in a function, from `fn` to the closing brace.
const FUNCTION_LINES: usize = 120;

/// A file with this line contains a table, possibly as one `match`. The limits do not apply to it.
const TABLE: &str = "// tidy: table";

fn is_table(text: &str) -> bool {
    text.lines().any(|line| line.trim() == TABLE)
}

/// Reports `.rs` files that do not start with a `//!` header.
pub fn headers(tree: &Tree) -> Vec<Finding> {
    let rust = tree.files.iter().filter(|file| file.path.ends_with(".rs"));
    let bare = rust.filter(|file| {
        let first = file.text.lines().next().unwrap_or_default();
        first.strip_prefix("//!").is_none_or(|text| text.trim().is_empty())
    });
    bare.map(|file| Finding::at("header", &file.path, 1, "", "the file has no `//!` header".into())).collect()
}

/// Reports `.rs` files that are too long.
pub fn files(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.files.iter().filter(|file| file.path.ends_with(".rs")) {
        let lines = file.text.lines().count();
        if lines > FILE_LINES && !is_table(&file.text) {
            let message = format!("the file has {lines} lines, more than {FILE_LINES}");
            findings.push(Finding::at("file-size", &file.path, FILE_LINES + 1, "", message));
        }
    }
    findings
}

/// Reports functions that are too long, and files that do not parse.
pub fn functions(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &tree.rust {
        if let Some((line, error)) = &file.error {
            findings.push(Finding::at("parse", &file.path, *line, "", error.clone()));
        }
        if is_table(tree.text(&file.path).unwrap_or_default()) {
            continue;
        }
        for function in file.functions.iter().filter(|f| f.lines > FUNCTION_LINES) {
            let message =
                format!("`{}` has {} lines, more than {FUNCTION_LINES}", function.name, function.lines);
            findings.push(Finding::at("function-size", &file.path, function.line, &function.name, message));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_required() {
        let tree =
            Tree::of(&[("a.rs", "//! Has one.\n"), ("b.rs", "fn f() {}\n"), ("c.rs", "//!\n"), ("d.md", "")]);
        let found: Vec<String> = headers(&tree).into_iter().map(|f| f.path).collect();
        assert_eq!(found, ["b.rs", "c.rs"]);
    }

    #[test]
    fn long_files_are_found_unless_tables() {
        let long = "//! Long.\n".repeat(FILE_LINES + 1);
        let table = format!("{long}// tidy: table\n");
        let limit = "//! Long.\n".repeat(FILE_LINES);
        let found = files(&Tree::of(&[("a.rs", &long), ("b.rs", &table), ("c.rs", &limit)]));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].path, "a.rs");
    }

    #[test]
    fn long_functions_are_found() {
        let of = |lines: usize| format!("fn f() {{\n{}}}\n", "x();\n".repeat(lines - 2));
        let (long, limit) = (of(FUNCTION_LINES + 1), of(FUNCTION_LINES));
        let table = format!("{TABLE}\n{long}");
        let found = functions(&Tree::of(&[("a.rs", &long), ("b.rs", &limit), ("c.rs", &table)]));
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].path.as_str(), found[0].item.as_str()), ("a.rs", "f"));
    }

    #[test]
    fn files_must_parse() {
        assert_eq!(functions(&Tree::of(&[("a.rs", "fn {")]))[0].rule, "parse");
    }
}
