//! Parses a program's tokens into nested statements.

use super::dialect::{Block, Dialect};
use super::edit::Edit;
use super::tokens::{Kind, Tokens};
use std::ops::Range;

/// Maximum nesting that is parsed. The contents of deeper blocks are parsed as one statement.
const DEEPEST: usize = 64;

/// A statement or declaration.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) range: Range<usize>,
    /// The parts that contain other statements, in source order.
    pub(super) parts: Vec<Part>,
}

/// A part of a statement that contains other statements.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Range of the part, including its braces or the keyword and head that start it (`else`, `IF NE.x;`).
    outer: Range<usize>,
    /// Range of the statements in the part.
    inner: Range<usize>,
    statements: Vec<Statement>,
}

/// All statements of a program.
pub(super) struct Statements(pub(super) Vec<Statement>);

impl Statements {
    pub(super) fn of(tokens: &Tokens, dialect: &Dialect) -> Self {
        let parser = Parser { tokens, dialect, partners: tokens.partners() };
        Statements(parser.all(0..tokens.list.len(), DEEPEST))
    }

    /// Returns the ranges of the statements of each block at this depth.
    pub(super) fn blocks(&self, depth: usize) -> Vec<Vec<Range<usize>>> {
        let mut blocks = vec![&self.0];
        for _ in 0..depth {
            let parts = blocks.iter().flat_map(|block| block.iter()).flat_map(|statement| &statement.parts);
            blocks = parts.map(|part| &part.statements).collect();
        }
        let ranges =
            |block: &&Vec<Statement>| block.iter().map(|statement| statement.range.clone()).collect();
        blocks.iter().map(ranges).collect()
    }

    /// Returns the edits that replace a statement by the contents of one of its parts, with or without the
    /// labels in it; that replace a `for` by the declaration in its head and its body; and that remove a part
    /// other than the first.
    pub(super) fn edits(tokens: &Tokens, dialect: &'static Dialect) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (index, statement) in Statements::of(tokens, dialect).flat().into_iter().enumerate() {
            let range = &statement.range;
            for (number, part) in statement.parts.iter().enumerate() {
                edits.push(Edit::keep(tokens, index, range.clone(), part.inner.clone()));
                if part.statements.iter().any(|statement| statement.is_label(tokens)) {
                    let kept = part.statements.iter().filter(|statement| !statement.is_label(tokens));
                    let kept = kept.flat_map(|statement| tokens.list[statement.range.clone()].to_vec());
                    edits.push(Edit::put(index, range.clone(), kept.collect()));
                }
                if let Some(declared) = statement.declared(tokens, part) {
                    let body = &tokens.list[part.inner.clone()];
                    let with = [&tokens.list[declared], body].concat();
                    edits.push(Edit::put(index, range.clone(), with));
                }
                if number > 0 {
                    edits.push(Edit::remove(index, part.outer.clone()));
                }
            }
        }
        edits
    }

    /// Returns all statements in preorder.
    pub(super) fn flat(&self) -> Vec<&Statement> {
        let mut flat = Vec::new();
        let mut open: Vec<&Statement> = self.0.iter().rev().collect();
        while let Some(statement) = open.pop() {
            flat.push(statement);
            open.extend(statement.parts.iter().flat_map(|part| &part.statements).rev());
        }
        flat
    }
}

impl Statement {
    /// Returns whether the statement is a label.
    fn is_label(&self, tokens: &Tokens) -> bool {
        tokens.at(self.range.end.saturating_sub(1)) == ":"
    }

    /// Returns the range of the declaration in the head of a `for`, including the semicolon.
    fn declared(&self, tokens: &Tokens, part: &Part) -> Option<Range<usize>> {
        let start = self.range.start + 2;
        let mut head = start..part.outer.start;
        let end = head.find(|&at| tokens.at(at) == ";")?;
        (tokens.at(start - 1) == "(").then_some(start..end + 1)
    }

    /// Returns the token ranges of the statement itself: before, between and after the contents of its parts.
    pub(super) fn own(&self) -> Vec<Range<usize>> {
        let mut own = Vec::new();
        let mut start = self.range.start;
        for part in &self.parts {
            own.push(start..part.inner.start);
            start = part.inner.end;
        }
        own.push(start..self.range.end);
        own
    }
}

struct Parser<'a> {
    tokens: &'a Tokens,
    dialect: &'a Dialect,
    /// For each bracket, the position of the matching bracket.
    partners: Vec<Option<usize>>,
}

impl Parser<'_> {
    /// Parses the statements that fill a range. Each has at least one token.
    fn all(&self, range: Range<usize>, depth: usize) -> Vec<Statement> {
        let mut statements = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let statement = self.one(at..range.end, depth);
            at = statement.range.end;
            statements.push(statement);
        }
        statements
    }

    /// Parses the first statement of a range.
    fn one(&self, range: Range<usize>, depth: usize) -> Statement {
        let start = range.start;
        let simple = |end| Statement { range: start..end, parts: Vec::new() };
        if range.is_empty() || depth == 0 {
            return simple(range.end);
        }
        if self.tokens.list[start].kind == Kind::Line {
            return simple(start + 1);
        }
        match self.dialect.block(self.tokens.at(start)) {
            Some(Block::Until { middle, end }) => self.until(range, middle, end, depth),
            Some(Block::Headed(other)) => self.headed(range, other, depth),
            Some(Block::Before(word)) => {
                let body = self.body(start + 1..range.end, depth);
                let after = body.outer.end;
                let end = if self.tokens.at(after) == word { self.end(after..range.end) } else { after };
                Statement { range: start..end, parts: vec![body] }
            }
            None => self.plain(range, depth),
        }
    }

    /// Parses a block in braces, a function, a label, or a statement that ends with a semicolon.
    fn plain(&self, range: Range<usize>, depth: usize) -> Statement {
        let start = range.start;
        let label = self.tokens.at(start + 1) == ":" || self.dialect.labels.contains(&self.tokens.at(start));
        let mut at = start;
        while at < range.end {
            match self.tokens.at(at) {
                ";" => return Statement { range: start..at + 1, parts: Vec::new() },
                ":" if label => return Statement { range: start..at + 1, parts: Vec::new() },
                "{" if self.is_body(start, at) => {
                    let body = self.body(at..range.end, depth);
                    return Statement { range: start..body.outer.end, parts: vec![body] };
                }
                _ => at = self.after(at).min(range.end),
            }
        }
        Statement { range, parts: Vec::new() }
    }

    /// Returns whether a brace opens a block of statements: at the start of a statement, or after a
    /// parameter list.
    fn is_body(&self, start: usize, at: usize) -> bool {
        at == start || self.tokens.at(at - 1) == ")"
    }

    /// Parses a keyword, a head in brackets and a statement, optionally followed by the keyword `other` and
    /// another statement.
    fn headed(&self, range: Range<usize>, other: Option<&str>, depth: usize) -> Statement {
        let start = range.start;
        let head = self.after((start + 1).min(range.end)).min(range.end);
        let mut parts = vec![self.body(head..range.end, depth)];
        let mut end = parts[0].outer.end;
        if end < range.end && other.is_some_and(|word| self.tokens.at(end) == word) {
            let mut body = self.body(end + 1..range.end, depth);
            body.outer.start = end;
            end = body.outer.end;
            parts.push(body);
        }
        Statement { range: start..end, parts }
    }

    /// Parses the first statement of a range as a part of another statement, without the braces around it.
    fn body(&self, range: Range<usize>, depth: usize) -> Part {
        let start = range.start;
        if self.tokens.at(start) == "{"
            && let Some(close) = self.partners[start].filter(|close| *close < range.end)
        {
            let inner = start + 1..close;
            return Part {
                outer: start..close + 1,
                inner: inner.clone(),
                statements: self.all(inner, depth - 1),
            };
        }
        let statement = self.one(range, depth - 1);
        let range = statement.range.clone();
        Part { outer: range.clone(), inner: range, statements: vec![statement] }
    }

    /// Parses a head, statements, optionally the keyword `middle` and more statements, and the closing keyword
    /// `end`. The head and both keywords end with a semicolon.
    fn until(&self, range: Range<usize>, middle: Option<&str>, end: &str, depth: usize) -> Statement {
        let mut parts = Vec::new();
        // Start of the current part, with and without its head.
        let (mut outer, mut inner) = (range.start, self.end(range.clone()));
        let mut statements = Vec::new();
        let mut at = inner;
        while at < range.end {
            let word = self.tokens.at(at);
            let closes = word == end;
            if closes || Some(word) == middle {
                parts.push(Part { outer: outer..at, inner: inner..at, statements });
                statements = Vec::new();
                (outer, inner) = (at, self.end(at..range.end));
                at = inner;
                if closes {
                    return Statement { range: range.start..at, parts };
                }
                continue;
            }
            let statement = self.one(at..range.end, depth - 1);
            at = statement.range.end;
            statements.push(statement);
        }
        parts.push(Part { outer: outer..range.end, inner: inner..range.end, statements });
        Statement { range, parts }
    }

    /// Returns the position after the first semicolon.
    fn end(&self, range: Range<usize>) -> usize {
        let mut at = range.start;
        while at < range.end {
            if self.tokens.at(at) == ";" {
                return at + 1;
            }
            at = self.after(at);
        }
        range.end
    }

    /// Returns the position after a token or, if the token opens a bracket, after the closing bracket.
    fn after(&self, at: usize) -> usize {
        match self.partners.get(at) {
            Some(Some(close)) if *close > at => close + 1,
            _ => at + 1,
        }
    }
}
