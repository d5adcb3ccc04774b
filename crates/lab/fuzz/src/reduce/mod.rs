//! Makes a program smaller while some property holds: delta debugging over its statements, then over its
//! blocks, its lists and its expressions.
//!
//! Both languages take the same way: [`tokens`] with matching brackets, [`statement`]s with what they hold,
//! and [`edit`]s of either. What the languages differ in is in the table of [`dialect`]. Nothing here knows
//! what a program means; the property must refuse what is no program.

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

/// What is said of a smaller program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The property holds: go on from here.
    Keep,
    /// It does not.
    Drop,
    /// Enough: the smallest program so far is the result.
    Stop,
}

/// A smaller text for which the property holds, as it does for `text`. `ask` is never asked twice about the
/// same text.
pub fn reduce(text: &str, language: Language, ask: &mut dyn FnMut(&str) -> Answer) -> String {
    let dialect = Dialect::of(language);
    let tokens = Tokens::scan(text, dialect);
    let mut shrinker = Shrinker { dialect, tokens, ask, seen: HashSet::new(), stopped: false };
    // The text itself need not be asked about.
    shrinker.seen.insert(hash(text));
    shrinker.run();
    shrinker.tokens.text(dialect)
}

/// A program on its way to a smaller one.
struct Shrinker<'a> {
    dialect: &'static Dialect,
    tokens: Tokens,
    ask: &'a mut dyn FnMut(&str) -> Answer,
    /// Hashes of the texts that were asked about.
    seen: HashSet<u64>,
    stopped: bool,
}

impl Shrinker<'_> {
    /// Statements and blocks first, since what is inside of one that may go is not worth a try.
    fn run(&mut self) {
        self.offer(self.tokens.without_comments());
        loop {
            while self.remove_statements() | self.edit(Statements::edits) {}
            if !self.edit(expression::edits) {
                break;
            }
        }
    }

    /// Takes over a smaller program if the property holds for it.
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

    /// Removes statements, those of outer blocks and the last ones first: a value is made before it is used,
    /// so its uses must go before it can.
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

    /// Removes runs of a block's statements, long ones first.
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

    /// Tries all edits of a kind, those of later statements first, and of each the larger ones.
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
                // What came before does not move; what is behind may be made of other tokens now.
                let place = edit.place();
                left = sorted(&self.tokens, self.dialect);
                next = left.partition_point(|edit| edit.place() < place);
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
