//! The table of supported GLSL extensions, and the `#extension` directives that enable them.
//!
//! A row has an extension's name, the extensions it implies, the language versions that include its features,
//! whether GLSL ES can enable it, and the state of its support. Built-ins, types, keywords and layout qualifiers
//! name the extensions that they need in their own tables. `docs/glsl.md` is generated from the rows.

mod table;

use crate::version::{Profile, Version};
use nvc_diag::Span;
use table::TABLE;

/// A supported extension: the index of its row in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Extension(pub u16);

/// A row of the table of extensions.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Name of the extension.
    pub name: &'static str,
    /// Names of all extensions that this one enables too, directly or through another extension.
    pub implies: &'static [&'static str],
    /// First version of desktop GLSL that includes the extension's features; 0 if none does, or if the row does not
    /// say.
    pub desktop: u16,
    /// First version of GLSL ES that includes the extension's features; 0 if none does, or if the row does not say.
    pub es: u16,
    /// Whether the extension exists for desktop GLSL only; GLSL ES then cannot enable it.
    pub desktop_only: bool,
    /// State of support for the extension.
    pub state: State,
}

/// The state of support for an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Everything that concerns compute shaders is implemented.
    Complete,
    /// Only the name is accepted, because nothing else concerns compute shaders. Contains the reason.
    NameOnly(&'static str),
    /// Only a part is implemented. Contains what is missing.
    Partial(&'static str),
}

impl Extension {
    /// Returns the extension with this name; `None` if it is not supported.
    pub fn find(name: &str) -> Option<Extension> {
        let index = TABLE.binary_search_by(|row| row.name.cmp(name)).ok()?;
        u16::try_from(index).ok().map(Extension)
    }

    /// Returns whether shaders of this language version can enable the extension.
    pub fn is_available(self, version: Version) -> bool {
        version.profile != Profile::Es || self.row().is_none_or(|row| !row.desktop_only)
    }

    /// Returns all extensions, sorted by name.
    pub fn all() -> impl Iterator<Item = Extension> {
        (0..TABLE.len()).filter_map(|index| u16::try_from(index).ok().map(Extension))
    }

    /// Returns the extension's row; `None` if the index is out of range.
    pub fn row(self) -> Option<&'static Row> {
        TABLE.get(usize::from(self.0))
    }

    /// Returns the extension's name.
    pub fn name(self) -> &'static str {
        self.row().map_or("", |row| row.name)
    }

    /// Returns the names of all extensions that this one enables too.
    pub fn implies(self) -> &'static [&'static str] {
        self.row().map_or(&[], |row| row.implies)
    }
}

/// The behavior of an `#extension` directive (GLSL §3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Behavior {
    /// Disabled.
    Disable,
    /// Enabled, with a warning at each use.
    Warn,
    /// Enabled. An unknown extension is a warning.
    Enable,
    /// Enabled. An unknown extension is an error.
    Require,
}

/// An `#extension` directive.
#[derive(Clone, Debug)]
pub struct Directive {
    /// The extension; `None` for `all`.
    pub extension: Option<Extension>,
    /// The requested behavior.
    pub behavior: Behavior,
    /// Location of the directive's line.
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
