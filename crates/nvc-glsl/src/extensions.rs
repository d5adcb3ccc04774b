//! Extensions, as rows.
//!
//! A row holds an extension's name, what it implies, which version of the language has it, and how
//! much of it there is; built-ins, types, keywords and layouts name the extensions that they need in
//! rows of their own. `docs/glsl.md` is made of the rows.

mod table;

use nvc_diag::Span;
use table::TABLE;

/// An extension of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Extension(pub u16);

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// Extensions that enabling it enables too, and those that these imply.
    pub implies: &'static [&'static str],
    /// First version of desktop GLSL that has its features without it; 0 if none has.
    pub desktop: u16,
    /// First version of GLSL ES that has them; 0 if none has.
    pub es: u16,
    /// How much of it there is.
    pub state: State,
}

/// How much of an extension there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// All that concerns compute shaders.
    Complete,
    /// It asks for nothing: what it allows is always allowed, or of no effect in compute shaders.
    Nothing,
    /// All but this.
    Partial(&'static str),
}

impl Extension {
    /// The extension of a name.
    pub fn find(name: &str) -> Option<Extension> {
        let index = TABLE.binary_search_by(|row| row.name.cmp(name)).ok()?;
        u16::try_from(index).ok().map(Extension)
    }

    /// Every extension, in the order of the table.
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

    /// Extensions that enabling it enables too.
    pub fn implies(self) -> &'static [&'static str] {
        self.row().map_or(&[], |row| row.implies)
    }
}

/// What `#extension name : behavior` asks for (GLSL 3.3.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Behavior {
    /// As if it were not there.
    Disable,
    /// Enabled; a warning at each use.
    Warn,
    /// Enabled; a warning if unknown.
    Enable,
    /// Enabled; an error if unknown.
    Require,
}

/// An `#extension` line.
#[derive(Clone, Debug)]
pub struct Directive {
    /// The extension; `None` for `all`.
    pub extension: Option<Extension>,
    /// What it asks for.
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
    fn implied_extensions_are_there_with_what_they_imply() {
        for row in TABLE {
            for implied in row.implies {
                let next = Extension::find(implied).map_or_else(|| panic!("{implied}"), Extension::implies);
                assert!(next.iter().all(|name| row.implies.contains(name)), "{}: {implied}", row.name);
            }
        }
    }
}
