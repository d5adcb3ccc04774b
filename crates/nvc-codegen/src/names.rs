//! Converts source names to identifiers that follow the conventions of Rust and C, and makes them unique.

use std::collections::BTreeSet;

/// The keywords of a language.
#[derive(Clone, Copy)]
pub(crate) struct Keywords(&'static [&'static str]);

/// Rust's strict and reserved keywords of all editions. An underscore is appended to them, because some
/// cannot be raw identifiers.
pub(crate) const RUST: Keywords = Keywords(&[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop",
    "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "Self",
    "static", "struct", "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
]);

/// The lower-case keywords of C and C++, and some macros.
pub(crate) const C: Keywords = Keywords(&[
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "typeof_unqual",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
    // Macros that some systems and compilers define.
    "errno",
    "linux",
    "near",
    "far",
    "unix",
]);

/// Returns the name of a shader's Rust module.
pub fn module_name(name: &str) -> String {
    escaped(snake(name), RUST)
}

/// Converts to snake case: `outU`, `out-u` and `OutU` become `out_u`.
pub(crate) fn snake(name: &str) -> String {
    cased(name, |word, _| word.to_owned(), "_")
}

/// Converts to upper snake case: `outU` becomes `OUT_U`.
pub(crate) fn screaming(name: &str) -> String {
    snake(name).to_ascii_uppercase()
}

/// Converts to upper camel case: `out_u` becomes `OutU`.
pub(crate) fn camel(name: &str) -> String {
    let capital = |word: &str, _| match word.split_at_checked(1) {
        Some((first, rest)) => first.to_ascii_uppercase() + rest,
        None => String::new(),
    };
    cased(name, capital, "")
}

/// Converts the words of a name and joins them. The result is not empty and does not start with a digit.
fn cased(name: &str, change: impl Fn(&str, usize) -> String, separator: &str) -> String {
    let changed: Vec<String> = words(name).iter().enumerate().map(|(i, word)| change(word, i)).collect();
    let joined = changed.join(separator);
    match joined.chars().next() {
        None => "_0".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("_{joined}"),
        Some(_) => joined,
    }
}

/// Splits a name into words, in lower case. A word starts after a character that is neither an ASCII letter nor a digit,
/// at a capital after a lower-case letter or digit, and at a capital between another capital and a lower-case
/// letter.
fn words(name: &str) -> Vec<String> {
    let chars: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (at, &c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|i| chars.get(i));
        let after = chars.get(at + 1);
        let starts = c.is_ascii_uppercase()
            && (before.is_some_and(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
                || before.is_some_and(char::is_ascii_uppercase)
                    && after.is_some_and(char::is_ascii_lowercase));
        if starts || !c.is_ascii_alphanumeric() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_ascii_alphanumeric()) {
            word.push(c.to_ascii_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn escaped(mut name: String, keywords: Keywords) -> String {
    if keywords.0.contains(&name.as_str()) {
        name.push('_');
    }
    name
}

/// The names in a scope.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope(BTreeSet<String>);

impl Scope {
    /// Creates a scope with reserved names.
    pub fn with(reserved: &[&str]) -> Self {
        Scope(reserved.iter().map(|&name| name.to_owned()).collect())
    }

    /// Adds a name and returns it. A keyword, or a name that is in use, gets a suffix.
    pub fn unique(&mut self, name: String, keywords: Keywords) -> String {
        let free = escaped(name.clone(), keywords);
        if free != name {
            self.0.insert(name.clone());
        }
        if self.0.insert(free.clone()) { free } else { self.numbered(&name, "_", &[""]) }
    }

    /// Adds the name of a type and returns it. A name that is in use gets a number.
    pub fn unique_type(&mut self, name: String) -> String {
        self.numbered(&name, "", &[""])
    }

    /// Adds a prefix with each of the given suffixes and returns the prefix. If any of these names is in use,
    /// the prefix gets a number.
    pub fn unique_prefix(&mut self, prefix: &str, suffixes: &[&str]) -> String {
        self.numbered(prefix, "_", suffixes)
    }

    fn numbered(&mut self, prefix: &str, separator: &str, suffixes: &[&str]) -> String {
        let mut candidate = prefix.to_owned();
        let mut number = 2u64;
        while suffixes.iter().any(|suffix| self.0.contains(&format!("{candidate}{suffix}"))) {
            candidate = format!("{prefix}{separator}{number}");
            number += 1;
        }
        self.0.extend(suffixes.iter().map(|suffix| format!("{candidate}{suffix}")));
        candidate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_converted_to_each_case() {
        let all = |name| [snake(name), screaming(name), camel(name)];
        assert_eq!(all("outU"), ["out_u", "OUT_U", "OutU"]);
        assert_eq!(all("gl_WarpSizeNV"), ["gl_warp_size_nv", "GL_WARP_SIZE_NV", "GlWarpSizeNv"]);
        assert_eq!(all("RGBAImage"), ["rgba_image", "RGBA_IMAGE", "RgbaImage"]);
        assert_eq!(all("local[0]"), ["local_0", "LOCAL_0", "Local0"]);
        assert_eq!(all("2d"), ["_2d", "_2D", "_2d"]);
        assert_eq!(all("\u{e9}\u{df}"), ["_0", "_0", "_0"]);
        assert_eq!(all(""), ["_0", "_0", "_0"]);
    }

    #[test]
    fn keywords_are_escaped() {
        assert_eq!(module_name("loop"), "loop_");
        assert_eq!(module_name("self"), "self_");
        assert_eq!(module_name("post/blur.v2"), "post_blur_v2");
        let mut scope = Scope::default();
        assert_eq!(scope.unique("union".into(), C), "union_");
        assert_eq!(scope.unique("union".into(), C), "union_2");
        assert_eq!(Scope::default().unique("union".into(), RUST), "union");
    }

    #[test]
    fn prefixes_with_suffixes_are_unique() {
        let mut scope = Scope::with(&["A_BINDING"]);
        assert_eq!(scope.unique_prefix("A", &["_SET", "_BINDING"]), "A_2");
        assert_eq!(scope.unique_prefix("A", &["_SET", "_BINDING"]), "A_3");
        assert_eq!(scope.unique_prefix("A_2", &["_SET"]), "A_2_2");
    }
}
