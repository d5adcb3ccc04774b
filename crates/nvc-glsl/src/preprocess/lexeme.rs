//! Tokens within the preprocessor.

use super::token::{ExpansionId, Punct};
use crate::name::Name;
use nvc_diag::Span;

/// A token on its way through the preprocessor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexeme {
    pub kind: Kind,
    pub flags: Flags,
    pub span: Span,
    pub expansion: Option<ExpansionId>,
}

/// What it is. Numbers are kept as written: `##` pastes their text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Name(Name),
    Number(Name),
    String(Name),
    Punct(Punct),
    /// What is no token; an error was reported.
    Invalid,
    /// The end of the line, file or list that is read.
    End,
}

/// What else is known of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Flags {
    /// White space stands in front of it.
    pub space: bool,
    /// It is the first of its line in a file.
    pub line_start: bool,
    /// It names a macro that was being expanded when it was read, and is never expanded again.
    pub fixed: bool,
}

impl Lexeme {
    /// A token that stands in a file.
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
