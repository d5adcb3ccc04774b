//! The index of names: where each is defined and used. Front ends record it, editors ask it.
//!
//! It is filled in source order, also for programs with errors, and knows nothing about either language beyond the
//! [`NameKind`].

use crate::{FileId, Span};

/// What a name denotes.
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
    /// The name.
    pub name: String,
    /// What it denotes.
    pub kind: NameKind,
    /// The place of the name.
    pub span: Span,
    /// The whole declaration, which contains `span`.
    pub extent: Span,
    /// The declaration in one line, in the notation of the language.
    pub detail: String,
    /// Where the name can be used; `None` for the rest of the program.
    pub scope: Option<Span>,
}

/// A definition of an [`Index`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DefinitionId(pub u32);

/// A use of a defined name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// The place of the name.
    pub span: Span,
    /// What it denotes.
    pub definition: DefinitionId,
}

/// Definitions and uses of the names of a program.
#[derive(Clone, Debug, Default)]
pub struct Index {
    definitions: Vec<Definition>,
    uses: Vec<Use>,
}

impl Index {
    /// Adds a definition.
    pub fn define(&mut self, definition: Definition) -> DefinitionId {
        let id = DefinitionId(u32::try_from(self.definitions.len()).unwrap_or(u32::MAX));
        self.definitions.push(definition);
        id
    }

    /// Adds a use.
    pub fn add_use(&mut self, span: Span, definition: DefinitionId) {
        self.uses.push(Use { span, definition });
    }

    /// The definition of an id of this index.
    pub fn get(&self, id: DefinitionId) -> Option<&Definition> {
        self.definitions.get(id.0 as usize)
    }

    /// The definition of an id of this index, to complete it.
    pub fn get_mut(&mut self, id: DefinitionId) -> Option<&mut Definition> {
        self.definitions.get_mut(id.0 as usize)
    }

    /// All definitions, in the order in which they were added.
    pub fn definitions(&self) -> impl Iterator<Item = (DefinitionId, &Definition)> {
        (0..).map(DefinitionId).zip(&self.definitions)
    }

    /// All uses, in the order in which they were added.
    pub fn uses(&self) -> &[Use] {
        &self.uses
    }

    /// The last definition at a place, for names that are defined before they are known to be used.
    pub fn defined_at(&self, span: Span) -> Option<DefinitionId> {
        self.definitions().filter(|(_, definition)| definition.span == span).map(|(id, _)| id).last()
    }

    /// The name at an offset: its place, and what it denotes. An offset at the end of a name is in it, as for a cursor.
    pub fn at(&self, file: FileId, offset: u32) -> Option<(Span, DefinitionId)> {
        let is_here = |span: Span| span.file == file && span.start <= offset && offset <= span.end;
        let uses = self.uses.iter().map(|found| (found.span, found.definition));
        let definitions = self.definitions().map(|(id, definition)| (definition.span, id));
        let here = uses.chain(definitions).filter(|&(span, _)| is_here(span) && span.start < span.end);
        // Of two names that touch, the one that starts at the offset; of nested ones, the inner.
        here.min_by_key(|&(span, _)| (span.end == offset, span.end - span.start))
    }

    /// The places of a definition's uses, in source order and without duplicates.
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
    fn names_are_found_by_place() {
        let span = |start, end| Span::new(FileId(0), start, end);
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
        assert_eq!(index.at(FileId(0), 1), Some((span(0, 2), a)));
        assert_eq!(index.at(FileId(0), 2), Some((span(2, 4), b)));
        assert_eq!(index.at(FileId(0), 4), Some((span(2, 4), b)));
        assert_eq!(index.at(FileId(0), 5), None);
        assert_eq!(index.at(FileId(1), 1), None);
        assert_eq!(index.references(a), [span(6, 8), span(9, 11)]);
        assert_eq!(index.defined_at(span(2, 4)), Some(b));
    }
}
