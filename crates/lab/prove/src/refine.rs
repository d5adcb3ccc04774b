//! Checks refinement: whether one function may replace another.
//!
//! `after` refines `before` if, for all operands and all choices of `after`, `before` has choices for which it returns the
//! same bits. (A choice is a value that the IR leaves undefined; see [`crate::encode`].) If the result of `before` is a
//! float without exact bits, any two NaNs are equal. The query is the negation: operands and choices of `after` for which
//! `before` returns another result whatever its choices are.

use crate::encode::{Binding, Encoder};
use crate::lane::{Lane, Sort, sorts};
use crate::solver::{Answer, Solver, Term, number};
use anyhow::Result;
use nvc_ir::{Function, Types};

/// Result of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The statement holds for all operands.
    Proved,
    /// The statement does not hold for these operands, by parameter and component.
    Refuted(Vec<Vec<u64>>),
    /// The solver gave up.
    Undecided,
    /// A function cannot be translated to terms, for this reason.
    NoMeaning(String),
}

/// Checks whether `after` refines `before`. Both are functions of one block with the same parameters.
pub fn refines(solver: &Solver, types: &Types, before: &Function, after: &Function) -> Result<Verdict> {
    query(solver, types, before, |solver, types, params, share| {
        let mut source = Encoder::new(solver, 's');
        source.own_choices = !share;
        let expected = source.function(types, before, params)?;
        let mut target = Encoder::new(solver, 't');
        let got = target.function(types, after, params)?;
        let mut same = Vec::new();
        for (expected, got) in expected.into_iter().zip(got) {
            same.push(match (expected, got) {
                (Lane::Real { number: x, bits: None, .. }, Lane::Real { number: y, .. }) => {
                    solver.app("=", &[x, y])
                }
                _ => {
                    let (x, y) = (source.bits(expected), target.bits(got));
                    solver.app("=", &[x, y])
                }
            });
        }
        Ok(Query { source, target, holds: all(solver, same) })
    })
}

/// Checks whether a statement about the result of a function holds for all operands and choices.
pub fn always(
    solver: &Solver,
    types: &Types,
    func: &Function,
    statement: impl Fn(&mut Encoder<'_>, &[Lane]) -> Term,
) -> Result<Verdict> {
    query(solver, types, func, |solver, types, params, _| {
        let mut target = Encoder::new(solver, 't');
        let lanes = target.function(types, func, params)?;
        let holds = statement(&mut target, &lanes);
        Ok(Query { source: Encoder::new(solver, 's'), target, holds })
    })
}

/// A statement about the results of one or two functions.
struct Query<'s> {
    /// The function `before`; empty if the statement is about one function.
    source: Encoder<'s>,
    /// The function `after`, or the only function.
    target: Encoder<'s>,
    /// The statement.
    holds: Term,
}

fn all(solver: &Solver, terms: Vec<Term>) -> Term {
    match terms[..] {
        [only] => only,
        _ => solver.app("and", &terms),
    }
}

/// Searches for operands for which a statement does not hold. At first, equal expressions in both functions share their
/// choices, which is sound because `before` is free to make the same choices. If that does not prove the statement, tries
/// again with all choices of `before` independent.
fn query<'s>(
    solver: &'s Solver,
    types: &Types,
    func: &Function,
    build: impl Fn(&'s Solver, &Types, &[Vec<Lane>], bool) -> Result<Query<'s>>,
) -> Result<Verdict> {
    let (verdict, shared) = scoped(solver, types, func, &build, true)?;
    match verdict {
        Verdict::Refuted(_) | Verdict::Undecided if shared => {
            Ok(scoped(solver, types, func, &build, false)?.0)
        }
        verdict => Ok(verdict),
    }
}

/// Runs one query in its own scope of the solver. Returns the verdict, and whether the functions share any choices.
fn scoped<'s>(
    solver: &'s Solver,
    types: &Types,
    func: &Function,
    build: impl Fn(&'s Solver, &Types, &[Vec<Lane>], bool) -> Result<Query<'s>>,
    share: bool,
) -> Result<(Verdict, bool)> {
    solver.push()?;
    let verdict = in_scope(solver, types, func, build, share);
    solver.pop()?;
    verdict
}

fn in_scope<'s>(
    solver: &'s Solver,
    types: &Types,
    func: &Function,
    build: impl Fn(&'s Solver, &Types, &[Vec<Lane>], bool) -> Result<Query<'s>>,
    share: bool,
) -> Result<(Verdict, bool)> {
    let encoder = Encoder::new(solver, 'p');
    let (mut params, mut names) = (Vec::new(), Vec::new());
    for (index, &ty) in func.params.iter().enumerate() {
        let mut lanes = Vec::new();
        let sorts = match sorts(types, ty) {
            Ok(sorts) => sorts,
            Err(why) => return Ok((Verdict::NoMeaning(why.to_string()), false)),
        };
        for (at, &sort) in sorts.iter().enumerate() {
            let name = solver.atom(format!("p{index}.{at}"));
            solver.declare(name, encoder.sort(Sort::Bits(sort.width())))?;
            lanes.push(encoder.of_bits(sort, name));
            names.push(name);
        }
        params.push(lanes);
    }
    let query = match build(solver, types, &params, share) {
        Ok(query) => query,
        Err(why) => return Ok((Verdict::NoMeaning(format!("{why:#}")), false)),
    };
    for &(name, sort) in &query.target.choices {
        solver.declare(name, sort)?;
    }
    define(solver, &query.target.bindings)?;
    let fails = solver.app("not", &[query.holds]);
    let mut open = query.source.choices.clone();
    open.retain(|choice| !query.target.choices.contains(choice));
    solver.enter()?;
    if open.is_empty() {
        define(solver, &query.source.bindings)?;
        solver.assert(fails)?;
    } else {
        solver.assert(for_all(solver, &open, &query.source.bindings, fails))?;
    }
    let answer = solver.check()?;
    let fixed: Vec<Term> =
        names.iter().copied().chain(query.target.choices.iter().map(|&(name, _)| name)).collect();
    let model = if answer == Answer::Sat { solver.model(&fixed)? } else { Vec::new() };
    solver.leave()?;
    let verdict = match answer {
        Answer::Unsat => Verdict::Proved,
        Answer::Unknown => Verdict::Undecided,
        Answer::Sat if !open.is_empty() && is_spurious(solver, &query, &open, &fixed, &model)? => {
            Verdict::Undecided
        }
        Answer::Sat => {
            let numbers: Result<Vec<u64>> = model.iter().take(names.len()).map(|text| number(text)).collect();
            let mut numbers = numbers?.into_iter();
            Verdict::Refuted(
                params.iter().map(|lanes| numbers.by_ref().take(lanes.len()).collect()).collect(),
            )
        }
    };
    Ok((verdict, open.len() < query.source.choices.len()))
}

/// Whether a counterexample is wrong or cannot be confirmed. It is wrong if `before` has choices for which both functions
/// return the same result; z3 returns such counterexamples because it is incomplete for floats under quantifiers.
fn is_spurious(
    solver: &Solver,
    query: &Query<'_>,
    open: &[(Term, Term)],
    fixed: &[Term],
    model: &[String],
) -> Result<bool> {
    for (&name, value) in fixed.iter().zip(model) {
        solver.assert(solver.app("=", &[name, solver.atom(value.as_str())]))?;
    }
    open.iter().try_for_each(|&(name, sort)| solver.declare(name, sort))?;
    define(solver, &query.source.bindings)?;
    solver.assert(query.holds)?;
    Ok(solver.check()? != Answer::Unsat)
}

/// Quantifies a formula over all values of `choices`, with `bindings` as nested `let` terms.
fn for_all(solver: &Solver, choices: &[(Term, Term)], bindings: &[Binding], formula: Term) -> Term {
    let mut body = formula;
    for Binding { name, body: value, .. } in bindings.iter().rev() {
        let binding = solver.list(vec![solver.list(vec![*name, *value])]);
        body = solver.app("let", &[binding, body]);
    }
    let variables = choices.iter().map(|&(name, sort)| solver.list(vec![name, sort])).collect();
    solver.app("forall", &[solver.list(variables), body])
}

fn define(solver: &Solver, bindings: &[Binding]) -> Result<()> {
    bindings.iter().try_for_each(|binding| solver.define(binding.name, binding.sort, binding.body))
}
