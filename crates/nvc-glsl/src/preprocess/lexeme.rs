//! Preprocessing tokens, which the scanner produces and macro expansion works on.

use super::token::{ExpansionId, Punct};
use crate::name::Name;
use nvc_diag::Span;

/// A preprocessing token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexeme {
    pub kind: Kind,
    pub flags: Flags,
    pub span: Span,
    pub expansion: Option<ExpansionId>,
}

/// The kind of a preprocessing token. Numbers keep their spelling, because `##` pastes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Name(Name),
    Number(Name),
    String(Name),
    Punct(Punct),
    /// Not a valid token; an error was reported.
    Invalid,
    /// The end of the line, file or list.
    End,
}

/// Properties of a preprocessing token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Flags {
    /// Preceded by white space.
    pub space: bool,
    /// First of its line.
    pub line_start: bool,
    /// A name that must not be expanded: it named a macro that was being expanded when the name was read, or
    /// it is `defined` or the operand of `defined`.
    pub fixed: bool,
}

impl Lexeme {
    /// Creates a token that is not from a macro expansion.
    pub fn new(kind: Kind, flags: Flags, span: Span) -> Self {
        Lexeme { kind, flags, span, expansion: None }
    }

    /// Returns whether the token is the given operator or separator.
    pub fn is(&self, punct: Punct) -> bool {
        self.kind == Kind::Punct(punct)
    }

    /// Returns whether the token is the `#` of a directive.
    pub fn begins_directive(&self) -> bool {
        self.flags.line_start && self.is(Punct::Hash)
    }
}
