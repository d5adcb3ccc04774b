//! Supported extensions.
//!
//! A row has an extension's name, the extensions it implies, the language versions that include it, and the
//! state of its support. Built-ins, types, keywords and layout qualifiers name the extensions that they need
//! in their own tables. `docs/glsl.md` is generated from the rows.

mod table;

use crate::version::{Profile, Version};
use nvc_diag::Span;
use table::TABLE;

/// An extension of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Extension(pub u16);

/// A row of the table of extensions.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The name.
    pub name: &'static str,
    /// Extensions that it enables too, including those that they imply.
    pub implies: &'static [&'static str],
    /// First version of desktop GLSL that includes its features; 0 if none.
    pub desktop: u16,
    /// First version of GLSL ES that includes them; 0 if none.
    pub es: u16,
    /// Whether it is written for desktop GLSL only, so that GLSL ES cannot enable it.
    pub desktop_only: bool,
    /// The state of its support.
    pub state: State,
}

/// The state of support for an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Everything that concerns compute shaders is implemented.
    Complete,
    /// Only the name is accepted, because nothing else is needed in compute shaders, for this reason.
    NameOnly(&'static str),
    /// Everything except this is implemented.
    Partial(&'static str),
}

impl Extension {
    /// The extension with a name.
    pub fn find(name: &str) -> Option<Extension> {
        let index = TABLE.binary_search_by(|row| row.name.cmp(name)).ok()?;
        u16::try_from(index).ok().map(Extension)
    }

    /// Whether a version of the language can enable it.
    pub fn is_available(self, version: Version) -> bool {
        version.profile != Profile::Es || self.row().is_none_or(|row| !row.desktop_only)
    }

    /// All extensions, in the order of the table.
    pub fn all() -> impl Iterator<Item = Extension> {
        (0..TABLE.len()).filter_map(|index| u16::try_from(index).ok().map(Extension))
    }

    /// Its row.
    pub fn row(self) -> Option<&'static Row> {
        TABLE.get(usize::from(self.0))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.row().map_or("", |row| row.name)
    }

    /// Extensions that it enables too.
    pub fn implies(self) -> &'static [&'static str] {
        self.row().map_or(&[], |row| row.implies)
    }
}

/// The behavior of an `#extension` directive (GLSL §3.3.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Behavior {
    /// Disabled.
    Disable,
    /// Enabled, with a warning at each use.
    Warn,
    /// Enabled; a warning if it is unknown.
    Enable,
    /// Enabled; an error if it is unknown.
    Require,
}

/// An `#extension` directive.
#[derive(Clone, Debug)]
pub struct Directive {
    /// The extension; `None` for `all`.
    pub extension: Option<Extension>,
    /// The behavior.
    pub behavior: Behavior,
    /// The line.
    pub span: Span,
}

#[cfg(test)]
mod tests {
    use super::{Extension, TABLE};

    #[test]
    fn the_table_is_sorted() {
        assert!(TABLE.is_sorted_by(|a, b| a.name < b.name));
    }

    #[test]
    fn implied_extensions_are_listed_transitively() {
        for row in TABLE {
            for implied in row.implies {
                let next = Extension::find(implied).map_or_else(|| panic!("{implied}"), Extension::implies);
                assert!(next.iter().all(|name| row.implies.contains(name)), "{}: {implied}", row.name);
            }
        }
    }
}
