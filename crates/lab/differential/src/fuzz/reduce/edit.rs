//! An edit of the reducer: replaces a range of tokens by simpler ones.

use super::dialect::Dialect;
use super::tokens::{Kind, Token, Tokens};
use std::cmp::Reverse;
use std::ops::Range;

/// The replacement of a range of tokens.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    /// Index, in preorder, of the statement that contains the range.
    statement: usize,
    /// The tokens to replace.
    range: Range<usize>,
    /// The replacement.
    with: Vec<Token>,
}

impl Edit {
    /// Replaces `range` by `kept`, a subrange of it. Removes `range` if `kept` is empty.
    pub(super) fn keep(tokens: &Tokens, statement: usize, range: Range<usize>, kept: Range<usize>) -> Self {
        let with = tokens.list.get(kept).unwrap_or_default().to_vec();
        Edit { statement, range, with }
    }

    /// Removes a range of tokens.
    pub(super) fn remove(statement: usize, range: Range<usize>) -> Self {
        Edit { statement, range, with: Vec::new() }
    }

    /// Replaces a range of tokens.
    pub(super) fn put(statement: usize, range: Range<usize>, with: Vec<Token>) -> Self {
        Edit { statement, range, with }
    }

    pub(super) fn apply(&self, tokens: &Tokens) -> Tokens {
        tokens.replaced(self.range.clone(), &self.with)
    }

    /// Returns whether the edit reduces the [`weight`] of the program. This rule ensures termination;
    /// otherwise, two edits could undo each other forever.
    pub(super) fn is_simpler(&self, tokens: &Tokens, dialect: &Dialect) -> bool {
        !self.range.is_empty()
            && weight(&self.with, dialect) < weight(&tokens.list[self.range.clone()], dialect)
    }

    /// Returns the position of the edit as a sort key: edits of later statements come first.
    pub(super) fn position(&self) -> (Reverse<usize>, usize) {
        (Reverse(self.statement), self.range.start)
    }

    /// Returns the sort key that determines the order in which edits are tried: by position, then the longest
    /// range, then the shortest replacement first.
    pub(super) fn rank(&self) -> ((Reverse<usize>, usize), Reverse<usize>, usize) {
        (self.position(), Reverse(self.range.end), self.with.len())
    }
}

/// Returns the complexity of a token sequence as a sort key: number of tokens, number of names, length in
/// bytes. Constants such as `true` are not names.
fn weight(tokens: &[Token], dialect: &Dialect) -> (usize, usize, usize) {
    let name = |token: &&Token| token.kind == Kind::Word && !dialect.constants.contains(&token.text.as_str());
    let names = tokens.iter().filter(name).count();
    (tokens.len(), names, tokens.iter().map(|token| token.text.len()).sum())
}
