//! Scopes and what names mean in them.

use super::Checker;
use super::types::cooperative;
use crate::name::Name;
use crate::tree::{Global, LocalId};
use crate::types::Type;
use crate::types::constant::Const;
use naga::Handle;
use nvc_diag::{Code, Diagnostic, Span};
use rustc_hash::FxHashMap;

/// What a name means.
#[derive(Clone, Copy, Debug)]
pub(super) enum Symbol {
    /// A variable or block with an instance name.
    Global(Handle<Global>),
    /// A member of a block without one.
    Member(Handle<Global>, u32),
    /// A variable of the function.
    Local(LocalId),
    /// A variable in parts: it holds textures or images beside values.
    Split(SplitId),
    /// A constant.
    Const(Handle<Const>, Type),
    /// A struct or buffer reference.
    Type(Type),
    /// Functions, by [`Checker::overloads`].
    Functions,
    /// The name of a block, which means nothing by itself.
    Block,
    /// The declaration was wrong; an error was reported.
    Error,
}

/// Index of a variable whose struct type is split, in [`Checker::splits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SplitId(pub(super) usize);

/// A name's entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) symbol: Symbol,
    pub(super) span: Span,
}

/// The scopes around a place, innermost last.
#[derive(Debug)]
pub(super) struct Scopes {
    stack: Vec<FxHashMap<Name, Entry>>,
}

impl Scopes {
    pub(super) fn new() -> Self {
        Scopes { stack: vec![FxHashMap::default()] }
    }

    pub(super) fn enter(&mut self) {
        self.stack.push(FxHashMap::default());
    }

    pub(super) fn leave(&mut self) {
        if self.stack.len() > 1 {
            self.stack.pop();
        }
    }

    pub(super) fn is_global(&self) -> bool {
        self.stack.len() == 1
    }

    pub(super) fn find(&self, name: Name) -> Option<Entry> {
        self.stack.iter().rev().find_map(|scope| scope.get(&name).copied())
    }

    pub(super) fn find_here(&self, name: Name) -> Option<Entry> {
        self.stack.last().and_then(|scope| scope.get(&name).copied())
    }

    pub(super) fn insert(&mut self, name: Name, entry: Entry) {
        if let Some(scope) = self.stack.last_mut() {
            scope.insert(name, entry);
        }
    }

    /// All names in sight, in no order.
    pub(super) fn names(&self) -> impl Iterator<Item = Name> + '_ {
        self.stack.iter().flat_map(|scope| scope.keys().copied())
    }
}

impl Checker<'_> {
    /// Declares a name in the innermost scope.
    pub(super) fn declare(&mut self, name: Name, symbol: Symbol, span: Span) {
        self.check_reserved(name, span);
        if let Some(former) = self.scopes.find_here(name) {
            self.redeclared(name, span, former.span);
            return;
        }
        self.scopes.insert(name, Entry { symbol, span });
    }

    pub(super) fn redeclared(&mut self, name: Name, span: Span, former: Span) {
        let message = format!("`{}` is declared twice in this scope", self.text(name));
        self.report(
            Diagnostic::new(Code::N0202, span, message)
                .label("declared again")
                .secondary(former, "first declared here"),
        );
    }

    /// Names that begin with `gl_` belong to the language (GLSL 3.7), and type names are keywords.
    pub(super) fn check_reserved(&mut self, name: Name, span: Span) {
        let text = self.names.text(name);
        if text.starts_with("gl_") {
            let message = format!("`{text}` is reserved: names that begin with `gl_` belong to the language");
            self.error(Code::N0203, span, message);
            return;
        }
        let needs = crate::type_names::find(text).map(|(_, needs)| needs).or(cooperative::needs(text));
        if needs.is_some_and(|needs| self.features.satisfies(needs)) {
            let message = format!("`{text}` is a keyword");
            self.error(Code::N0203, span, message);
        }
    }
}
