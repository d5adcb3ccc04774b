//! The symbol table: scopes, and what each name denotes.

use super::Checker;
use crate::name::Name;
use crate::tree::{Global, LocalId};
use crate::types::Type;
use crate::types::constant::Const;
use naga::Handle;
use nvc_diag::{Code, Diagnostic, Span};
use rustc_hash::FxHashMap;

/// What a name denotes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Symbol {
    /// A variable or block with an instance name.
    Global(Handle<Global>),
    /// A member of a block without an instance name.
    Member(Handle<Global>, u32),
    /// A local variable or parameter.
    Local(LocalId),
    /// A split variable: its struct type has textures or images among its members, or it is a block in a descriptor
    /// heap (see `opaque_structs`).
    Split(SplitId),
    /// A constant.
    Const(Handle<Const>, Type),
    /// A local constant that depends on the length of a cooperative matrix. The constant is used where the language
    /// requires one, and the variable elsewhere: in SPV_KHR_cooperative_matrix the length is not constant.
    Length(Handle<Const>, Type, LocalId),
    /// A struct or buffer reference.
    Type(Type),
    /// Functions; [`Checker::overloads`] lists them.
    Functions,
    /// The name of a block, which is not usable in expressions.
    Block,
    /// The declaration is invalid; an error was reported.
    Error,
}

/// Index of a split variable in [`Checker::splits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SplitId(pub(super) usize);

/// The declaration of a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) symbol: Symbol,
    pub(super) span: Span,
}

/// The open scopes, innermost last.
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

    pub(super) fn find_in_current_scope(&self, name: Name) -> Option<Entry> {
        self.stack.last().and_then(|scope| scope.get(&name).copied())
    }

    pub(super) fn insert(&mut self, name: Name, entry: Entry) {
        if let Some(scope) = self.stack.last_mut() {
            scope.insert(name, entry);
        }
    }

    /// Returns all visible names, in no particular order.
    pub(super) fn names(&self) -> impl Iterator<Item = Name> + '_ {
        self.stack.iter().flat_map(|scope| scope.keys().copied())
    }
}

impl Checker<'_> {
    /// Declares a name in the innermost scope.
    pub(super) fn declare(&mut self, name: Name, symbol: Symbol, span: Span) {
        self.check_reserved(name, span);
        if let Some(previous) = self.scopes.find_in_current_scope(name) {
            self.redeclared(name, span, previous.span);
            return;
        }
        self.scopes.insert(name, Entry { symbol, span });
        self.record_declaration(name, symbol, span);
    }

    pub(super) fn redeclared(&mut self, name: Name, span: Span, previous: Span) {
        let message = format!("`{}` is already declared in this scope", self.text(name));
        self.report(
            Diagnostic::new(Code::N0202, span, message)
                .label("redeclared here")
                .secondary(previous, "first declared here"),
        );
    }
}
