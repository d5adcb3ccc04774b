//! An edit: some tokens of a program replaced by simpler ones.

use super::dialect::Dialect;
use super::tokens::{Kind, Token, Tokens};
use std::cmp::Reverse;
use std::ops::Range;

/// The replacement of a range of tokens by others.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    /// The position of its statement in the program.
    statement: usize,
    range: Range<usize>,
    with: Vec<Token>,
}

impl Edit {
    /// Replaces `range` by `kept`, a part of it; removes it if `kept` is empty.
    pub(super) fn keep(tokens: &Tokens, statement: usize, range: Range<usize>, kept: Range<usize>) -> Self {
        let with = tokens.list.get(kept).unwrap_or_default().to_vec();
        Edit { statement, range, with }
    }

    /// Removes tokens.
    pub(super) fn remove(statement: usize, range: Range<usize>) -> Self {
        Edit { statement, range, with: Vec::new() }
    }

    /// Replaces tokens by others.
    pub(super) fn put(statement: usize, range: Range<usize>, with: Vec<Token>) -> Self {
        Edit { statement, range, with }
    }

    pub(super) fn apply(&self, tokens: &Tokens) -> Tokens {
        tokens.replaced(self.range.clone(), &self.with)
    }

    /// Whether the edit reduces the [`weight`] of the program. Without this rule, two edits could undo each
    /// other forever.
    pub(super) fn is_simpler(&self, tokens: &Tokens, dialect: &Dialect) -> bool {
        !self.range.is_empty()
            && weight(&self.with, dialect) < weight(&tokens.list[self.range.clone()], dialect)
    }

    /// Its position as a sort key: edits of later statements are tried first.
    pub(super) fn place(&self) -> (Reverse<usize>, usize) {
        (Reverse(self.statement), self.range.start)
    }

    /// The order in which edits are tried.
    pub(super) fn rank(&self) -> ((Reverse<usize>, usize), Reverse<usize>, usize) {
        (self.place(), Reverse(self.range.end), self.with.len())
    }
}

/// The complexity of a program, as a sort key: the number of tokens, of names, of characters.
fn weight(tokens: &[Token], dialect: &Dialect) -> (usize, usize, usize) {
    let name = |token: &&Token| token.kind == Kind::Word && !dialect.constants.contains(&token.text.as_str());
    let names = tokens.iter().filter(name).count();
    (tokens.len(), names, tokens.iter().map(|token| token.text.len()).sum())
}
