//! The state of a symbolic execution at a point of a function, and how states join where paths meet.

use super::logic::Logic;
use super::memory::{Pointer, Region, contents, word};
use crate::encode::Encoder;
use crate::lane::{Lane, Sort};
use crate::solver::Term;
use nvc_ir::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A value of the IR.
#[derive(Clone, Debug, PartialEq)]
pub enum Val {
    /// The scalars of a value, or a device address.
    Lanes(Vec<Lane>),
    /// A pointer, unless it is a device address.
    Pointer(Pointer),
    /// A value without bits, such as an image: a term of [`OPAQUE`] bits that represents it.
    Opaque(Term),
}

/// Width of the terms that represent values without bits and the sequence of effects. These terms are results of
/// uninterpreted functions. To refute that two of them are equal, the solver only needs functions with two different results,
/// so a small width suffices.
pub const OPAQUE: u32 = 16;

/// Values, memory and effects under a path condition.
#[derive(Clone, Debug)]
pub struct State {
    /// The condition under which execution reaches the point.
    pub path: Term,
    /// The sequence of effects so far.
    pub trace: Term,
    /// Contents of the regions. A region that is missing has its initial contents.
    pub memory: BTreeMap<Region, Term>,
    /// Values of the current function.
    pub values: HashMap<Value, Val>,
}

/// Joins the states of several paths to the same block, each with the arguments for the block's parameters. Arguments that
/// point to different memory are left out. Returns `None` if none of the paths is ever taken.
pub fn join(
    encoder: &mut Encoder<'_>,
    logic: &mut Logic,
    mut edges: Vec<(State, Vec<Val>)>,
) -> Option<(State, Vec<Val>)> {
    edges.retain(|(state, _)| state.path != logic.no);
    let paths: Vec<Term> = edges.iter().map(|(state, _)| state.path).collect();
    let path = logic.any(encoder, &paths);
    let (mut joined, mut args) = edges.pop()?;
    while let Some((state, more)) = edges.pop() {
        let fork = if edges.is_empty() { logic.fork(state.path, joined.path) } else { None };
        let condition = fork.map_or(state.path, |(_, condition)| condition);
        let trace_sort = word(encoder.solver, OPAQUE);
        joined.trace = logic.pick(encoder, trace_sort, condition, state.trace, joined.trace);
        let regions: BTreeSet<Region> = state.memory.keys().chain(joined.memory.keys()).copied().collect();
        for region in regions {
            // A region that a path did not write has its initial contents there.
            let initial = encoder.solver.atom(region.name());
            let [theirs, mine] =
                [&state, &joined].map(|state| state.memory.get(&region).copied().unwrap_or(initial));
            let sort = contents(encoder.solver);
            joined.memory.insert(region, logic.pick(encoder, sort, condition, theirs, mine));
        }
        // In a fixed order, so that every run asks the same queries.
        let mut names: Vec<Value> = joined.values.keys().copied().collect();
        names.sort_unstable();
        for name in names {
            let both = joined.values.get(&name).cloned().zip(state.values.get(&name).cloned());
            match both.and_then(|(mine, theirs)| merged(encoder, logic, condition, &theirs, &mine)) {
                Some(value) => joined.values.insert(name, value),
                // Either the value is defined on one of the paths only, and no later instruction uses it; or it points to
                // different memory, and a later use is an error.
                None => joined.values.remove(&name),
            };
        }
        args = args
            .iter()
            .zip(&more)
            .filter_map(|(mine, theirs)| merged(encoder, logic, condition, theirs, mine))
            .collect();
        joined.path = logic.or(encoder, state.path, joined.path);
    }
    joined.path = path;
    Some((joined, args))
}

/// The value that is equal to `yes` if the condition holds, and to `no` otherwise. `None` for pointers to different memory.
pub fn merged(encoder: &mut Encoder<'_>, logic: &Logic, condition: Term, yes: &Val, no: &Val) -> Option<Val> {
    if yes == no {
        return Some(yes.clone());
    }
    match (yes, no) {
        (Val::Lanes(yes), Val::Lanes(no)) if yes.len() == no.len() => {
            let lanes = yes.iter().zip(no).map(|(&yes, &no)| lane(encoder, logic, condition, yes, no));
            Some(Val::Lanes(lanes.collect::<Option<_>>()?))
        }
        (Val::Opaque(yes), Val::Opaque(no)) => {
            let sort = word(encoder.solver, OPAQUE);
            Some(Val::Opaque(logic.pick(encoder, sort, condition, *yes, *no)))
        }
        (Val::Pointer(yes), Val::Pointer(no)) if yes.region == no.region && yes.ty == no.ty => {
            let (one, other) = (yes.address(encoder), no.address(encoder));
            let base = logic.pick(encoder, word(encoder.solver, 64), condition, one, other);
            let sort = encoder.solver.atom("Bool");
            let valid = logic.pick(encoder, sort, condition, yes.valid, no.valid);
            Some(Val::Pointer(Pointer { base: Some(base), offset: 0, valid, ..*yes }))
        }
        _ => None,
    }
}

fn lane(encoder: &mut Encoder<'_>, logic: &Logic, condition: Term, yes: Lane, no: Lane) -> Option<Lane> {
    Some(match (yes, no) {
        (Lane::Bits { term: yes, width }, Lane::Bits { term: no, width: other }) if width == other => {
            let sort = word(encoder.solver, width);
            Lane::Bits { term: logic.pick(encoder, sort, condition, yes, no), width }
        }
        (
            Lane::Real { number: a, bits: x, positive: p, width },
            Lane::Real { number: b, bits: y, positive: q, width: other },
        ) if width == other => {
            let (float, word) = (encoder.sort(Sort::Float(width)), word(encoder.solver, width));
            let bits = x.zip(y).map(|(x, y)| logic.pick(encoder, word, condition, x, y));
            match bits {
                Some(bits) => encoder.of_bits(Sort::Float(width), bits),
                None => {
                    let number = logic.pick(encoder, float, condition, a, b);
                    Lane::Real { number, bits: None, positive: p && q, width }
                }
            }
        }
        _ => return None,
    })
}
