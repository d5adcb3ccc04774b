//! Glob patterns for names: `*` matches any text, `?` any character, and a leading `!` excludes matches.

/// A list of glob patterns. A name matches if no excluding pattern matches it and at least one other pattern
/// does, or if the list contains only excluding patterns, none of which matches.
///
/// ```
/// let patterns = nvc_batch::Patterns::new(["q4_*", "!*_k"]);
/// assert!(patterns.matches("q4_0") && !patterns.matches("q4_k") && !patterns.matches("q5_0"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Patterns {
    included: Vec<String>,
    excluded: Vec<String>,
}

impl Patterns {
    /// Creates a list of patterns.
    pub fn new(patterns: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let mut list = Patterns::default();
        for pattern in patterns {
            let pattern = pattern.into();
            match pattern.strip_prefix('!') {
                Some(rest) => list.excluded.push(rest.to_owned()),
                None => list.included.push(pattern),
            }
        }
        list
    }

    /// Returns whether a name matches the list.
    pub fn matches(&self, name: &str) -> bool {
        let any = |patterns: &[String]| patterns.iter().any(|pattern| matches(pattern, name));
        (self.included.is_empty() || any(&self.included)) && !any(&self.excluded)
    }
}

/// Returns whether a text matches one pattern. On a mismatch, the last `*` consumes one more character, so
/// the time is at most proportional to the product of the lengths.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    let (mut at, mut from) = (0, 0);
    // The last `*`: its index in the pattern, and the end of its match in the text.
    let mut star = None;
    while from < text.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, from));
                at += 1;
            }
            Some(&c) if c == '?' || c == text[from] => {
                at += 1;
                from += 1;
            }
            _ => {
                let Some((star_at, star_end)) = star else { return false };
                star = Some((star_at, star_end + 1));
                at = star_at + 1;
                from = star_end + 1;
            }
        }
    }
    pattern[at..].iter().all(|&c| c == '*')
}

#[cfg(test)]
mod tests {
    use super::{Patterns, matches};

    #[test]
    fn wildcards() {
        for (pattern, text) in
            [("", ""), ("*", ""), ("*", "a"), ("a*b", "ab"), ("a*b*c", "axbxbc"), ("?", "ä"), ("*_k", "q4_k")]
        {
            assert!(matches(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [("", "a"), ("a", ""), ("?", ""), ("a*b", "a"), ("a*b", "abc"), ("*a", "ab")] {
            assert!(!matches(pattern, text), "{pattern} {text}");
        }
        assert!(!matches(&"*a".repeat(500), &"a".repeat(400)));
    }

    #[test]
    fn exclusions() {
        let only = Patterns::new(["!a*"]);
        assert!(only.matches("b") && !only.matches("ab"));
        assert!(Patterns::new([] as [&str; 0]).matches("x"));
    }
}
