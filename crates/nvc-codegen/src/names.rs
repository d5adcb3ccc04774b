//! Identifiers: those of a source, in the case and with the words of another language.

use std::collections::BTreeSet;

/// What an identifier may not be.
#[derive(Clone, Copy)]
pub(crate) struct Words(&'static [&'static str]);

/// Rust's keywords, strict and reserved, of all editions; what cannot be raw is among them, so that one
/// rule serves all.
pub(crate) const RUST: Words = Words(&[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop",
    "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "Self",
    "static", "struct", "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
]);

/// C's and C++'s keywords that an identifier in lower case can be.
pub(crate) const C: Words = Words(&[
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
    // Macros of some systems and compilers.
    "errno",
    "linux",
    "near",
    "far",
    "unix",
]);

/// The name of a shader's module.
pub fn module_name(name: &str) -> String {
    escaped(snake(name), RUST)
}

/// `outU`, `out-u` and `OutU` are `out_u`.
pub(crate) fn snake(name: &str) -> String {
    cased(name, |word, _| word.to_owned(), "_")
}

/// `outU` is `OUT_U`.
pub(crate) fn screaming(name: &str) -> String {
    snake(name).to_ascii_uppercase()
}

/// `out_u` is `OutU`.
pub(crate) fn camel(name: &str) -> String {
    let capital = |word: &str, _| match word.split_at_checked(1) {
        Some((first, rest)) => first.to_ascii_uppercase() + rest,
        None => String::new(),
    };
    cased(name, capital, "")
}

/// The words of a name, changed and joined. It starts with no digit and is not empty.
fn cased(name: &str, change: impl Fn(&str, usize) -> String, separator: &str) -> String {
    let changed: Vec<String> = words(name).iter().enumerate().map(|(i, word)| change(word, i)).collect();
    let joined = changed.join(separator);
    match joined.chars().next() {
        None => "_0".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("_{joined}"),
        Some(_) => joined,
    }
}

/// The words of a name, in lower case: they start behind what is no letter or digit, and at a capital
/// behind a small letter or before one.
fn words(name: &str) -> Vec<String> {
    let chars: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (at, &c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|i| chars.get(i));
        let behind = chars.get(at + 1);
        let starts = c.is_ascii_uppercase()
            && (before.is_some_and(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
                || before.is_some_and(char::is_ascii_uppercase)
                    && behind.is_some_and(char::is_ascii_lowercase));
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

fn escaped(mut name: String, keywords: Words) -> String {
    if keywords.0.contains(&name.as_str()) {
        name.push('_');
    }
    name
}

/// The names of one scope.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope(BTreeSet<String>);

impl Scope {
    /// A scope in which these are taken.
    pub fn with(taken: &[&str]) -> Self {
        Scope(taken.iter().map(|&name| name.to_owned()).collect())
    }

    /// The name, or where it is a keyword or taken another that resembles it.
    pub fn unique(&mut self, name: String, keywords: Words) -> String {
        let free = escaped(name.clone(), keywords);
        if free != name {
            self.0.insert(name.clone());
        }
        if self.0.insert(free.clone()) { free } else { self.numbered(&name, "_", &[""]) }
    }

    /// The name of a type, or where it is taken one with a number.
    pub fn unique_type(&mut self, name: String) -> String {
        self.numbered(&name, "", &[""])
    }

    /// A beginning, such that none of it with these ends is taken, and all are from now on.
    pub fn family(&mut self, beginning: &str, ends: &[&str]) -> String {
        self.numbered(beginning, "_", ends)
    }

    fn numbered(&mut self, beginning: &str, separator: &str, ends: &[&str]) -> String {
        let mut candidate = beginning.to_owned();
        let mut number = 2u64;
        while ends.iter().any(|end| self.0.contains(&format!("{candidate}{end}"))) {
            candidate = format!("{beginning}{separator}{number}");
            number += 1;
        }
        self.0.extend(ends.iter().map(|end| format!("{candidate}{end}")));
        candidate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases() {
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
    fn keywords_are_no_names() {
        assert_eq!(module_name("loop"), "loop_");
        assert_eq!(module_name("self"), "self_");
        assert_eq!(module_name("post/blur.v2"), "post_blur_v2");
        let mut scope = Scope::default();
        assert_eq!(scope.unique("union".into(), C), "union_");
        assert_eq!(scope.unique("union".into(), C), "union_2");
        assert_eq!(Scope::default().unique("union".into(), RUST), "union");
    }

    #[test]
    fn families_share_no_name() {
        let mut scope = Scope::with(&["A_BINDING"]);
        assert_eq!(scope.family("A", &["_SET", "_BINDING"]), "A_2");
        assert_eq!(scope.family("A", &["_SET", "_BINDING"]), "A_3");
        assert_eq!(scope.family("A_2", &["_SET"]), "A_2_2");
    }
}
