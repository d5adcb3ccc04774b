//! Parses a Rust file: the paths and macros that it uses, its functions, and which lines are test code.

use proc_macro2::{Spacing, TokenStream, TokenTree};
use std::ops::RangeInclusive;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A path (`std::fs::read`), macro (`println!`) or single word (`unsafe`) in the code.
#[derive(Debug, PartialEq, Eq)]
pub struct Name {
    /// Text as written, without spaces, or a path of an expanded `use` item. A macro ends in `!`.
    pub text: String,
    /// Line number.
    pub line: usize,
}

/// A function with a body.
pub struct Function {
    /// Name of the function.
    pub name: String,
    /// Line number of `fn`.
    pub line: usize,
    /// Number of lines from `fn` to the closing brace.
    pub lines: usize,
}

/// A parsed Rust file.
#[derive(Default)]
pub struct RustFile {
    /// Path from the repository root, separated by `/`.
    pub path: String,
    /// The expanded paths of `use` items, then every path, macro and word of the file.
    pub names: Vec<Name>,
    /// Every function, including those in `impl` blocks and other functions.
    pub functions: Vec<Function>,
    /// Files of `#[cfg(test)] mod name;` declarations, without `.rs`.
    pub test_modules: Vec<String>,
    /// Line number and message of a syntax error.
    pub error: Option<(usize, String)>,
    test_lines: Vec<RangeInclusive<usize>>,
    all_test: bool,
}

impl RustFile {
    /// Parses the text of a file. A syntax error sets [`RustFile::error`].
    pub fn parse(path: &str, text: &str) -> Self {
        let mut file = RustFile { path: path.to_owned(), ..Self::default() };
        match syn::parse_file(text) {
            Ok(ast) => file.visit_file(&ast),
            Err(error) => file.error = Some((error.span().start().line, error.to_string())),
        }
        if let Ok(tokens) = text.parse::<TokenStream>() {
            names(tokens, &mut file.names);
        }
        file
    }

    /// Marks the file as test code if it is in a folder `tests`, `benches` or `examples` below the root's folders, or in one of
    /// these modules.
    pub fn mark_tests(&mut self, test_modules: &[String]) {
        let in_folder = ["/tests/", "/benches/", "/examples/"].iter().any(|f| self.path.contains(f));
        let stem = self.path.trim_end_matches(".rs").trim_end_matches("/mod");
        let in_module = test_modules.iter().any(|module| {
            stem.strip_prefix(module.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        });
        self.all_test |= in_folder || in_module;
    }

    /// Returns whether the line is compiled only for tests.
    pub fn is_test(&self, line: usize) -> bool {
        self.all_test || self.test_lines.iter().any(|lines| lines.contains(&line))
    }

    /// Returns the names outside tests.
    pub fn shipped_names(&self) -> impl Iterator<Item = &Name> {
        self.names.iter().filter(|name| !self.is_test(name.line))
    }

    fn function(&mut self, signature: &syn::Signature, body: &syn::Block) {
        let line = signature.fn_token.span.start().line;
        let end = body.brace_token.span.close().end().line;
        self.functions.push(Function { name: signature.ident.to_string(), line, lines: end - line + 1 });
    }

    /// Returns the file that `mod name;` in this file refers to, without `.rs`.
    fn module_path(&self, module: &syn::ItemMod) -> String {
        let (folder, name) = self.path.rsplit_once('/').unwrap_or(("", &self.path));
        if let Some(path) = module.attrs.iter().find_map(path_attribute) {
            return format!("{folder}/{}", path.trim_end_matches(".rs"));
        }
        match name {
            "lib.rs" | "main.rs" | "mod.rs" => format!("{folder}/{}", module.ident),
            _ => format!("{}/{}", self.path.trim_end_matches(".rs"), module.ident),
        }
    }
}

impl<'ast> Visit<'ast> for RustFile {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if attributes(item).iter().any(is_cfg_test) {
            let span = item.span();
            self.test_lines.push(span.start().line..=span.end().line);
            if let syn::Item::Mod(module) = item
                && module.content.is_none()
            {
                self.test_modules.push(self.module_path(module));
            }
        }
        visit::visit_item(self, item);
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if item.attrs.iter().any(is_cfg_test) {
            let span = item.span();
            self.test_lines.push(span.start().line..=span.end().line);
        }
        self.function(&item.sig, &item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(body) = &item.default {
            self.function(&item.sig, body);
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let mut paths = Vec::new();
        use_paths(&item.tree, "", &mut paths);
        let line = item.use_token.span.start().line;
        self.names.extend(paths.into_iter().map(|text| Name { text, line }));
    }
}

/// Returns the attributes of an item; none for the kinds of items that rarely have `cfg(test)`.
fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Const(i) => &i.attrs,
        syn::Item::Fn(i) => &i.attrs,
        syn::Item::Impl(i) => &i.attrs,
        syn::Item::Macro(i) => &i.attrs,
        syn::Item::Mod(i) => &i.attrs,
        syn::Item::Static(i) => &i.attrs,
        syn::Item::Struct(i) => &i.attrs,
        syn::Item::Use(i) => &i.attrs,
        _ => &[],
    }
}

/// Returns whether an attribute is `#[cfg(test)]` or has `test` in `all(…)`. Attributes with `not` or `any` do not count.
fn is_cfg_test(attribute: &syn::Attribute) -> bool {
    let syn::Meta::List(list) = &attribute.meta else { return false };
    let words: Vec<String> =
        list.tokens.to_string().split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect();
    list.path.is_ident("cfg")
        && words.iter().any(|w| w == "test")
        && !words.iter().any(|w| w == "not" || w == "any")
}

/// Returns the file in `#[path = "file"]`.
fn path_attribute(attribute: &syn::Attribute) -> Option<String> {
    let syn::Meta::NameValue(pair) = &attribute.meta else { return None };
    let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &pair.value else { return None };
    pair.path.is_ident("path").then(|| text.value())
}

/// Collects the full paths of a `use` tree, with groups expanded.
fn use_paths(tree: &syn::UseTree, prefix: &str, paths: &mut Vec<String>) {
    let join = |name: &syn::Ident| match prefix {
        "" => name.to_string(),
        _ => format!("{prefix}::{name}"),
    };
    match tree {
        syn::UseTree::Path(path) => use_paths(&path.tree, &join(&path.ident), paths),
        syn::UseTree::Name(name) if name.ident == "self" => paths.push(prefix.to_owned()),
        syn::UseTree::Name(name) => paths.push(join(&name.ident)),
        syn::UseTree::Rename(rename) => paths.push(join(&rename.ident)),
        syn::UseTree::Glob(_) => paths.push(format!("{prefix}::*")),
        syn::UseTree::Group(group) => group.items.iter().for_each(|item| use_paths(item, prefix, paths)),
    }
}

/// Collects the names in a token stream. Macro arguments, which syn does not parse, are included.
fn names(tokens: TokenStream, found: &mut Vec<Name>) {
    let mut path: Option<Name> = None;
    let mut colons = 0;
    for token in tokens {
        match token {
            TokenTree::Ident(word) => match &mut path {
                Some(open) if colons == 2 => open.text += &format!("::{word}"),
                _ => {
                    found.extend(path.take());
                    path = Some(Name { text: word.to_string(), line: word.span().start().line });
                }
            },
            TokenTree::Punct(mark) if mark.as_char() == ':' && path.is_some() => {
                colons += 1;
                continue;
            }
            // A joint `!` is part of `!=`.
            TokenTree::Punct(mark) if mark.as_char() == '!' && mark.spacing() == Spacing::Alone => {
                found.extend(path.take().map(|open| Name { text: open.text + "!", ..open }));
            }
            TokenTree::Group(group) => {
                found.extend(path.take());
                names(group.stream(), found);
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => found.extend(path.take()),
        }
        colons = 0;
    }
    found.extend(path);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<String> {
        RustFile::parse("crates/a/src/lib.rs", source).names.into_iter().map(|n| n.text).collect()
    }

    #[test]
    fn paths_macros_and_words() {
        let found = texts("fn f() { ::std::fs::read(x!(a::b)); if a != b { c::<d>::e() } }");
        for name in ["std::fs::read", "x!", "a::b", "c", "d", "fn"] {
            assert!(found.iter().any(|n| n == name), "{name} not in {found:?}");
        }
        assert!(!found.iter().any(|n| n == "a!"), "`!=` is not a macro call: {found:?}");
    }

    #[test]
    fn use_groups_are_expanded() {
        let found = texts("use std::{env, fs::{self, File}, io::*};");
        for name in ["std::env", "std::fs", "std::fs::File", "std::io::*"] {
            assert!(found.iter().any(|n| n == name), "{name} not in {found:?}");
        }
    }

    #[test]
    fn test_code_is_recognised() {
        let source = "fn a() {}\n#[cfg(test)]\nmod tests {\n fn b() {}\n}\n#[cfg(not(test))]\nfn c() {}\n\
                      #[cfg(test)]\nmod more;\n";
        let file = RustFile::parse("crates/a/src/lower.rs", source);
        let shipped: Vec<&str> = file.shipped_names().map(|n| n.text.as_str()).collect();
        assert!(shipped.contains(&"a") && shipped.contains(&"c") && !shipped.contains(&"b"), "{shipped:?}");
        assert_eq!(file.test_modules, ["crates/a/src/lower/more"]);

        let mut more = RustFile::parse("crates/a/src/lower/more.rs", "fn d() {}");
        assert!(!more.is_test(1));
        more.mark_tests(&file.test_modules);
        assert!(more.is_test(1));
    }

    #[test]
    fn functions_are_measured() {
        let source =
            "/// Doc.\n#[inline]\nfn a() {\n  x();\n}\nimpl T { fn b() {\n } }\ntrait U { fn c(); }\n";
        let file = RustFile::parse("a.rs", source);
        let found: Vec<_> = file.functions.iter().map(|f| (f.name.as_str(), f.line, f.lines)).collect();
        assert_eq!(found, [("a", 3, 3), ("b", 6, 2)]);
    }

    #[test]
    fn a_syntax_error_is_reported() {
        assert_eq!(RustFile::parse("a.rs", "fn a() {}\nfn {}").error.map(|(line, _)| line), Some(2));
    }
}
