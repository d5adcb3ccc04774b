//! SAT sweeping: finds equal terms in the functions before and after a pass, so that the solver sees more terms that are the
//! same in both.
//!
//! Solvers find it hard to prove equality of memory after many accesses whose addresses differ in form. The addresses, stored
//! words, conditions and operands of effects of the function `before` are therefore recorded. Each such term of the function
//! `after` is compared with the recorded terms of the same kind at about the same position. If the solver proves within a
//! short time that two terms are equal wherever the one of `after` is executed, the recorded term replaces it.

use super::logic::Logic;
use crate::encode::Encoder;
use crate::solver::{Answer, Term};
use anyhow::Result;
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

/// Number of recorded terms to compare a term with.
const CANDIDATES: usize = 3;
/// Time limit of a comparison in milliseconds.
const MILLISECONDS: u32 = 200;
/// Maximum number of comparisons that fail in one function.
const FAILURES: usize = 12;
/// Total time of comparisons after which a function's terms are no longer compared.
const TOTAL: Duration = Duration::from_secs(3);

/// The recorded terms, and the state of the comparison.
#[derive(Default)]
pub struct Sweep {
    /// The terms of `before`, by kind, in order of execution.
    recorded: HashMap<String, Vec<Term>>,
    /// For each kind, the position in `recorded` after the last term that was found equal.
    positions: HashMap<String, usize>,
    /// A formula that holds if `before` is defined and ends within the unrolled loops; `None` while `before` is executed.
    assumed: Option<Term>,
    /// Number of comparisons that failed.
    failures: usize,
    /// Total time of all comparisons.
    spent: Duration,
    /// Number of bindings of the encoder that the solver knows.
    defined: usize,
    /// Number of choices of the encoder that `define` has processed.
    seen: usize,
    /// The choices that the solver knows.
    declared: HashSet<Term>,
}

impl Sweep {
    /// Sends new choices and bindings to the solver.
    pub fn define(&mut self, encoder: &Encoder<'_>) -> Result<()> {
        for &(name, sort) in &encoder.choices[self.seen..] {
            if self.declared.insert(name) {
                encoder.solver.declare(name, sort)?;
            }
        }
        for binding in &encoder.bindings[self.defined..] {
            encoder.solver.define(binding.name, binding.sort, binding.body)?;
        }
        (self.seen, self.defined) = (encoder.choices.len(), encoder.bindings.len());
        Ok(())
    }

    /// Ends the execution of `before`. `assumed` is a formula that holds if it is defined and ends within the unrolled loops.
    pub fn compare(&mut self, assumed: Term) {
        self.assumed = Some(assumed);
    }

    /// Records a term of `before`. For a term of `after`, returns an equal recorded term if it finds one, or else the term
    /// itself. Only terms of the same `kind` are compared, such as addresses in one region or stored words of one width. `path`
    /// is the condition under which the term is used.
    pub fn term(
        &mut self,
        encoder: &Encoder<'_>,
        logic: &Logic,
        path: Term,
        kind: &str,
        term: Term,
    ) -> Result<Term> {
        let Some(assumed) = self.assumed else {
            self.recorded.entry(kind.to_owned()).or_default().push(term);
            return Ok(term);
        };
        let Some(recorded) = self.recorded.get(kind).cloned() else { return Ok(term) };
        let position = self.positions.get(kind).copied().unwrap_or(0);
        let later = recorded.iter().skip(position).position(|&other| other == term).map(|at| at + position);
        if let Some(found) = later.or_else(|| recorded.iter().position(|&other| other == term)) {
            self.positions.insert(kind.to_owned(), found + 1);
            return Ok(term);
        }
        let around = [0, 1, -1, 2, -2].into_iter().filter_map(|delta| position.checked_add_signed(delta));
        let candidates: Vec<usize> = around.filter(|&at| at < recorded.len()).take(CANDIDATES).collect();
        for at in candidates {
            if self.failures >= FAILURES || self.spent > TOTAL {
                break;
            }
            let start = Instant::now();
            let other = recorded[at];
            self.define(encoder)?;
            let is_equal = equal(encoder, logic, &[assumed, path], term, other)?;
            self.spent += start.elapsed();
            if is_equal {
                self.positions.insert(kind.to_owned(), at + 1);
                return Ok(other);
            }
            self.failures += 1;
        }
        Ok(term)
    }
}

/// Whether the solver proves that two terms are equal under the assumptions.
fn equal(encoder: &Encoder<'_>, logic: &Logic, assumed: &[Term], x: Term, y: Term) -> Result<bool> {
    let solver = encoder.solver;
    solver.enter()?;
    for &assumption in assumed.iter().filter(|&&assumption| assumption != logic.yes) {
        solver.assert(assumption)?;
    }
    solver.assert(solver.app("distinct", &[x, y]))?;
    let answer = solver.check_within(MILLISECONDS)?;
    solver.leave()?;
    Ok(answer == Answer::Unsat)
}
