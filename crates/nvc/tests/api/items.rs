//! Extracts the public items from a crate's sources, without bodies and documentation.

use std::path::{Path, PathBuf};
use syn::{Attribute, File, ImplItem, Item, Visibility};

/// The parsed sources of a crate in the workspace.
pub struct Crate {
    /// The parsed `lib.rs`.
    pub root: File,
    files: Vec<(PathBuf, File)>,
}

impl Crate {
    /// Parses the sources of a crate, given by its name in code, such as `nvc_ir`.
    pub fn load(name: &str) -> Self {
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name.replace('_', "-")).join("src");
        let mut files = Vec::new();
        collect(&folder, &mut files);
        files.sort_by(|a, b| a.0.cmp(&b.0));
        let root = files.iter().find(|(path, _)| path.ends_with("src/lib.rs")).expect("a library").1.clone();
        Crate { root, files }
    }

    /// Returns the items of a module of the crate root.
    pub fn module(&self, name: &str) -> Option<&[Item]> {
        let ends = [format!("src/{name}.rs"), format!("src/{name}/mod.rs")];
        let file = self.files.iter().find(|(path, _)| ends.iter().any(|end| path.ends_with(end)));
        file.map(|(_, file)| file.items.as_slice())
    }

    /// Formats the definition of an item and its implementations.
    pub fn item(&self, name: &str) -> String {
        let all: String = self.files.iter().map(|(_, file)| public_items(&file.items, Some(name))).collect();
        all
    }
}

fn collect(folder: &Path, files: &mut Vec<(PathBuf, File)>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).expect("a source");
            let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            files.push((path, file));
        }
    }
}

/// Formats the public items, or only the item with this name and its implementations.
pub fn public_items(items: &[Item], name: Option<&str>) -> String {
    let kept = items.iter().filter_map(|item| public(item, name)).collect();
    prettyplease::unparse(&File { shebang: None, frontmatter: None, attrs: Vec::new(), items: kept })
}

/// Returns the public part of an item, if there is one and the name matches.
fn public(item: &Item, wanted: Option<&str>) -> Option<Item> {
    let is = |name: &dyn ToString| wanted.is_none_or(|wanted| wanted == name.to_string());
    let mut item = item.clone();
    match &mut item {
        Item::Struct(it) if is_public(&it.vis) && is(&it.ident) => {
            strip(&mut it.attrs);
            // The type of a private field is not part of the interface.
            for field in &mut it.fields {
                field.attrs.clear();
                if !is_public(&field.vis) {
                    field.ty = syn::parse_quote!(_);
                }
            }
        }
        Item::Enum(it) if is_public(&it.vis) && is(&it.ident) => {
            strip(&mut it.attrs);
            for variant in &mut it.variants {
                strip(&mut variant.attrs);
                variant.fields.iter_mut().for_each(|field| field.attrs.clear());
            }
        }
        Item::Trait(it) if is_public(&it.vis) && is(&it.ident) => {
            strip(&mut it.attrs);
            for member in &mut it.items {
                if let syn::TraitItem::Fn(function) = member {
                    strip(&mut function.attrs);
                    function.default = function.default.as_ref().map(|_| syn::parse_quote!({}));
                }
            }
        }
        Item::Fn(it) if is_public(&it.vis) && is(&it.sig.ident) => {
            strip(&mut it.attrs);
            *it.block = syn::parse_quote!({});
        }
        Item::Const(it) if is_public(&it.vis) && is(&it.ident) => strip(&mut it.attrs),
        Item::Type(it) if is_public(&it.vis) && is(&it.ident) => strip(&mut it.attrs),
        Item::Mod(it) if is_public(&it.vis) && wanted.is_some() && is(&it.ident) => strip(&mut it.attrs),
        Item::Impl(it) => {
            let name = match &*it.self_ty {
                syn::Type::Path(path) => path.path.segments.last()?.ident.to_string(),
                _ => return None,
            };
            // Without a wanted name, implementations are omitted: they are listed with their type.
            if wanted != Some(&name) || it.attrs.iter().any(|attr| attr.path().is_ident("cfg")) {
                return None;
            }
            strip(&mut it.attrs);
            if it.trait_.is_some() {
                it.items.clear();
            }
            it.items.retain(|member| match member {
                ImplItem::Fn(function) => is_public(&function.vis),
                ImplItem::Const(constant) => is_public(&constant.vis),
                _ => false,
            });
            for member in &mut it.items {
                match member {
                    ImplItem::Fn(function) => {
                        strip(&mut function.attrs);
                        function.block = syn::parse_quote!({});
                    }
                    ImplItem::Const(constant) => strip(&mut constant.attrs),
                    _ => {}
                }
            }
            if it.items.is_empty() && it.trait_.is_none() {
                return None;
            }
        }
        // Items that a macro declares are shown as the input of the macro: `options!` declares `Options`.
        Item::Macro(it) if it.ident.is_none() => {
            let path = it.mac.path.to_token_string();
            let declares = wanted.is_some_and(|name| name.eq_ignore_ascii_case(&path));
            if !declares {
                return None;
            }
        }
        _ => return None,
    }
    Some(item)
}

/// Formats the last segment of a path.
trait TokenString {
    fn to_token_string(&self) -> String;
}

impl TokenString for syn::Path {
    fn to_token_string(&self) -> String {
        self.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default()
    }
}

fn is_public(vis: &Visibility) -> bool {
    matches!(vis, Visibility::Public(_))
}

/// Keeps only the attributes that are part of the interface.
fn strip(attrs: &mut Vec<Attribute>) {
    attrs.retain(|attr| {
        ["non_exhaustive", "must_use", "derive"].iter().any(|name| attr.path().is_ident(name))
    });
}
