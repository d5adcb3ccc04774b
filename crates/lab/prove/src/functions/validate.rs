//! Runs the pipeline on programs and compares the function before each pass with the one after it.

use super::compare::{Verdict, compare};
use super::{corpus, generate, replay};
use crate::solver::{Limits, Solver};
use crate::universe::Universe;
use crate::workers;
use anyhow::Result;
use nvc_diag::Diagnostics;
use nvc_ir::Module;
use nvc_ir::text::print;
use nvc_passes::{Context, Options, Workarounds, pipeline};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What to compare.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Number of random functions.
    pub functions: usize,
    /// Number of the first random function.
    pub first: u64,
    /// Compare every `stride`-th program of the test data and input of the passes' file tests; none if it is 0.
    pub stride: usize,
    /// Maximum number of instructions of a program before a pass.
    pub instructions: usize,
    /// Maximum number of times that a loop may enter its header.
    pub rounds: usize,
    /// Seed of the random functions.
    pub seed: u64,
}

/// Passes that are not compared, and why.
pub const NOT_COMPARED: &[(&str, &str)] = &[
    ("relax-barriers", "it changes the order in which other invocations see memory"),
    ("subgroup-barrier", "it changes the order in which other invocations see memory"),
    ("emulate-warp", "it replaces the lanes of a warp by other invocations"),
    ("emulate-coop", "it replaces cooperative matrices, which have no terms"),
];

/// The results of comparing functions before and after a pass.
#[derive(Clone, Debug, Default)]
pub struct Count {
    /// Functions that the pass did not change.
    pub unchanged: usize,
    /// Functions that are translated to the same terms before and after.
    pub same: usize,
    /// Functions for which the solver proved refinement.
    pub proved: usize,
    /// Names of the programs on which the solver gave up.
    pub undecided: Vec<String>,
    /// Functions that are not compared or cannot be translated to terms, by reason.
    pub skipped: BTreeMap<String, usize>,
}

/// A function that a pass changes wrongly.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// The pass.
    pub pass: &'static str,
    /// The program.
    pub program: String,
    /// The IR before the pass.
    pub before: String,
    /// The IR after the pass.
    pub after: String,
    /// The words of memory that the functions read in the counterexample.
    pub inputs: String,
    /// The interpreter's result for the counterexample before and after the pass (see [`replay::replay`]).
    pub replayed: String,
}

/// All comparisons.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Number of programs.
    pub programs: usize,
    /// Programs whose remaining passes were not compared, because the program was too large before one of them.
    pub large: usize,
    /// Results by pass.
    pub passes: BTreeMap<&'static str, Count>,
    /// Wrong changes.
    pub wrong: Vec<Wrong>,
}

impl Report {
    fn add(&mut self, other: Report) {
        self.programs += other.programs;
        self.large += other.large;
        self.wrong.extend(other.wrong);
        for (pass, count) in other.passes {
            let mine = self.passes.entry(pass).or_default();
            mine.unchanged += count.unchanged;
            mine.same += count.same;
            mine.proved += count.proved;
            mine.undecided.extend(count.undecided);
            for (why, number) in count.skipped {
                *mine.skipped.entry(why).or_default() += number;
            }
        }
    }

    /// Sums a number over all passes.
    pub fn sum(&self, of: impl Fn(&Count) -> usize) -> usize {
        self.passes.values().map(of).sum()
    }

    /// The passes of the pipeline for which no changed function was the same or proved.
    pub fn silent(&self) -> Vec<&'static str> {
        let compared = |name: &str| self.passes.get(name).is_some_and(|count| count.same + count.proved > 0);
        pipeline::passes().into_iter().map(|pass| pass.name).filter(|name| !compared(name)).collect()
    }
}

/// A program to compare.
enum Item {
    Random(u64),
    Program(PathBuf),
    PassTest(String, PathBuf),
}

/// Compares all passes on the programs. `only` restricts the comparison to one pass.
pub fn validate(effort: Effort, threads: usize, limits: Limits, only: Option<&str>) -> Result<Report> {
    let mut items: Vec<Item> = Vec::new();
    if let Some(stride) = std::num::NonZeroUsize::new(effort.stride) {
        items.extend(corpus::paths()?.into_iter().step_by(stride.get()).map(Item::Program));
        let tests = corpus::pass_tests()?.into_iter().step_by(stride.get());
        items.extend(tests.map(|(pass, path)| Item::PassTest(pass, path)));
    }
    items.extend(
        (0..effort.functions as u64).map(|number| Item::Random(effort.seed << 32 | (effort.first + number))),
    );
    let universe = Universe::new();
    let reports =
        workers::map(&items, threads, limits, |solver, item| one(solver, &universe, item, effort, only))?;
    let mut report = Report::default();
    reports.into_iter().for_each(|one| report.add(one));
    Ok(report)
}

fn one(
    solver: &Solver,
    universe: &Universe,
    item: &Item,
    effort: Effort,
    only: Option<&str>,
) -> Result<Report> {
    let mut report = Report::default();
    let (program, alone) = match item {
        Item::Random(seed) => {
            let module = generate::module(universe, *seed);
            (Some(corpus::Program { name: format!("random function {seed:#x}"), module }), None)
        }
        Item::Program(path) => (corpus::compile(path)?, None),
        Item::PassTest(pass, path) => (corpus::parse(path)?, Some(pass)),
    };
    let Some(program) = program else { return Ok(report) };
    report.programs = 1;
    let steps = match alone {
        Some(pass) => single(&program.module, pass),
        None => steps(&program.module, options(item)),
    };
    for (pass, before, after) in steps {
        if only.is_some_and(|only| only != pass) {
            continue;
        }
        if size(&before) > effort.instructions {
            report.large += 1;
            break;
        }
        let count = report.passes.entry(pass).or_default();
        let texts = [print(&before), print(&after)];
        if texts[0] == texts[1] {
            count.unchanged += 1;
            continue;
        }
        if let Some((_, why)) = NOT_COMPARED.iter().find(|(name, _)| *name == pass) {
            *count.skipped.entry((*why).to_owned()).or_default() += 1;
            continue;
        }
        match compare(solver, &before, &after, effort.rounds)? {
            Verdict::Same => count.same += 1,
            Verdict::Proved => count.proved += 1,
            Verdict::Undecided => count.undecided.push(program.name.clone()),
            Verdict::NoMeaning(why) => {
                // Omit the details in parentheses, so that functions are counted together.
                let why = why.split('(').next().unwrap_or_default().to_owned();
                *count.skipped.entry(why).or_default() += 1;
            }
            Verdict::Refuted(inputs) => {
                let replayed = replay::replay(&before, &after, &inputs);
                let words: Vec<String> = inputs
                    .iter()
                    .map(|(region, address, word)| format!("{region:?} at {address:#x}: {word:#x}"))
                    .collect();
                let [before, after] = texts;
                let inputs = words.join(", ");
                report.wrong.push(Wrong {
                    pass,
                    program: program.name.clone(),
                    before,
                    after,
                    inputs,
                    replayed,
                });
            }
        }
    }
    Ok(report)
}

fn size(module: &Module) -> usize {
    module.functions.values().map(|func| func.insts().count()).sum()
}

/// The options of a program: every fourth random function is compiled with all workarounds, and every second of those also
/// for other shading languages.
fn options(item: &Item) -> Options {
    let mut options = Options::default();
    if let Item::Random(seed) = item
        && seed % 4 == 3
    {
        options.workarounds = Workarounds::ALL;
        options.portable = seed % 8 == 7;
    }
    options
}

/// The module before and after each pass of the pipeline, up to the first pass that reports an error.
fn steps(module: &Module, options: Options) -> Vec<(&'static str, Module, Module)> {
    let mut steps: Vec<(&'static str, Module, Module)> = Vec::new();
    let (mut module, mut before) = (module.clone(), module.clone());
    let mut diags = Diagnostics::new();
    // An error about an unsupported program stops the pipeline. The passes before the error are still compared.
    let _ = pipeline::run(&mut module, &options, &mut diags, &mut |pass, after| {
        let after = after.clone();
        // The pipeline, not a pass, changes the phase, so both modules get the same phase.
        before.phase = after.phase;
        steps.push((pass.name, std::mem::replace(&mut before, after.clone()), after));
    });
    steps
}

/// The module before and after one pass; empty if there is no such pass or it reports an error.
fn single(module: &Module, name: &str) -> Vec<(&'static str, Module, Module)> {
    let Some(pass) = pipeline::passes().into_iter().find(|pass| pass.name == name) else { return Vec::new() };
    let mut after = module.clone();
    let (options, mut diags) = (Options::default(), Diagnostics::new());
    pass.apply(&mut after, &mut Context { options: &options, diags: &mut diags });
    if diags.has_errors() {
        return Vec::new();
    }
    vec![(pass.name, module.clone(), after)]
}
