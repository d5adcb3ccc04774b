//! Reduces test cases: makes a program smaller while a property holds, by delta debugging over its
//! statements, then over its blocks, lists and expressions.
//!
//! Both languages share the code: a lexer that matches brackets ([`tokens`]), a parser of nested
//! [`statement`]s, and [`edit`]s of statements and expressions. The differences are in a table ([`dialect`]).
//! The reducer does not know what a program means, so the property must be false for invalid programs.

mod dialect;
mod edit;
mod expression;
mod statement;
mod tokens;

use dialect::Dialect;
use edit::Edit;
use nvc::Language;
use statement::Statements;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use tokens::Tokens;

/// The caller's verdict on a smaller program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The property holds: the reduction continues from this program.
    Keep,
    /// The property does not hold: the program is discarded.
    Drop,
    /// The reduction stops. The result is the smallest program so far.
    Stop,
}

/// Reduces `text`, for which the property must hold. `ask` is never called twice with the same text.
pub fn reduce(text: &str, language: Language, ask: &mut dyn FnMut(&str) -> Answer) -> String {
    let dialect = Dialect::of(language);
    let tokens = Tokens::scan(text, dialect);
    let mut shrinker = Shrinker { dialect, tokens, ask, seen: HashSet::new(), stopped: false };
    // The property is known to hold for the original text.
    shrinker.seen.insert(hash(text));
    shrinker.run();
    shrinker.tokens.text(dialect)
}

/// The state of a reduction.
struct Shrinker<'a> {
    dialect: &'static Dialect,
    tokens: Tokens,
    ask: &'a mut dyn FnMut(&str) -> Answer,
    /// Hashes of the programs already tried.
    seen: HashSet<u64>,
    stopped: bool,
}

impl Shrinker<'_> {
    /// Removes statements and blocks before editing expressions, since simplifying a statement that can be
    /// removed is a waste of tries.
    fn run(&mut self) {
        self.offer(self.tokens.without_comments());
        loop {
            while self.remove_statements() | self.edit(Statements::edits) {}
            if !self.edit(expression::edits) {
                break;
            }
        }
    }

    /// Tries a smaller program. If the property holds, makes it the current program and returns true.
    fn offer(&mut self, tokens: Tokens) -> bool {
        if self.stopped {
            return false;
        }
        let text = tokens.text(self.dialect);
        if !self.seen.insert(hash(&text)) {
            return false;
        }
        match (self.ask)(&text) {
            Answer::Keep => self.tokens = tokens,
            Answer::Drop => return false,
            Answer::Stop => {
                self.stopped = true;
                return false;
            }
        }
        true
    }

    /// Removes statements: outer blocks first and, within a block, the last statements first, because the
    /// uses of a value must be removed before its definition.
    fn remove_statements(&mut self) -> bool {
        let mut changed = false;
        for depth in 0.. {
            let blocks = Statements::of(&self.tokens, self.dialect).blocks(depth).len();
            if blocks == 0 {
                break;
            }
            for block in (0..blocks).rev() {
                changed |= self.remove_statements_of(depth, block);
            }
        }
        changed
    }

    /// Removes sequences of statements of the block with index `block` at this depth, longest first.
    fn remove_statements_of(&mut self, depth: usize, block: usize) -> bool {
        let statements = Statements::of(&self.tokens, self.dialect);
        let Some(mut ranges) = statements.blocks(depth).into_iter().nth(block) else { return false };
        let (before, mut changed) = (self.tokens.clone(), false);
        let mut removed = Vec::new();
        let mut length = ranges.len();
        while length > 0 && !self.stopped {
            let mut end = ranges.len();
            while end > 0 {
                let start = end.saturating_sub(length);
                let mut gone = removed.clone();
                gone.extend(ranges[start..end].iter().cloned());
                if self.offer(before.without(&gone)) {
                    removed = gone;
                    ranges.drain(start..end);
                    changed = true;
                }
                end = start;
            }
            length /= 2;
        }
        changed
    }

    /// Tries all edits that `edits` returns: those of later statements first and, within a statement, from
    /// left to right. Returns whether one succeeded.
    fn edit(&mut self, edits: fn(&Tokens, &'static Dialect) -> Vec<Edit>) -> bool {
        let sorted = |tokens: &Tokens, dialect| {
            let mut edits = edits(tokens, dialect);
            edits.retain(|edit| edit.is_simpler(tokens, dialect));
            edits.sort_by_key(Edit::rank);
            edits
        };
        let mut left = sorted(&self.tokens, self.dialect);
        let (mut next, mut changed) = (0, false);
        while let Some(edit) = left.get(next)
            && !self.stopped
        {
            if self.offer(edit.apply(&self.tokens)) {
                changed = true;
                // The edits of the new program: those that sort before this position were tried already.
                let position = edit.position();
                left = sorted(&self.tokens, self.dialect);
                next = left.partition_point(|edit| edit.position() < position);
            } else {
                next += 1;
            }
        }
        changed
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests;
