//! Checks that `docs/SUMMARY.md` lists every page of the book exactly once. The link check reports listed
//! pages that do not exist.

use super::Finding;
use super::links;
use super::tree::Tree;

/// The table of contents from which mdBook builds the book. Unlisted pages are not rendered.
const SUMMARY: &str = "docs/SUMMARY.md";

/// Folder of the book's pages.
const PAGES: &str = "docs/";

/// Reports pages that are missing from the summary or listed twice.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let Some(summary) = tree.text(SUMMARY) else {
        return vec![Finding::at("book", SUMMARY, 1, SUMMARY, "the book has no summary".to_owned())];
    };
    let listed: Vec<(usize, &str)> = links::links(summary);
    let mut findings = Vec::new();
    for page in tree.files.iter().filter(|file| file.path != SUMMARY && file.path.ends_with(".md")) {
        let Some(name) = page.path.strip_prefix(PAGES) else { continue };
        let mut entries = listed.iter().filter(|(_, target)| *target == name);
        let mut report = |path: &str, line, message| {
            findings.push(Finding::at("book", path, line, name, message));
        };
        if entries.next().is_none() {
            report(&page.path, 1, format!("the page is not in {SUMMARY}"));
        }
        for (line, _) in entries {
            report(SUMMARY, *line, format!("{name} is listed twice"));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(summary: &str) -> Vec<(String, String)> {
        let pages = [(SUMMARY, summary), ("docs/a.md", ""), ("docs/b/c.md", ""), ("README.md", "")];
        check(&Tree::of(&pages)).into_iter().map(|f| (f.path, f.item)).collect()
    }

    #[test]
    fn complete() {
        assert!(found("# Summary\n\n- [A](a.md)\n  - [C](b/c.md)\n").is_empty());
    }

    #[test]
    fn missing_and_duplicate_pages() {
        let duplicate = (SUMMARY.to_owned(), "a.md".to_owned());
        let missing = ("docs/b/c.md".to_owned(), "b/c.md".to_owned());
        assert_eq!(found("- [A](a.md)\n- [A again](a.md)\n"), [duplicate, missing]);
    }

    #[test]
    fn a_book_needs_a_summary() {
        assert_eq!(check(&Tree::of(&[("docs/a.md", "")])).len(), 1);
    }
}
