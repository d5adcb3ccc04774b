//! A change that makes a program simpler.

use super::dialect::Dialect;
use super::tokens::{Kind, Token, Tokens};
use std::cmp::Reverse;
use std::ops::Range;

/// Tokens that others replace.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    /// The position of its statement in the program.
    statement: usize,
    range: Range<usize>,
    with: Vec<Token>,
}

impl Edit {
    /// Puts some of the program's own tokens in place of those around them; none, if the range is empty.
    pub(super) fn keep(tokens: &Tokens, statement: usize, range: Range<usize>, kept: Range<usize>) -> Self {
        let with = tokens.list.get(kept).unwrap_or_default().to_vec();
        Edit { statement, range, with }
    }

    /// Removes tokens.
    pub(super) fn remove(statement: usize, range: Range<usize>) -> Self {
        Edit { statement, range, with: Vec::new() }
    }

    /// Puts other tokens in place.
    pub(super) fn put(statement: usize, range: Range<usize>, with: Vec<Token>) -> Self {
        Edit { statement, range, with }
    }

    pub(super) fn apply(&self, tokens: &Tokens) -> Tokens {
        tokens.replaced(self.range.clone(), &self.with)
    }

    /// Whether there is less of something behind it; otherwise one edit could undo another for ever.
    pub(super) fn is_simpler(&self, tokens: &Tokens, dialect: &Dialect) -> bool {
        !self.range.is_empty()
            && weight(&self.with, dialect) < weight(&tokens.list[self.range.clone()], dialect)
    }

    /// Where it is, in the order in which edits are tried.
    pub(super) fn place(&self) -> (Reverse<usize>, usize) {
        (Reverse(self.statement), self.range.start)
    }

    /// The order in which edits are tried.
    pub(super) fn rank(&self) -> ((Reverse<usize>, usize), Reverse<usize>, usize) {
        (self.place(), Reverse(self.range.end), self.with.len())
    }
}

/// How much there is to understand: tokens, names among them, characters.
fn weight(tokens: &[Token], dialect: &Dialect) -> (usize, usize, usize) {
    let name = |token: &&Token| token.kind == Kind::Word && !dialect.constants.contains(&token.text.as_str());
    let names = tokens.iter().filter(name).count();
    (tokens.len(), names, tokens.iter().map(|token| token.text.len()).sum())
}
