//! Whether a function refines another.
//!
//! `after` refines `before` if, for all operands and all choices that `after` leaves open, `before` has choices for
//! which it returns the same bits. A float of which `before` fixes only the number may be any NaN where it is one.
//! The query is the opposite: operands and choices of `after` for which all choices of `before` give something else.

use crate::encode::{Binding, Encoder};
use crate::lane::{Lane, Sort, sorts};
use crate::solver::{Answer, Solver, Term, number};
use anyhow::Result;
use nvc_ir::{Function, Types};

/// What the solver says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds for all operands.
    Proved,
    /// It does not for these operands, by parameter and component.
    Refuted(Vec<Vec<u64>>),
    /// The solver gave up.
    Undecided,
    /// A function has no meaning in terms, and why.
    NoMeaning(String),
}

/// Whether `after` refines `before`, a function of one block with the same parameters.
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

/// Whether a statement about the result of a function holds for all operands and choices.
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

/// A statement, and the functions that it is about.
struct Query<'s> {
    source: Encoder<'s>,
    target: Encoder<'s>,
    holds: Term,
}

fn all(solver: &Solver, terms: Vec<Term>) -> Term {
    match terms[..] {
        [only] => only,
        _ => solver.app("and", &terms),
    }
}

/// Asks for operands for which a statement does not hold: first with the same choice for the same expression in both
/// functions, which `before` may make. If that does not prove it, with all of its choices.
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

/// [`query`] in a scope of the solver, and whether choices were shared.
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

/// Whether `before` has choices for which both return the same, for these operands and choices of `after`: the solver is
/// not complete for floats under quantifiers, and then its counterexample is none.
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

/// A formula with named terms, for all values of some choices.
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
