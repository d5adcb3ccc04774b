//! Preprocessing tokens.

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

/// The kind of a preprocessing token. Numbers keep their spelling, which `##` pastes.
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
    /// Names a macro that was being expanded when it was read, so it is never expanded.
    pub fixed: bool,
}

impl Lexeme {
    /// A token from a file.
    pub fn new(kind: Kind, flags: Flags, span: Span) -> Self {
        Lexeme { kind, flags, span, expansion: None }
    }

    /// Whether it is this operator or separator.
    pub fn is(&self, punct: Punct) -> bool {
        self.kind == Kind::Punct(punct)
    }

    /// Whether it is the `#` of a directive.
    pub fn begins_directive(&self) -> bool {
        self.flags.line_start && self.is(Punct::Hash)
    }
}
