//! Reports text that no file except test data and the lock file may contain: markers of unfinished work,
//! placeholders, machine-specific paths, hosts of package registries.

use super::Finding;
use super::tree::Tree;

/// A group of forbidden texts.
struct Ban {
    /// The texts, split in two so that this file does not contain them.
    texts: &'static [(&'static str, &'static str)],
    /// Whether to match whole words only.
    whole: bool,
    /// What the texts are, for messages.
    what: &'static str,
}

const BANS: &[Ban] = &[
    Ban {
        texts: &[("TO", "DO"), ("FIX", "ME"), ("HA", "CK"), ("X", "XX")],
        whole: true,
        what: "unfinished work",
    },
    Ban { texts: &[("@", "@")], whole: false, what: "a placeholder" },
    Ban {
        texts: &[
            ("/ro", "ot/"),
            ("/ho", "me/"),
            ("/wo", "rk/"),
            ("/o", "pt/"),
            ("/t", "mp/"),
            ("/Us", "ers/"),
            ("C:", "\\"),
        ],
        whole: false,
        what: "a machine-specific path",
    },
    Ban {
        texts: &[
            ("crates", ".io"),
            ("docs", ".rs/"),
            ("pypi", ".org"),
            ("npmjs", ".org"),
            ("npmjs", ".com"),
            ("deb.de", "bian.org"),
            ("rust-lang", ".org/cargo"),
        ],
        whole: false,
        what: "the host of a package registry",
    },
];

/// The lock file contains the registry's host. Test inputs are data, which may contain anything.
const EXEMPT: &[&str] = &["Cargo.lock", "testdata/"];

/// Reports forbidden texts.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in tree.files.iter().filter(|file| !EXEMPT.iter().any(|e| file.path.starts_with(e))) {
        for (line, number) in file.text.lines().zip(1..) {
            for ban in BANS {
                for (head, tail) in ban.texts {
                    let text = format!("{head}{tail}");
                    if contains(line, &text, ban.whole) {
                        let message = format!("`{text}`: {}", ban.what);
                        findings.push(Finding::at("words", &file.path, number, &text, message));
                    }
                }
            }
        }
    }
    findings
}

fn contains(line: &str, text: &str, whole: bool) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(text).any(|(start, _)| {
        let (before, after) = (&line[..start], &line[start + text.len()..]);
        !whole || !(before.ends_with(is_word) || after.starts_with(is_word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_banned_text_is_found() {
        for (head, tail) in BANS.iter().flat_map(|ban| ban.texts) {
            let text = format!("a line with {head}{tail} in it\n");
            assert!(!check(&Tree::of(&[("docs/a.md", &text)])).is_empty(), "{text}");
            assert!(check(&Tree::of(&[("testdata/a.nvcp", &text)])).is_empty(), "{text}");
        }
    }

    #[test]
    fn parts_of_words_are_allowed() {
        let text = concat!("MAS", "TODON, ", "HA", "CKSAW, code, crates, xtask");
        assert!(check(&Tree::of(&[("docs/a.md", text)])).is_empty());
    }
}
