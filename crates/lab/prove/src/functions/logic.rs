//! Path conditions: formulas that are simplified as they are built, so that where the paths of a selection meet again, the
//! condition is the one before the selection.

use crate::encode::Encoder;
use crate::solver::{Solver, Term};
use std::collections::HashMap;

/// Builds formulas.
pub struct Logic {
    /// The formula that is always true.
    pub yes: Term,
    /// The formula that is never true.
    pub no: Term,
    sort: Term,
    negated: HashMap<Term, Term>,
    /// The operands of each conjunction: for a path condition, the path condition before a branch and the branch's condition.
    parts: HashMap<Term, (Term, Term)>,
    /// The [`depth`](Logic::depth) of each disjunction of path conditions.
    depths: HashMap<Term, usize>,
}

impl Logic {
    /// Creates the constants `true` and `false`, without other formulas.
    pub fn new(solver: &Solver) -> Self {
        Logic {
            yes: solver.atom("true"),
            no: solver.atom("false"),
            sort: solver.atom("Bool"),
            negated: HashMap::new(),
            parts: HashMap::new(),
            depths: HashMap::new(),
        }
    }

    /// Binds a formula to a name and returns the name.
    pub fn named(&self, encoder: &mut Encoder<'_>, body: Term) -> Term {
        encoder.bind(self.sort, body)
    }

    /// The formula that holds if two terms are equal.
    pub fn equal(&self, encoder: &mut Encoder<'_>, x: Term, y: Term) -> Term {
        if x == y {
            return self.yes;
        }
        let body = encoder.solver.app("=", &[x, y]);
        self.named(encoder, body)
    }

    /// Negation.
    pub fn not(&mut self, encoder: &mut Encoder<'_>, x: Term) -> Term {
        if x == self.yes {
            return self.no;
        }
        if x == self.no {
            return self.yes;
        }
        if let Some(&y) = self.negated.get(&x) {
            return y;
        }
        let body = encoder.solver.app("not", &[x]);
        let y = self.named(encoder, body);
        self.negated.insert(x, y);
        self.negated.insert(y, x);
        y
    }

    /// Conjunction.
    pub fn and(&mut self, encoder: &mut Encoder<'_>, x: Term, y: Term) -> Term {
        if x == self.no || y == self.no || self.negated.get(&x) == Some(&y) {
            return self.no;
        }
        if x == self.yes || x == y {
            return y;
        }
        if y == self.yes {
            return x;
        }
        // A branch on a condition that is already part of the path does not restrict the path further.
        let mut outer = x;
        while let Some(&(rest, condition)) = self.parts.get(&outer) {
            if condition == y {
                return x;
            }
            outer = rest;
        }
        let body = encoder.solver.app("and", &[x, y]);
        let both = self.named(encoder, body);
        self.parts.insert(both, (x, y));
        both
    }

    /// Disjunction.
    pub fn or(&mut self, encoder: &mut Encoder<'_>, x: Term, y: Term) -> Term {
        if x == self.yes || y == self.yes || self.negated.get(&x) == Some(&y) {
            return self.yes;
        }
        if x == self.no || x == y {
            return y;
        }
        if y == self.no {
            return x;
        }
        if let Some((common, _)) = self.fork(x, y) {
            return common;
        }
        let body = encoder.solver.app("or", &[x, y]);
        let either = self.named(encoder, body);
        let (mine, theirs) = (self.chain(x), self.chain(y));
        let common = mine.iter().zip(&theirs).take_while(|(x, y)| x == y).count();
        self.depths.insert(either, common.saturating_sub(1));
        either
    }

    /// The path condition and those that it extends, outermost first, beginning with `yes`.
    fn chain(&self, path: Term) -> Vec<Term> {
        let mut chain = vec![path];
        let mut at = path;
        while let Some(&(rest, _)) = self.parts.get(&at) {
            chain.push(rest);
            at = rest;
        }
        if at != self.yes {
            chain.push(self.yes);
        }
        chain.reverse();
        chain
    }

    /// The number of branches that a path condition depends on. For a disjunction, only the branches before the paths diverge
    /// count.
    pub fn depth(&self, path: Term) -> usize {
        let mut at = path;
        let mut depth = 0;
        loop {
            if let Some(&base) = self.depths.get(&at) {
                return base + depth;
            }
            match self.parts.get(&at) {
                Some(&(rest, _)) => {
                    at = rest;
                    depth += 1;
                }
                None if at == self.yes => return depth,
                None => return depth + 1,
            }
        }
    }

    /// Disjunction of several formulas. The two sides of a branch ([`Logic::fork`]) are joined first.
    pub fn any(&mut self, encoder: &mut Encoder<'_>, formulas: &[Term]) -> Term {
        let mut left = formulas.to_vec();
        'again: loop {
            for i in 0..left.len() {
                for j in i + 1..left.len() {
                    if let Some((common, _)) = self.fork(left[i], left[j]) {
                        left[i] = common;
                        left.remove(j);
                        continue 'again;
                    }
                }
            }
            break;
        }
        left.into_iter().fold(self.no, |all, one| self.or(encoder, all, one))
    }

    /// If `x` is *p* ∧ *c* and `y` is *p* ∧ ¬*c*, returns the pair (*p*, *c*).
    pub fn fork(&self, x: Term, y: Term) -> Option<(Term, Term)> {
        if self.negated.get(&x) == Some(&y) {
            return Some((self.yes, x));
        }
        let (&(p, c), &(q, d)) = (self.parts.get(&x)?, self.parts.get(&y)?);
        (p == q && self.negated.get(&c) == Some(&d)).then_some((p, c))
    }

    /// The term that is equal to `yes` if the condition holds, and to `no` otherwise. Both are terms of the given sort.
    pub fn pick(&self, encoder: &mut Encoder<'_>, sort: Term, condition: Term, yes: Term, no: Term) -> Term {
        if yes == no || condition == self.yes {
            return yes;
        }
        if condition == self.no {
            return no;
        }
        let body = encoder.solver.app("ite", &[condition, yes, no]);
        encoder.bind(sort, body)
    }
}
