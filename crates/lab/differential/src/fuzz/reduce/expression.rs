//! Enumerates edits that simplify expressions: replace an expression by a constant or by one of its
//! operands; remove operators, suffixes and list elements.
//!
//! A list has elements separated by commas or semicolons. An element consists of operands separated by
//! operators. An operand is a name, a number or a bracketed expression, with prefix operators and postfixes
//! (`.xy`, `[i]`, `(x)`, `++`). The modifiers of an instruction parse as postfixes of its name and are removed in
//! the same way.

use super::dialect::Dialect;
use super::edit::Edit;
use super::statement::Statements;
use super::tokens::{Kind, Tokens};
use std::ops::Range;

/// Maximum depth of brackets in which edits are made.
const DEEPEST: usize = 64;

/// Returns all edits of expressions.
pub(super) fn edits(tokens: &Tokens, dialect: &'static Dialect) -> Vec<Edit> {
    let mut finder = Finder { tokens, dialect, partners: tokens.partners(), statement: 0, edits: Vec::new() };
    for (index, statement) in Statements::of(tokens, dialect).flat().into_iter().enumerate() {
        finder.statement = index;
        for range in statement.own() {
            if tokens.list.get(range.start).is_some_and(|token| token.kind != Kind::Line) {
                finder.list(range, true, DEEPEST);
            }
        }
    }
    finder.edits
}

struct Finder<'a> {
    tokens: &'a Tokens,
    dialect: &'static Dialect,
    /// For each bracket, the position of the matching bracket.
    partners: Vec<Option<usize>>,
    /// Index, in preorder, of the current statement.
    statement: usize,
    edits: Vec<Edit>,
}

/// An operand of an element.
struct Operand {
    /// Range of the operand with the operator before it.
    joined: Range<usize>,
    /// Range of the operand without the operator before it.
    range: Range<usize>,
    /// Position after the prefix operators.
    bare: usize,
    /// Ranges of the postfixes.
    postfixes: Vec<Range<usize>>,
}

impl Finder<'_> {
    /// Adds the edits of a list's elements. `statement` is set if the list is not in brackets; its first
    /// element may then start with an instruction name, a type or an assignment target.
    fn list(&mut self, range: Range<usize>, statement: bool, depth: usize) {
        let elements = self.elements(range);
        for (index, element) in elements.iter().enumerate() {
            // An element is removed with the separator after it. The last element is removed with the separator
            // before it.
            let next = elements.get(index + 1).map(|next| element.start..next.start);
            let last = index.checked_sub(1).map(|before| elements[before].end..element.end);
            if let Some(range) = next.or(last) {
                self.edits.push(Edit::remove(self.statement, range));
            }
            self.element(element.clone(), statement && index == 0, depth);
        }
    }

    /// Splits a list at its commas and semicolons, except those within brackets.
    fn elements(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let mut elements = Vec::new();
        let (mut start, mut at) = (range.start, range.start);
        while at < range.end {
            let after = self.after(at).min(range.end);
            if matches!(self.tokens.at(at), "," | ";") {
                elements.push(start..at);
                start = after;
            }
            at = after;
        }
        if start < range.end {
            elements.push(start..range.end);
        }
        elements
    }

    /// Adds the edits of an element of a list.
    fn element(&mut self, element: Range<usize>, statement: bool, depth: usize) {
        let operands = self.operands(element.clone());
        // Only the operands from index `free` on are replaced. Those before it are the target of an assignment.
        // Without an assignment, no operand of the first element of a statement is replaced.
        let assigned = operands.iter().position(|operand| {
            let sign = self.tokens.at(operand.joined.start);
            operand.joined.start < operand.range.start && is_assignment(sign)
        });
        let free = assigned.unwrap_or(if statement { operands.len() } else { 0 });
        let value = operands.get(free).map_or(element.end, |operand| operand.range.start)..element.end;
        if assigned.is_some() {
            self.edits.push(Edit::keep(self.tokens, self.statement, element.clone(), value.clone()));
        }
        self.simplify(value.clone());
        for (index, operand) in operands.iter().enumerate() {
            if self.dialect.fixed.contains(&self.tokens.at(operand.bare)) {
                continue;
            }
            if index >= free {
                self.edits.push(Edit::keep(
                    self.tokens,
                    self.statement,
                    value.clone(),
                    operand.range.clone(),
                ));
                self.simplify(operand.range.clone());
            }
            // If there are several operands, each can be removed.
            if operands.len() > 1 {
                self.edits.push(Edit::remove(self.statement, operand.joined.clone()));
            }
            self.operand(operand, index >= free, depth);
        }
        // The first name of a declaration is removed with the comma after it, so that the declared type
        // stays.
        if let (true, [.., before, last]) = (self.tokens.at(element.end) == ",", &operands[..])
            && before.range.end == last.range.start
        {
            self.edits.push(Edit::remove(self.statement, last.range.start..element.end + 1));
        }
    }

    /// Adds the edits of an operand: remove parts of it and, if it is `free`, replace it by one of its
    /// parts.
    fn operand(&mut self, operand: &Operand, free: bool, depth: usize) {
        let range = operand.range.clone();
        if operand.bare > range.start {
            let bare = operand.bare..range.end;
            self.edits.push(Edit::keep(self.tokens, self.statement, range.clone(), bare));
        }
        for postfix in &operand.postfixes {
            if self.tokens.at(postfix.start) == "."
                && (self.dialect.fixed_suffix)(self.tokens.at(postfix.start + 1))
            {
                continue;
            }
            self.edits.push(Edit::remove(self.statement, postfix.clone()));
        }
        let groups = (operand.bare..range.end).filter_map(|at| self.inside(at).filter(|_| depth > 0));
        // Only the outermost brackets; the recursion finds nested ones.
        let mut after = operand.bare;
        let groups: Vec<Range<usize>> = groups
            .filter(|inside| {
                let is_outermost = inside.start > after;
                if is_outermost {
                    after = inside.end;
                }
                is_outermost
            })
            .collect();
        for inside in groups {
            for element in self.elements(inside.clone()) {
                if free {
                    self.edits.push(Edit::keep(self.tokens, self.statement, range.clone(), element));
                }
            }
            self.list(inside, false, depth - 1);
        }
    }

    /// Adds the edits that replace an expression by a constant, unless [`Dialect::names_stay`] forbids it.
    fn simplify(&mut self, range: Range<usize>) {
        let Some(tokens) = self.tokens.list.get(range.clone()) else { return };
        if self.dialect.names_stay && tokens.iter().any(|token| token.kind == Kind::Word) {
            return;
        }
        for constant in self.dialect.constants {
            let with = Tokens::scan_part(constant, self.dialect);
            self.edits.push(Edit::put(self.statement, range.clone(), with));
        }
    }

    /// Splits an element into operands.
    fn operands(&self, element: Range<usize>) -> Vec<Operand> {
        let mut operands = Vec::new();
        let mut at = element.start;
        while at < element.end {
            let joined = at;
            // The first punctuator is the binary operator; any others are prefix operators of the next
            // operand.
            if !operands.is_empty() && self.is_sign(at) {
                at += 1;
            }
            let start = at;
            while at < element.end && self.is_sign(at) {
                at += 1;
            }
            let bare = at;
            at = self.after(at).min(element.end);
            let mut postfixes = Vec::new();
            while let Some(end) = self.postfix(at).filter(|end| *end <= element.end) {
                postfixes.push(at..end);
                at = end;
            }
            if at > joined {
                operands.push(Operand {
                    joined: joined..at,
                    range: start..at,
                    bare: bare.min(at),
                    postfixes,
                });
            }
        }
        operands
    }

    fn is_sign(&self, at: usize) -> bool {
        self.tokens.list.get(at).is_some_and(|token| token.kind == Kind::Sign)
    }

    /// Returns the end of the postfix that starts at this position: a suffix, an index, arguments, `++` or
    /// `--`.
    fn postfix(&self, at: usize) -> Option<usize> {
        match self.tokens.at(at) {
            "." => Some(at + 2),
            "(" | "[" => Some(self.after(at)),
            "++" | "--" => Some(at + 1),
            _ => None,
        }
    }

    /// Returns the contents of the bracket that opens at this position.
    fn inside(&self, at: usize) -> Option<Range<usize>> {
        let close = self.partners.get(at).copied().flatten()?;
        (close > at).then_some(at + 1..close)
    }

    /// Returns the position after a token or, if the token opens a bracket, after the closing bracket.
    fn after(&self, at: usize) -> usize {
        self.inside(at).map_or(at, |inside| inside.end) + 1
    }
}

/// Returns whether an operator is an assignment.
fn is_assignment(sign: &str) -> bool {
    sign.ends_with('=') && !matches!(sign, "==" | "!=" | "<=" | ">=")
}
