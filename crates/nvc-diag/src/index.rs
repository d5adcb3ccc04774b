//! The index of names, for editors: where each name of a program is defined and used.
//!
//! Front ends fill it in source order, also for programs with errors. It does not depend on the source
//! language, except that [`NameKind`] covers the kinds of names in both languages.

use crate::{FileId, Span};

/// What a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NameKind {
    /// A variable of a program, or a register.
    Variable,
    /// A constant or program parameter.
    Constant,
    /// A parameter of a function.
    Parameter,
    /// A function, or a subroutine label.
    Function,
    /// A label that is only a branch target, not a subroutine.
    Label,
    /// A struct, buffer reference or subroutine type.
    Type,
    /// A member of a struct or block.
    Member,
    /// An interface block.
    Block,
    /// A texture, image, buffer, counter or shared memory.
    Resource,
    /// A preprocessor macro.
    Macro,
}

/// The definition of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Name that is defined.
    pub name: String,
    /// What the name refers to.
    pub kind: NameKind,
    /// Location of the name.
    pub span: Span,
    /// Location of the whole declaration, which contains `span`.
    pub extent: Span,
    /// The declaration in one line, in the syntax of the language.
    pub detail: String,
    /// Where the name can be used; `None` means the rest of the program.
    pub scope: Option<Span>,
}

/// Identifies a definition of an [`Index`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DefinitionId(pub u32);

/// A use of a defined name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// Location of the name.
    pub span: Span,
    /// Definition that the name refers to.
    pub definition: DefinitionId,
}

/// The definitions and uses of the names in a program.
#[derive(Clone, Debug, Default)]
pub struct Index {
    definitions: Vec<Definition>,
    uses: Vec<Use>,
}

impl Index {
    /// Adds a definition and returns its id.
    pub fn define(&mut self, definition: Definition) -> DefinitionId {
        let id = DefinitionId(u32::try_from(self.definitions.len()).unwrap_or(u32::MAX));
        self.definitions.push(definition);
        id
    }

    /// Adds a use.
    pub fn add_use(&mut self, span: Span, definition: DefinitionId) {
        self.uses.push(Use { span, definition });
    }

    /// Returns the definition with an id of this index.
    pub fn get(&self, id: DefinitionId) -> Option<&Definition> {
        self.definitions.get(id.0 as usize)
    }

    /// Returns a mutable reference to the definition with an id of this index, so that it can be completed
    /// later.
    pub fn get_mut(&mut self, id: DefinitionId) -> Option<&mut Definition> {
        self.definitions.get_mut(id.0 as usize)
    }

    /// Iterates over all definitions, in the order in which they were added.
    pub fn definitions(&self) -> impl Iterator<Item = (DefinitionId, &Definition)> {
        (0..).map(DefinitionId).zip(&self.definitions)
    }

    /// Returns all uses, in the order in which they were added.
    pub fn uses(&self) -> &[Use] {
        &self.uses
    }

    /// Returns the name at an offset: its location and its definition. As for an editor's cursor, the offset
    /// at the end of a name belongs to the name.
    pub fn at(&self, file: FileId, offset: u32) -> Option<(Span, DefinitionId)> {
        let is_here = |span: Span| span.file == file && span.start <= offset && offset <= span.end;
        let uses = self.uses.iter().map(|found| (found.span, found.definition));
        let definitions = self.definitions().map(|(id, definition)| (definition.span, id));
        let here = uses.chain(definitions).filter(|&(span, _)| is_here(span) && span.start < span.end);
        // Of two adjacent names, choose the one that starts at the offset; of nested names, the inner one.
        here.min_by_key(|&(span, _)| (span.end == offset, span.end - span.start))
    }

    /// Returns the locations of all uses of a definition, in source order and without duplicates.
    pub fn references(&self, id: DefinitionId) -> Vec<Span> {
        let mut spans: Vec<Span> =
            self.uses.iter().filter(|found| found.definition == id).map(|found| found.span).collect();
        spans.sort_unstable();
        spans.dedup();
        spans
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_location() {
        let span = |start, end| Span::new(FileId::new(0), start, end);
        let definition = |name: &str, at| Definition {
            name: name.into(),
            kind: NameKind::Variable,
            span: at,
            extent: at,
            detail: String::new(),
            scope: None,
        };
        let mut index = Index::default();
        let a = index.define(definition("a", span(0, 2)));
        let b = index.define(definition("b", span(2, 4)));
        index.add_use(span(9, 11), a);
        index.add_use(span(6, 8), a);
        index.add_use(span(6, 8), a);
        assert_eq!(index.at(FileId::new(0), 1), Some((span(0, 2), a)));
        assert_eq!(index.at(FileId::new(0), 2), Some((span(2, 4), b)));
        assert_eq!(index.at(FileId::new(0), 4), Some((span(2, 4), b)));
        assert_eq!(index.at(FileId::new(0), 5), None);
        assert_eq!(index.at(FileId::new(1), 1), None);
        assert_eq!(index.references(a), [span(6, 8), span(9, 11)]);
    }
}
