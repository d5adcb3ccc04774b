//! Parses options and declarations directly: those of temporaries, and those with a list of bindings.

use smallvec::SmallVec;

use super::super::Cx;
use super::super::keywords;
use super::super::raw::{Path, literal};
use super::Scanner;
use crate::ast::{ArraySize, Class, Declaration, DeclaredName, Ident, Literal, Spanned};

/// A declaration before its bindings are interpreted.
pub(in crate::parse) struct Scanned<'t> {
    /// The declaration without its bindings.
    pub(in crate::parse) declaration: Declaration<'t>,
    /// The bindings.
    pub(in crate::parse) bindings: SmallVec<[Path<'t>; 1]>,
}

/// Parses `OPTION name;`, which is the whole of `cx.source`. Returns the name.
pub(in crate::parse) fn option<'t>(cx: &Cx<'t, '_>) -> Option<Ident<'t>> {
    let mut scanner = Scanner { cx, bytes: cx.source.as_bytes(), at: 0 };
    scanner.name()?;
    scanner.spaces();
    let name = scanner.name()?;
    scanner.end().map(|()| name)
}

/// Parses a declaration of a class, which is the whole of `cx.source`: `TEMP a, b[4];` or `STORAGE name[] = { path };`.
pub(in crate::parse) fn declaration<'t>(cx: &Cx<'t, '_>, class: Class) -> Option<Scanned<'t>> {
    let mut scanner = Scanner { cx, bytes: cx.source.as_bytes(), at: 0 };
    let mut modifiers = SmallVec::new();
    let span = loop {
        let word = scanner.name()?;
        scanner.spaces();
        match keywords::var_modifier(word.text) {
            Some(node) => modifiers.push(Spanned { node, span: word.span }),
            None => break word.span,
        }
    };
    let mut items = SmallVec::new();
    let mut bindings = SmallVec::new();
    match class {
        Class::Temp => {
            scanner.list(|scanner| {
                items.push(scanner.declared()?);
                Some(())
            })?;
        }
        Class::Attrib
        | Class::Param
        | Class::Buffer
        | Class::Buffer4
        | Class::Cbuffer
        | Class::Storage
        | Class::Shared
        | Class::Texture
        | Class::Image => {
            let name = scanner.declared()?;
            // Without brackets, a declaration has a single value and no braces.
            let array = !name.array.is_empty();
            items.push(name);
            scanner.expect(b'=')?;
            scanner.spaces();
            if array {
                scanner.expect(b'{')?;
                scanner.spaces();
                scanner.list(|scanner| {
                    bindings.push(scanner.path()?);
                    scanner.spaces();
                    Some(())
                })?;
                scanner.expect(b'}')?;
            } else {
                bindings.push(scanner.path()?);
            }
        }
        Class::Counter | Class::Alias | Class::SubroutineType | Class::Subroutine => return None,
    }
    scanner.end()?;
    let class = Spanned { node: class, span };
    let declaration = Declaration { modifiers, class, items, bindings: Vec::new(), names: Vec::new() };
    Some(Scanned { declaration, bindings })
}

impl<'t> Scanner<'_, 't, '_> {
    /// Scans one or more items with commas between them. An item skips the spaces after it.
    fn list(&mut self, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        item(self)?;
        while self.accept(b',') {
            self.spaces();
            item(self)?;
        }
        Some(())
    }

    /// Scans a declared name with its brackets, and the spaces after it.
    fn declared(&mut self) -> Option<DeclaredName<'t>> {
        let name = self.name()?;
        self.spaces();
        let mut array = SmallVec::new();
        loop {
            let open = self.at;
            if !self.accept(b'[') {
                return Some(DeclaredName { name, array });
            }
            self.spaces();
            let size = if self.peek()? == b']' { None } else { Some(self.size()?) };
            self.spaces();
            self.expect(b']')?;
            array.push(ArraySize { size, span: self.span_from(open) });
            self.spaces();
        }
    }

    /// Scans the length of an array.
    fn size(&mut self) -> Option<Literal> {
        let start = self.at;
        self.integer()?;
        literal(self.text_from(start), self.span_from(start))
    }

    /// Skips spaces, and scans the semicolon at the end of the source.
    fn end(&mut self) -> Option<()> {
        self.spaces();
        self.expect(b';')?;
        (self.at == self.bytes.len()).then_some(())
    }
}
