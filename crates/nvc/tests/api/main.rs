//! Compares the public interface of the library with `crates/nvc/api.txt`, to detect accidental changes.
//! `NVC_BLESS=1` updates the file; review the difference and describe it in CHANGELOG.md.

mod items;

use items::{Crate, public_items};
use quote::ToTokens;
use std::fmt::Write;
use std::path::Path;
use syn::{Item, UseTree};

/// A re-export: the crate or module that defines the item, the item's name there, and its exported name.
struct Export {
    from: String,
    name: String,
    shown: String,
}

/// Collects the names that a `use` exports.
fn exports(tree: &UseTree, from: &str, list: &mut Vec<Export>) {
    let mut add = |name: String, shown: String| list.push(Export { from: from.to_owned(), name, shown });
    match tree {
        UseTree::Path(path) if from.is_empty() => exports(&path.tree, &path.ident.to_string(), list),
        UseTree::Path(path) => exports(&path.tree, from, list),
        UseTree::Name(name) => add(name.ident.to_string(), name.ident.to_string()),
        UseTree::Rename(rename) => add(rename.ident.to_string(), rename.rename.to_string()),
        UseTree::Group(group) => group.items.iter().for_each(|tree| exports(tree, from, list)),
        UseTree::Glob(_) => panic!("a glob re-export does not name what it exports"),
    }
}

/// Collects all public items of a library, each with its path.
fn interface(library: &Crate, path: &str, sections: &mut Vec<(String, String)>) {
    let mut list = Vec::new();
    for item in &library.root.items {
        match item {
            Item::Use(item) if matches!(item.vis, syn::Visibility::Public(_)) => {
                exports(&item.tree, "", &mut list)
            }
            Item::Mod(item) if matches!(item.vis, syn::Visibility::Public(_)) => {
                let path = format!("{path}::{}", item.ident);
                let items = library.module(&item.ident.to_string()).unwrap_or_default();
                let uses = items.iter().filter_map(|item| match item {
                    Item::Use(item) if matches!(item.vis, syn::Visibility::Public(_)) => Some(&item.tree),
                    _ => None,
                });
                let mut inner = Vec::new();
                uses.for_each(|tree| exports(tree, "", &mut inner));
                list.extend(
                    inner.into_iter().map(|e| Export { shown: format!("{}::{}", item.ident, e.shown), ..e }),
                );
                let text = public_items(items, None);
                if !text.is_empty() {
                    sections.push((path, text));
                }
            }
            _ => {}
        }
    }
    let own = public_items(&library.root.items, None);
    if !own.is_empty() {
        sections.push((path.to_owned(), own));
    }
    for Export { from, name, shown } in list {
        if from.is_empty() {
            // The re-export of a whole crate.
            interface(&Crate::load(&name), &format!("{path}::{shown}"), sections);
            continue;
        }
        let other = from.starts_with("nvc_").then(|| Crate::load(&from));
        let text = other.as_ref().unwrap_or(library).item(&name);
        assert!(!text.is_empty(), "`{from}::{name}` has no definition");
        sections.push((format!("{path}::{shown}"), text));
    }
}

#[test]
fn the_interface_matches_the_golden_file() {
    let library = Crate::load("nvc");
    let mut sections = Vec::new();
    interface(&library, "nvc", &mut sections);
    sections.sort();
    let mut text = String::new();
    for (path, items) in sections {
        let _ = writeln!(text, "// {path}\n{items}");
    }
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("api.txt");
    nvc_goldens::page(&golden, &text);
}

#[test]
fn exports_are_found() {
    let item: syn::ItemUse = syn::parse_quote!(
        pub use nvc_ir::{Binding, TargetEnv as Env};
    );
    let mut list = Vec::new();
    exports(&item.tree, "", &mut list);
    let found: Vec<_> = list.iter().map(|e| (e.from.as_str(), e.name.as_str(), e.shown.as_str())).collect();
    assert_eq!(found, [("nvc_ir", "Binding", "Binding"), ("nvc_ir", "TargetEnv", "Env")]);
    assert!(item.to_token_stream().to_string().starts_with("pub use"));
}
