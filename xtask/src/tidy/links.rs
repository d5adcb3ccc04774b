//! Checks that links between the project's pages, and paths in code spans, have existing targets.

use super::Finding;
use super::tree::Tree;

/// Prefixes of paths in the project. A code span that starts with one of them and contains only path characters is the
/// path of a file or folder.
const PATHS: &[&str] = &[".ci/", "crates/", "docs/", "examples/", "grammar/", "testdata/", "xtask/"];

/// Reports relative links and paths in Markdown pages that refer to files or folders that do not exist, and fragments
/// without a matching heading. Links to other sites are not checked.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for page in tree.files.iter().filter(|file| file.path.ends_with(".md")) {
        for (line, target) in links(&page.text) {
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            if let Err(message) = follow(tree, &page.path, target) {
                findings.push(Finding::at("link", &page.path, line, target, message));
            }
        }
        for (line, path) in named_paths(&page.text) {
            if !exists(tree, path.trim_end_matches('/')) {
                let message = format!("`{path}` does not exist");
                findings.push(Finding::at("link", &page.path, line, path, message));
            }
        }
    }
    findings
}

fn follow(tree: &Tree, page: &str, target: &str) -> Result<(), String> {
    let (path, fragment) = target.split_once('#').unwrap_or((target, ""));
    let goal = if path.is_empty() { page.to_owned() } else { resolve(page, path) };
    if !exists(tree, &goal) {
        return Err(format!("the target `{target}` of the link does not exist"));
    }
    let headings = tree.text(&goal).unwrap_or_default();
    if !fragment.is_empty() && goal.ends_with(".md") && !anchors(headings).any(|a| a == fragment) {
        return Err(format!("{goal} has no heading `#{fragment}`"));
    }
    Ok(())
}

/// Returns whether a file or folder with this path exists.
fn exists(tree: &Tree, path: &str) -> bool {
    let folder = format!("{path}/");
    tree.files.iter().any(|file| file.path == path || file.path.starts_with(&folder))
}

/// Returns the code spans that are paths in the project, with their line numbers.
fn named_paths(text: &str) -> Vec<(usize, &str)> {
    let is_path = |span: &&str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '-' | '_');
        PATHS.iter().any(|start| span.starts_with(start)) && span.chars().all(plain)
    };
    let spans = prose(text).flat_map(|(number, line)| {
        line.split('`').skip(1).step_by(2).filter(is_path).map(move |span| (number, span))
    });
    spans.collect()
}

/// Resolves a relative link on a page to a path from the root.
fn resolve(page: &str, link: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.trim_end_matches('/').split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// Returns the lines outside code blocks, with their line numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_code = false;
    text.lines().zip(1..).filter_map(move |(line, number)| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        (!in_code && !is_fence).then_some((number, line))
    })
}

/// Returns the targets of `[text](target)` outside code spans and code blocks, with their line numbers.
pub fn links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        // Pieces with an even index are outside code spans. In [`code`](target), the piece after the code span starts
        // with `](`, so the link is found.
        for piece in line.split('`').step_by(2) {
            for rest in piece.split("](").skip(1) {
                let target = rest.split([')', ' ']).next().unwrap_or_default();
                found.push((number, target));
            }
        }
    }
    found
}

/// Returns the fragments of a page's headings: in lower case, with spaces replaced by hyphens, and without punctuation
/// except `-` and `_`.
fn anchors(text: &str) -> impl Iterator<Item = String> {
    let headings = prose(text).filter(|(_, line)| line.starts_with('#'));
    headings.map(|(_, heading)| {
        let kept = heading
            .trim_start_matches('#')
            .trim()
            .chars()
            .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let other = ("docs/a/other.md", "# Other\n## A `code`-word, and more\n");
        let tree = Tree::of(&[("docs/page.md", text), other, ("README.md", "# Top\n")]);
        check(&tree).into_iter().map(|f| f.item).collect()
    }

    #[test]
    fn good_links() {
        let text = "# Here\n[a](a/other.md) [b](../README.md#top) [`c`](a) [d](#here) [e](https://example.org)\n\
                    [f](a/other.md#a-code-word-and-more) `[g](gone.md)`\n```\n[h](gone.md)\n```\n";
        assert!(found(text).is_empty(), "{:?}", found(text));
    }

    #[test]
    fn named_paths_exist() {
        let text = "`docs/a/` and `docs/a/other.md` but not `docs/gone.md`; `docs/*.md`, `docs/<code>.md`";
        assert_eq!(found(text), ["docs/gone.md"]);
    }

    #[test]
    fn dead_links() {
        let text = "[a](gone.md)\n[b](a/other.md#gone) and [`c`](#gone) [d](../../README.md)";
        assert_eq!(found(text), ["gone.md", "a/other.md#gone", "#gone"]);
    }
}
