//! Proves the simplification and folding rules on expressions that they match.
//!
//! Generates expressions for each operation and runs the simplifier on each, which reports the rules that fired. A *shape*
//! is a root operation with the operations of its operands, on certain types. For each rule, the smallest expressions of
//! its smallest shapes are proved: the simplified expression refines the original (see [`crate::refine`]).

use crate::draw::Drawer;
use crate::expr::Expr;
use crate::refine::{Verdict, refines};
use crate::replay;
use crate::rng::Rng;
use crate::sample::Sample;
use crate::solver::Solver;
use crate::universe::{Signature, Universe};
use crate::workers;
use anyhow::{Result, anyhow};
use nvc_ir::text::{parse, print_type};
use nvc_ir::{Function, Module, Op, Types};
use nvc_passes::proofs::{rules, simplify};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Numbers of expressions and proofs to try. A signature is an operation with its types.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Approximate number of expressions of depth two for each signature.
    pub every: usize,
    /// Number of random expressions for each signature.
    pub random: usize,
    /// Maximum number of shapes for each rule and signature.
    pub shapes: usize,
    /// Maximum number of proofs for each shape.
    pub proofs: usize,
    /// Seed of the random expressions.
    pub seed: u64,
}

/// An operation and the name of one of its rules.
pub type Rule = (Op, &'static str);

/// Rules that are assumed, not proved, because they rely on the work group size, which the proofs do not model.
pub const ASSUMED: &[&str] = &["vector::extract_local_id"];

/// Returns all rules of the simplifier.
pub fn all_rules() -> impl Iterator<Item = Rule> {
    Op::ALL.iter().flat_map(|&op| rules(op).into_iter().map(move |rule| (op, rule)))
}

/// Numbers of proofs for the expressions on which a rule fired.
#[derive(Clone, Debug, Default)]
pub struct Count {
    /// Number of expressions proved.
    pub proved: usize,
    /// Number of expressions on which the solver gave up, by the type of the first operand (of the result if there is none).
    pub undecided: BTreeMap<String, usize>,
}

/// An expression that is simplified incorrectly.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// The rules that fired.
    pub fired: Vec<Rule>,
    /// An IR program that computes the expression before and after simplification.
    pub program: String,
    /// The results of the program before and after simplification, or why the interpreter cannot run it.
    pub results: Result<[String; 2], String>,
}

/// Numbers of expressions and proofs, and the wrong simplifications.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Number of expressions generated.
    pub expressions: usize,
    /// Number of expressions on which the last rule to fire is one of the root operation.
    pub matched: usize,
    /// Number of shapes selected for proofs.
    pub shapes: usize,
    /// Number of proofs tried.
    pub queries: usize,
    /// Results for each rule.
    pub rules: BTreeMap<Rule, Count>,
    /// Expressions that are simplified incorrectly.
    pub wrong: Vec<Wrong>,
    /// Number of expressions that cannot be translated to terms, by reason.
    pub no_meaning: BTreeMap<String, usize>,
}

impl Report {
    fn add(&mut self, other: Report) {
        self.expressions += other.expressions;
        self.matched += other.matched;
        self.shapes += other.shapes;
        self.queries += other.queries;
        self.wrong.extend(other.wrong);
        for (rule, count) in other.rules {
            let mine = self.rules.entry(rule).or_default();
            mine.proved += count.proved;
            for (ty, number) in count.undecided {
                *mine.undecided.entry(ty).or_default() += number;
            }
        }
        for (why, number) in other.no_meaning {
            *self.no_meaning.entry(why).or_default() += number;
        }
    }

    /// The rules, except the assumed ones, that fired on no expression whose proof succeeded or was undecided.
    pub fn silent(&self) -> Vec<Rule> {
        all_rules()
            .filter(|rule| !ASSUMED.contains(&rule.1))
            .filter(|rule| !self.rules.contains_key(rule))
            .collect()
    }
}

/// Proves the rules of all operations, or only of the one named `only`, and those that fire on `seeds.ir`.
pub fn prove(
    universe: &Universe,
    effort: Effort,
    threads: usize,
    limit: u32,
    only: Option<&str>,
) -> Result<Report> {
    let chosen = universe.by_op.iter().filter(|(op, _)| only.is_none_or(|only| op.info().name == only));
    let signatures: Vec<Signature> = chosen.flat_map(|(_, signatures)| signatures.iter().cloned()).collect();
    let reports = workers::map(&signatures, threads, limit, |solver, signature| {
        prove_signature(universe, signature, effort, solver)
    })?;
    let mut report = Report::default();
    reports.into_iter().for_each(|one| report.add(one));
    seeds(limit, &mut report)?;
    Ok(report)
}

/// Proves the simplifications of the functions in `seeds.ir`, a file of expressions that are not generated.
fn seeds(limit: u32, report: &mut Report) -> Result<()> {
    let mut module = parse(include_str!("seeds.ir")).map_err(|error| anyhow!("seeds.ir: {error}"))?;
    let solver = Solver::start(limit)?;
    for func in module.functions.values() {
        report.expressions += 1;
        prove_function(&mut module.types, func, &solver, report)?;
    }
    Ok(())
}

/// Generates expressions for a signature and proves those on which a rule of its operation fired.
fn prove_signature(
    universe: &Universe,
    signature: &Signature,
    effort: Effort,
    solver: &Solver,
) -> Result<Report> {
    let mut report = Report::default();
    let mut types = universe.types.clone();
    let mut shapes: BTreeMap<&str, BTreeMap<String, Sample>> = BTreeMap::new();
    let mut rng = Rng(effort.seed);
    let seed = effort.seed
        ^ ((signature.op as u64) << 32)
        ^ format!("{:?}{:?}", signature.args, signature.imm).len() as u64;
    let mut drawer = Drawer::new(universe, signature.op, seed);
    let mut see = |expr: Arc<Expr>, report: &mut Report| {
        report.expressions += 1;
        let mut func = expr.function(&mut types);
        let fired = simplify(&mut func, &mut types);
        // A rule is listed after the rules of the operands and of the instructions that it creates, so the last one is a rule
        // of the root, unless no rule of the root fires.
        let Some(last) = fired.last() else { return };
        if last.0 != signature.op {
            return;
        }
        report.matched += 1;
        shapes.entry(last.1).or_default().entry(expr.skeleton()).or_default().add(
            expr,
            effort.proofs,
            &mut rng,
        );
    };
    drawer.every(signature, effort.every, |expr| see(expr, &mut report));
    for _ in 0..effort.random {
        let expr = drawer.random(signature);
        see(expr, &mut report);
    }
    for shapes in shapes.into_values() {
        let mut shapes: Vec<Sample> = shapes.into_values().collect();
        shapes.sort_by_key(Sample::smallest);
        report.shapes += shapes.len().min(effort.shapes);
        for expr in shapes.into_iter().take(effort.shapes).flat_map(Sample::into_expressions) {
            let func = expr.function(&mut types);
            prove_function(&mut types, &func, solver, &mut report)?;
        }
    }
    Ok(report)
}

/// Simplifies a function and proves that the result refines it.
fn prove_function(types: &mut Types, before: &Function, solver: &Solver, report: &mut Report) -> Result<()> {
    let mut after = before.clone();
    let fired = simplify(&mut after, types);
    report.queries += 1;
    let verdict = refines(solver, types, before, &after)?;
    let mut distinct = fired.clone();
    distinct.sort_unstable();
    distinct.dedup();
    match verdict {
        Verdict::Proved => {
            for rule in distinct {
                report.rules.entry(rule).or_default().proved += 1;
            }
        }
        Verdict::Undecided => {
            let ty = before.params.first().copied().or(before.result);
            let ty = ty.map_or_else(String::new, |ty| print_type(types, ty));
            for rule in distinct {
                *report.rules.entry(rule).or_default().undecided.entry(ty.clone()).or_default() += 1;
            }
        }
        Verdict::NoMeaning(why) => *report.no_meaning.entry(why).or_default() += 1,
        Verdict::Refuted(operands) => {
            let program = replay::program(types, before, &after, &operands)?;
            let results = replay::interpret(&program).map_err(|error| format!("{error:#}"));
            report.wrong.push(Wrong { fired, program, results });
        }
    }
    Ok(())
}

/// Prints a function as IR text.
pub fn listing(types: &Types, func: &Function) -> String {
    let mut module = Module::new();
    module.types = types.clone();
    let id = module.functions.push(func.clone());
    nvc_ir::text::print_function(&module, id)
}
