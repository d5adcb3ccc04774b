//! Proves the analyses that rules rely on: upper bounds and known low bits of integers.
//!
//! Generates expressions and queries the analyses for facts about their results: `and x, 15` has an upper bound, and
//! `shl x, 2` has known low bits. A fact is proved if it holds for all values of the symbolic operands.

use crate::draw::Drawer;
use crate::encode::Encoder;
use crate::expr::Expr;
use crate::lane::Lane;
use crate::refine::{Verdict, always};
use crate::rng::Rng;
use crate::rules::{Effort, listing};
use crate::sample::Sample;
use crate::solver::{Solver, Term};
use crate::universe::{Signature, Universe};
use crate::workers;
use anyhow::Result;
use nvc_ir::{Function, Op, Terminator, Types, Value};
use nvc_passes::proofs::{known_low_bits, upper_bound};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Operations that have a transfer function for upper bounds, except those for shader inputs (`builtin` and `extract`), whose
/// bounds are assumed, not proved.
const BOUNDS: &[Op] = &[
    Op::And,
    Op::UMin,
    Op::Or,
    Op::Xor,
    Op::UMax,
    Op::IAdd,
    Op::IMul,
    Op::Shl,
    Op::LShr,
    Op::URem,
    Op::SMod,
    Op::UDiv,
    Op::UBfe,
    Op::UDot,
    Op::Select,
    Op::ZExt,
];
/// Operations that have a transfer function for known low bits.
const LOW_BITS: &[Op] =
    &[Op::IAdd, Op::ISub, Op::Xor, Op::And, Op::Or, Op::IMul, Op::Shl, Op::LShr, Op::AShr];

/// The analysis that derived a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Analysis {
    /// Upper bounds.
    UpperBound,
    /// Known low bits.
    KnownBits,
}

/// Numbers of proofs, and the facts that are wrong.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Number of expressions about which an analysis derived a fact.
    pub expressions: usize,
    /// Number of proofs tried.
    pub queries: usize,
    /// Number of proved facts, by analysis and operation.
    pub proved: BTreeMap<(Analysis, Op), usize>,
    /// Number of facts on which the solver gave up, by analysis, operation and result type.
    pub undecided: BTreeMap<(Analysis, Op, String), usize>,
    /// Messages about facts that do not hold, each with the expression and the operands that refute the fact.
    pub wrong: Vec<String>,
}

impl Report {
    /// The listed transfer functions for which no fact was proved.
    pub fn silent(&self) -> Vec<(Analysis, Op)> {
        let bounds = BOUNDS.iter().map(|&op| (Analysis::UpperBound, op));
        let low = LOW_BITS.iter().map(|&op| (Analysis::KnownBits, op));
        bounds.chain(low).filter(|key| !self.proved.contains_key(key)).collect()
    }
}

/// Proves facts about the results of all operations that return a scalar integer.
pub fn prove(universe: &Universe, effort: Effort, threads: usize, limit: u32) -> Result<Report> {
    let signatures: Vec<Signature> = universe
        .by_op
        .iter()
        .flat_map(|(_, signatures)| signatures)
        .filter(|signature| {
            universe.types.is_int(signature.result) && universe.types.components(signature.result) == 1
        })
        .cloned()
        .collect();
    let reports = workers::map(&signatures, threads, limit, |solver, signature| {
        prove_signature(universe, signature, effort, solver)
    })?;
    let mut report = Report::default();
    for one in reports {
        report.expressions += one.expressions;
        report.queries += one.queries;
        report.wrong.extend(one.wrong);
        one.proved.into_iter().for_each(|(key, count)| *report.proved.entry(key).or_default() += count);
        one.undecided.into_iter().for_each(|(key, count)| *report.undecided.entry(key).or_default() += count);
    }
    Ok(report)
}

/// A fact about a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fact {
    /// Unsigned upper bound.
    AtMost(u64),
    /// Number of known low bits, and their values.
    Low(u32, u64),
}

fn result(func: &Function) -> Option<Value> {
    func.blocks_in_order().find_map(|(_, block)| match block.term {
        Terminator::Return(result) => result,
        _ => None,
    })
}

/// Returns the facts that the analyses derive for a value, except trivial ones.
fn facts(func: &Function, types: &Types, value: Value) -> Vec<Fact> {
    let width = types.scalar_bits(func.ty(value)).map_or(64, u32::from);
    let mut facts = Vec::new();
    let bound = upper_bound(func, types, value);
    if width < 64 && bound >> width == 0 && bound != (1 << width) - 1 || width == 64 && bound != u64::MAX {
        facts.push(Fact::AtMost(bound));
    }
    let (count, bits) = known_low_bits(func, types, value);
    if count > 0 {
        facts.push(Fact::Low(count, bits));
    }
    facts
}

/// Generates expressions for a signature and proves the facts about their results.
fn prove_signature(
    universe: &Universe,
    signature: &Signature,
    effort: Effort,
    solver: &Solver,
) -> Result<Report> {
    let mut report = Report::default();
    let mut types = universe.types.clone();
    let mut kept: BTreeMap<Fact, Sample> = BTreeMap::new();
    let mut rng = Rng(effort.seed);
    let mut drawer = Drawer::new(universe, signature.op, effort.seed ^ 0xa5a5);
    let mut see = |expr: Arc<Expr>, report: &mut Report| {
        let func = expr.function(&mut types);
        let Some(value) = result(&func) else { return };
        let facts = facts(&func, &types, value);
        report.expressions += usize::from(!facts.is_empty());
        for fact in facts {
            kept.entry(fact).or_default().add(expr.clone(), effort.proofs, &mut rng);
        }
    };
    drawer.every(signature, effort.every, |expr| see(expr, &mut report));
    for _ in 0..effort.random {
        let expr = drawer.random(signature);
        see(expr, &mut report);
    }
    for (fact, sample) in kept {
        for expr in sample.into_expressions() {
            prove_fact(&mut types, &expr, fact, signature.op, solver, &mut report)?;
        }
    }
    Ok(report)
}

/// Proves one fact about the result of an expression.
fn prove_fact(
    types: &mut Types,
    expr: &Expr,
    fact: Fact,
    op: Op,
    solver: &Solver,
    report: &mut Report,
) -> Result<()> {
    let func = expr.function(types);
    report.queries += 1;
    let (analysis, claim) = match fact {
        Fact::AtMost(bound) => (Analysis::UpperBound, format!("the result is at most {bound:#x}")),
        Fact::Low(count, bits) => (Analysis::KnownBits, format!("the low {count} bits are {bits:#x}")),
    };
    match always(solver, types, &func, |encoder, lanes| statement(encoder, lanes, fact))? {
        Verdict::Proved => *report.proved.entry((analysis, op)).or_default() += 1,
        Verdict::Undecided => {
            let ty = nvc_ir::text::print_type(types, expr.ty());
            *report.undecided.entry((analysis, op, ty)).or_default() += 1;
        }
        Verdict::NoMeaning(_) => {}
        Verdict::Refuted(operands) => {
            report.wrong.push(format!("{claim}, but not for {operands:#x?}:\n{}", listing(types, &func)));
        }
    }
    Ok(())
}

/// Returns a fact as a formula about the result.
fn statement(encoder: &mut Encoder<'_>, lanes: &[Lane], fact: Fact) -> Term {
    let solver = encoder.solver;
    let Some(&lane) = lanes.first() else { return solver.atom("false") };
    let (term, width) = (encoder.bits(lane), lane.sort().width());
    match fact {
        Fact::AtMost(bound) => solver.app("bvule", &[term, solver.indexed(&format!("bv{bound}"), &[width])]),
        Fact::Low(count, bits) => {
            let low = solver.app_indexed("extract", &[count - 1, 0], &[term]);
            solver.app("=", &[low, solver.indexed(&format!("bv{bits}"), &[count])])
        }
    }
}
