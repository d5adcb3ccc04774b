//! String interning: the names, string literals and spellings of numbers of one compilation.

use rustc_hash::FxHashMap;

/// An interned string, by its index in [`Names`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(u32);

impl Name {
    /// Returns the index of the name, counted from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Debug for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "name{}", self.0)
    }
}

/// The interned names of one compilation.
#[derive(Debug, Default)]
pub struct Names {
    ids: FxHashMap<Box<str>, Name>,
    texts: Vec<Box<str>>,
}

impl Names {
    /// Creates an empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Interns a string.
    pub fn intern(&mut self, text: &str) -> Name {
        if let Some(&name) = self.ids.get(text) {
            return name;
        }
        let name = Name(u32::try_from(self.texts.len()).unwrap_or(u32::MAX));
        self.texts.push(text.into());
        self.ids.insert(text.into(), name);
        name
    }

    /// Looks up an interned string.
    pub fn find(&self, text: &str) -> Option<Name> {
        self.ids.get(text).copied()
    }

    /// Returns the string of a name, which must be from this table; empty if its index is out of range.
    pub fn text(&self, name: Name) -> &str {
        self.texts.get(name.0 as usize).map_or("", |text| text)
    }
}
