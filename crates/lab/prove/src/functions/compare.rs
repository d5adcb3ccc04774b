//! Asks the solver whether the function after a pass refines the function before it.
//!
//! The query searches for inputs and choices of `after` for which `before` is defined and ends within the unrolled loops, but
//! `after` leaves other memory or has other effects, is undefined, or runs longer. It has three forms. The first has float
//! arithmetic and products as uninterpreted functions, and both functions make the same choices, which suffices for most
//! passes. The second has exact definitions. In the third, the choices of `before` are also independent of those of `after`. A
//! form is tried only if the previous one has a counterexample.

use super::execute::Execution;
use super::logic::Logic;
use super::memory::{Region, contents, of_global, word};
use super::state::OPAQUE;
use super::sweep::Sweep;
use crate::encode::{Binding, Encoder};
use crate::solver::{Answer, Solver, Term, number};
use anyhow::Result;
use nvc_ir::{Global, Imm, Module, Op, ResourceClass, Space, Value};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The memory that a counterexample reads: region, address, and the word at the address.
pub type Inputs = Vec<(Region, u64, u64)>;

/// Result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Both functions translate to the same terms.
    Same,
    /// The solver proved refinement.
    Proved,
    /// The solver found a counterexample that reads this memory.
    Refuted(Inputs),
    /// The solver gave up.
    Undecided,
    /// Nothing is proved, for this reason: a function cannot be translated to terms, or `before` is always undefined or always
    /// runs longer than it is unrolled.
    NoMeaning(String),
}

/// The result of executing a function symbolically, as terms.
struct Outcome {
    /// The condition under which the behaviour is undefined.
    undefined: Term,
    /// The condition under which a loop runs longer than it is unrolled.
    exceeded: Term,
    /// Facts about the inputs.
    assumed: Term,
    /// The sequence of effects.
    trace: Term,
    /// The memory at the end.
    memory: BTreeMap<Region, Term>,
    /// Names and sorts of the choices that the function makes.
    choices: Vec<(Term, Term)>,
    /// The memory that is read: region and address.
    reads: Vec<(Region, Term)>,
}

/// How a query is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// With uninterpreted arithmetic.
    Abstract,
    /// With exact definitions.
    Exact,
    /// With exact definitions, and all choices of `before` independent of those of `after`.
    Independent,
}

/// Compares the entry points of two modules.
pub fn compare(solver: &Solver, before: &Module, after: &Module, rounds: usize) -> Result<Verdict> {
    let mut verdict = Verdict::Undecided;
    for form in [Form::Abstract, Form::Exact, Form::Independent] {
        let answer = solver.scoped(|| in_scope(solver, before, after, rounds, form))?;
        verdict = answer.unwrap_or(Verdict::Undecided);
        if !matches!(verdict, Verdict::Refuted(_)) {
            break;
        }
    }
    Ok(verdict)
}

fn in_scope(solver: &Solver, before: &Module, after: &Module, rounds: usize, form: Form) -> Result<Verdict> {
    let mut encoder = Encoder::shared(solver, form == Form::Abstract);
    let mut logic = Logic::new(solver);
    let mut sweep = Sweep::default();
    let regions = visible(before, after);
    encoder.own_choices = form == Form::Independent;
    let expected = match outcome(&mut encoder, &mut logic, &mut sweep, before, &regions, rounds) {
        Ok(outcome) => outcome,
        Err(why) => return Ok(Verdict::NoMeaning(format!("{why:#}"))),
    };
    let (defined, ends) =
        (logic.not(&mut encoder, expected.undefined), logic.not(&mut encoder, expected.exceeded));
    let domain = logic.and(&mut encoder, defined, ends);
    let domain = logic.and(&mut encoder, domain, expected.assumed);
    sweep.compare(domain);
    encoder.own_choices = false;
    let got = match outcome(&mut encoder, &mut logic, &mut sweep, after, &regions, rounds) {
        Ok(outcome) => outcome,
        Err(why) => return Ok(Verdict::NoMeaning(format!("{why:#}"))),
    };
    if expected.exceeded == logic.yes || expected.undefined == logic.yes {
        return Ok(Verdict::NoMeaning("always undefined, or always runs longer than it is unrolled".into()));
    }
    let mut holds = Vec::new();
    if expected.undefined != got.undefined {
        holds.push(logic.not(&mut encoder, got.undefined));
    }
    if expected.exceeded != got.exceeded {
        holds.push(logic.not(&mut encoder, got.exceeded));
    }
    holds.push(logic.equal(&mut encoder, expected.trace, got.trace));
    let index = solver.atom("index");
    solver.declare(index, word(solver, 62))?;
    for region in &regions {
        let (Some(&x), Some(&y)) = (expected.memory.get(region), got.memory.get(region)) else { continue };
        if x != y {
            let [x, y] = [x, y].map(|memory| solver.app("select", &[memory, index]));
            holds.push(solver.app("=", &[x, y]));
        }
    }
    holds.retain(|&formula| formula != logic.yes);
    if holds.is_empty() {
        return Ok(Verdict::Same);
    }
    let all = if let [only] = holds[..] { only } else { solver.app("and", &holds) };
    let fails = [domain, got.assumed, solver.app("not", &[all])];
    let fails = solver.app("and", &fails);
    sweep.define(&encoder)?;
    decide(solver, &encoder.bindings, &expected, &got, fails)
}

/// The regions that either module declares and that others see.
fn visible(before: &Module, after: &Module) -> BTreeSet<Region> {
    let mut regions = BTreeSet::from([Region::Physical]);
    for module in [before, after] {
        regions.extend(module.globals.iter().map(|(global, _)| of_global(module, global).0));
    }
    regions.retain(|region| region.is_visible());
    // Shared memory that `before` never reads is not observable.
    let read = read_globals(before);
    let unread = |region: Region| {
        let is_shared =
            matches!(region, Region::Resource(ResourceClass::Shared) | Region::Variable(Space::Workgroup, _));
        is_shared && !read.iter().any(|&global| of_global(before, global).0 == region)
    };
    regions.retain(|&region| !unread(region));
    regions
}

/// The globals that some instruction uses other than to store to them.
fn read_globals(module: &Module) -> HashSet<Global> {
    let mut read = HashSet::new();
    for func in module.functions.values() {
        let mut pointers: HashMap<Value, Global> = HashMap::new();
        for (_, inst) in func.insts() {
            let mut args = inst.args.iter().map(|&arg| pointers.get(&func.resolve(arg)).copied());
            match (inst.op, inst.imm(), inst.result) {
                (Op::GlobalAddr, Imm::Global(global), Some(result)) => {
                    pointers.insert(result, global);
                }
                (Op::AccessChain, _, Some(result)) => {
                    if let Some(global) = args.next().flatten() {
                        pointers.insert(result, global);
                    }
                }
                (Op::Store, ..) => {
                    args.next();
                    read.extend(args.flatten());
                }
                (Op::BytesStore, ..) => {}
                (_, Imm::Bytes(bytes), _) => {
                    read.insert(bytes.global);
                }
                (_, Imm::BytesAtomic(global, _), _) => {
                    read.insert(global);
                }
                _ => read.extend(args.flatten()),
            }
        }
    }
    read
}

fn outcome(
    encoder: &mut Encoder<'_>,
    logic: &mut Logic,
    sweep: &mut Sweep,
    module: &Module,
    regions: &BTreeSet<Region>,
    rounds: usize,
) -> Result<Outcome> {
    let solver = encoder.solver;
    let earlier = encoder.choices.len();
    solver.declare_function("start", Vec::new(), word(solver, OPAQUE))?;
    let mut memory = BTreeMap::new();
    for &region in regions {
        solver.declare_function(&region.name(), Vec::new(), contents(solver))?;
        memory.insert(region, solver.atom(region.name()));
    }
    let (start, initial) = (solver.atom("start"), memory.clone());
    let mut run = Execution::new(encoder, logic, sweep, module, rounds);
    let end = run.run(memory, start)?;
    let (undefined, exceeded, assumed) = (run.undefined, run.exceeded, run.assumed);
    let reads = std::mem::take(&mut run.reads);
    let (trace, memory) = end.map_or((start, initial), |state| (state.trace, state.memory));
    Ok(Outcome {
        undefined,
        exceeded,
        assumed,
        trace,
        memory,
        choices: encoder.choices[earlier..].to_vec(),
        reads,
    })
}

/// Searches for inputs and choices of `after` for which `fails` holds whatever the independent choices of `before` are.
fn decide(
    solver: &Solver,
    bindings: &[Binding],
    expected: &Outcome,
    got: &Outcome,
    fails: Term,
) -> Result<Verdict> {
    let theirs: HashSet<Term> = got.choices.iter().map(|&(name, _)| name).collect();
    let open: Vec<(Term, Term)> =
        expected.choices.iter().copied().filter(|(name, _)| !theirs.contains(name)).collect();
    // First for any choices of `before`, not only the best ones: if there is no counterexample, there is none at all.
    solver.enter()?;
    solver.assert(fails)?;
    let answer = solver.check()?;
    let (mut inputs, mut fixed) = (Vec::new(), Vec::new());
    if answer == Answer::Sat {
        inputs = memory(solver, expected, got)?;
        fixed = values(solver, expected, got)?;
    }
    solver.leave()?;
    match answer {
        Answer::Unsat => return Ok(Verdict::Proved),
        Answer::Unknown => return Ok(Verdict::Undecided),
        Answer::Sat if open.is_empty() => return Ok(Verdict::Refuted(inputs)),
        Answer::Sat => {}
    }
    // For these inputs, perhaps other choices of `before` do what `after` does.
    solver.enter()?;
    for (term, value) in fixed {
        solver.assert(solver.app("=", &[term, solver.atom(value)]))?;
    }
    solver.assert(solver.app("not", &[fails]))?;
    let answer = solver.check()?;
    solver.leave()?;
    if answer == Answer::Unsat {
        return Ok(Verdict::Refuted(inputs));
    }
    solver.enter()?;
    let answer = quantified(solver, bindings, &open, fails)?;
    solver.leave()?;
    Ok(match answer {
        Answer::Unsat => Verdict::Proved,
        Answer::Unknown => Verdict::Undecided,
        Answer::Sat => Verdict::Refuted(inputs),
    })
}

/// Asks whether `fails` holds for all values of the `open` choices. The bound names shadow those that the solver knows.
fn quantified(solver: &Solver, bindings: &[Binding], open: &[(Term, Term)], fails: Term) -> Result<Answer> {
    let mut dependent: HashSet<Term> = open.iter().map(|&(name, _)| name).collect();
    let mut inner = Vec::new();
    for binding in bindings {
        if solver.mentions(binding.body, &dependent) {
            dependent.insert(binding.name);
            inner.push(binding);
        }
    }
    let mut body = fails;
    for Binding { name, body: value, .. } in inner.into_iter().rev() {
        body = solver.app("let", &[solver.list(vec![solver.list(vec![*name, *value])]), body]);
    }
    let variables = open.iter().map(|&(name, sort)| solver.list(vec![name, sort])).collect();
    solver.assert(solver.app("forall", &[solver.list(variables), body]))?;
    solver.check()
}

/// The values, in the counterexample, of the choices of `after`, of the index at which memory is compared, and of the words
/// that either function reads.
fn values(solver: &Solver, expected: &Outcome, got: &Outcome) -> Result<Vec<(Term, String)>> {
    let mut terms: Vec<Term> = got.choices.iter().map(|&(name, _)| name).collect();
    terms.push(solver.atom("index"));
    for &(region, address) in expected.reads.iter().chain(&got.reads) {
        let index = solver.app_indexed("extract", &[63, 2], &[address]);
        solver.declare_function(&region.name(), Vec::new(), contents(solver))?;
        terms.push(solver.app("select", &[solver.atom(region.name()), index]));
    }
    let values = solver.model(&terms)?;
    Ok(terms.into_iter().zip(values).collect())
}

/// The words that either function reads outside local memory, each with the following word, in the counterexample that the
/// solver found.
fn memory(solver: &Solver, expected: &Outcome, got: &Outcome) -> Result<Inputs> {
    let mut found: BTreeMap<(Region, u64), u64> = BTreeMap::new();
    for &(region, address) in expected.reads.iter().chain(&got.reads) {
        if matches!(region, Region::Local(..)) {
            continue;
        }
        let first = solver.app_indexed("extract", &[63, 2], &[address]);
        let next = solver.app("bvadd", &[first, solver.indexed("bv1", &[62])]);
        solver.declare_function(&region.name(), Vec::new(), contents(solver))?;
        let contents = solver.atom(region.name());
        for index in [first, next] {
            let word = solver.app("select", &[contents, index]);
            let wide = solver.app("concat", &[index, solver.indexed("bv0", &[2])]);
            let values = solver.model(&[wide, word])?;
            let [address, word] = &values[..] else { continue };
            found.insert((region, number(address)?), number(word)?);
        }
    }
    Ok(found.into_iter().map(|((region, address), word)| (region, address, word)).collect())
}
