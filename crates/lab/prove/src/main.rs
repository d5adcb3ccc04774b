//! `nvc-prove`, the tool of `cargo xtask prove`: proves the optimiser correct with the SMT solver z3.

#![forbid(unsafe_code)]

use anyhow::{Result, bail};
use clap::Parser;
use nvc_prove::functions::validate;
use nvc_prove::rules::Effort;
use nvc_prove::solver::Limits;
use nvc_prove::universe::Universe;
use nvc_prove::{analyses, folding, meanings, rules};
use std::time::Instant;

/// Proves the simplifier's rules, the analyses and the passes with z3; compares constant folding and the meanings of operations
/// with the interpreter.
#[derive(Parser)]
struct Args {
    /// Try fewer expressions and proofs, which takes about a minute.
    #[arg(long)]
    short: bool,
    /// Seed of the random expressions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of solvers that run in parallel.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Limit of each proof in z3's resource units (`rlimit`), about 3 million per second.
    #[arg(long, value_name = "N")]
    limit: Option<u32>,
    /// Maximum number of proofs for each shape (a root operation with the operations of its operands) and each fact of an
    /// analysis.
    #[arg(long, value_name = "N")]
    proofs: Option<usize>,
    /// Number of random functions on which passes are compared; the programs of the test data only if it is omitted or 0.
    #[arg(long, value_name = "N")]
    functions: Option<usize>,
    /// Number of the first random function, to compare one of them again.
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,
    /// Maximum number of times that a loop may enter its header in these comparisons.
    #[arg(long, value_name = "N", default_value_t = 2)]
    rounds: usize,
    /// Compare only this pass.
    #[arg(long, value_name = "NAME")]
    pass: Option<String>,
    /// Run only one part.
    #[arg(long, value_enum)]
    only: Option<Only>,
    /// Prove only the rules of one operation.
    #[arg(long, value_name = "NAME")]
    operation: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Only {
    Meanings,
    Folding,
    Rules,
    Analyses,
    Functions,
}

fn main() -> Result<()> {
    let args = Args::parse();
    let universe = Universe::new();
    let limit = args.limit.unwrap_or(if args.short { 100_000 } else { 300_000 });
    let wanted = |only| args.only.is_none_or(|chosen| chosen == only);
    let mut failures = 0;
    let start = Instant::now();
    if wanted(Only::Meanings) {
        failures += meanings(&universe, &args)?;
    }
    if wanted(Only::Folding) {
        failures += folding(&universe, &args);
    }
    let mut effort = if args.short {
        Effort { every: 150, random: 150, shapes: 4, proofs: 1, seed: args.seed }
    } else {
        Effort { every: 500, random: 600, shapes: 14, proofs: 1, seed: args.seed }
    };
    if let Some(proofs) = args.proofs {
        effort.proofs = proofs;
    }
    if wanted(Only::Rules) {
        failures += rules(&universe, &args, effort, limit)?;
    }
    if wanted(Only::Analyses) {
        failures += analyses(&universe, &args, effort, limit)?;
    }
    if wanted(Only::Functions) {
        failures += functions(&args)?;
    }
    println!("{:.0} seconds", start.elapsed().as_secs_f64());
    if failures > 0 {
        bail!("{failures} failures");
    }
    Ok(())
}

fn meanings(universe: &Universe, args: &Args) -> Result<usize> {
    let rows = meanings::rows();
    println!(
        "meanings: {} exact, {} as uninterpreted functions, {} without a meaning",
        rows.exact.len(),
        rows.functions.len(),
        rows.none.len()
    );
    for op in &rows.missing {
        println!("  {} has no row in the table of meanings", op.info().name);
    }
    let tuples = if args.short { 16 } else { 200 };
    let (compared, differences) = meanings::compare(universe, tuples, args.threads, 100_000_000)?;
    println!("  {compared} results of the interpreter compared");
    differences.iter().for_each(|message| println!("  {message}"));
    Ok(rows.missing.len() + differences.len())
}

fn folding(universe: &Universe, args: &Args) -> usize {
    let comparison = folding::compare(universe, if args.short { 4 } else { 32 });
    println!(
        "constant folding: {} operations with {} signatures: {} results compared, {} not folded",
        comparison.operations, comparison.signatures, comparison.folded, comparison.unfolded
    );
    comparison.differences.iter().for_each(|message| println!("  {message}"));
    comparison.differences.len()
}

fn rules(universe: &Universe, args: &Args, effort: Effort, limit: u32) -> Result<usize> {
    let report = rules::prove(universe, effort, args.threads, limit, args.operation.as_deref())?;
    let undecided: usize = report.rules.values().map(|count| count.undecided.values().sum::<usize>()).sum();
    println!(
        "rules: {} of {} proved ({} assumed); {} expressions, {} matched, {} shapes, {} proofs tried, {undecided} undecided",
        rules::all_rules()
            .filter(|rule| report.rules.get(rule).is_some_and(|count| count.proved > 0))
            .count(),
        rules::all_rules().count(),
        rules::all_rules().filter(|rule| rules::ASSUMED.contains(&rule.1)).count(),
        report.expressions,
        report.matched,
        report.shapes,
        report.queries
    );
    for ((op, rule), count) in &report.rules {
        for (ty, number) in &count.undecided {
            println!(
                "  undecided: {rule} of {} on {ty}: {number} of {}",
                op.info().name,
                number + count.proved
            );
        }
        if count.proved == 0 {
            println!("  {rule} of {} was proved for no expression", op.info().name);
        }
    }
    for (why, number) in &report.no_meaning {
        println!("  {number} expressions without a meaning: {why}");
    }
    let mut silent = report.silent();
    silent.retain(|(op, _)| args.operation.as_ref().is_none_or(|only| op.info().name == only));
    for (op, rule) in &silent {
        println!("  {rule} of {} never fired", op.info().name);
    }
    for wrong in &report.wrong {
        println!("  wrong: {:?}", wrong.fired);
        match &wrong.results {
            Ok([before, after]) => {
                println!("  the interpreter computes {before} before and {after} after simplification")
            }
            Err(message) => println!("  the interpreter cannot run the program: {message}"),
        }
        println!("{}", wrong.program);
    }
    if args.short && !silent.is_empty() {
        println!("  (the short form only samples; in the full form, these are failures)");
    }
    Ok(if args.short { 0 } else { silent.len() } + report.wrong.len())
}

fn analyses(universe: &Universe, args: &Args, effort: Effort, limit: u32) -> Result<usize> {
    let report = analyses::prove(universe, effort, args.threads, limit)?;
    println!(
        "analyses: {} expressions with facts, {} proofs tried, {} proved, {} undecided",
        report.expressions,
        report.queries,
        report.proved.values().sum::<usize>(),
        report.undecided.values().sum::<usize>()
    );
    for ((analysis, op, ty), count) in &report.undecided {
        println!("  undecided: {analysis:?} of {} on {ty}: {count}", op.info().name);
    }
    let silent = report.silent();
    for (analysis, op) in &silent {
        println!("  {analysis:?} of {}: no fact was proved", op.info().name);
    }
    report.wrong.iter().for_each(|message| println!("  {message}"));
    // With `--short`, the expressions are too few to reach every transfer function.
    Ok(if args.short { 0 } else { silent.len() } + report.wrong.len())
}

fn functions(args: &Args) -> Result<usize> {
    let (functions, stride) = if args.short { (60, 20) } else { (2000, 1) };
    let effort = validate::Effort {
        functions: args.functions.unwrap_or(functions),
        first: args.first,
        stride: if args.functions == Some(0) || args.functions.is_none() { stride } else { 0 },
        instructions: if args.short { 40 } else { 80 },
        rounds: args.rounds,
        seed: args.seed,
    };
    let resources = args.limit.unwrap_or(if args.short { 500_000 } else { 3_000_000 });
    let limits = Limits { resources, milliseconds: 2000 };
    let report = validate::validate(effort, args.threads, limits, args.pass.as_deref())?;
    println!(
        "functions: {} programs, {} too large; {} comparisons: {} are the same terms, {} proved, {} undecided, {} skipped; {} unchanged by a pass",
        report.programs,
        report.large,
        report.sum(|count| count.same
            + count.proved
            + count.undecided.len()
            + count.skipped.values().sum::<usize>())
            + report.wrong.len(),
        report.sum(|count| count.same),
        report.sum(|count| count.proved),
        report.sum(|count| count.undecided.len()),
        report.sum(|count| count.skipped.values().sum()),
        report.sum(|count| count.unchanged),
    );
    for (pass, count) in &report.passes {
        println!(
            "  {pass}: {} the same, {} proved, {} undecided, {} unchanged",
            count.same,
            count.proved,
            count.undecided.len(),
            count.unchanged
        );
        if !count.undecided.is_empty() {
            println!("    undecided: {}", count.undecided.join(", "));
        }
        for (why, number) in &count.skipped {
            println!("    skipped {number}: {why}");
        }
    }
    if !args.short && args.functions.is_none() && args.pass.is_none() {
        println!("  no change of these passes was proved: {}", report.silent().join(", "));
    }
    for wrong in &report.wrong {
        println!("  wrong: {} of {}\n    reads {}", wrong.pass, wrong.program, wrong.inputs);
        println!("    {}\nbefore:\n{}\nafter:\n{}", wrong.replayed, wrong.before, wrong.after);
    }
    Ok(report.wrong.len())
}
