//! `nvc-fuzz blame`: finds the instruction that an engine miscompiled, from the contents of memory after the
//! engine's run.
//!
//! Runs mutations of the program ([`nvc_lab::fuzz::blame`]) on the interpreter and searches for one that
//! reproduces the wrong memory. The engine itself is not needed.

mod observed;
mod search;

use super::Kind;
use super::engines::Probe;
use crate::command::out;
use anyhow::{Context, Result, ensure};
use nvc::internals::Phase;
use nvc::{BindingScheme, Language, OptLevel, Options, Quirks};
use nvc_ir::{Function, InstRef, Loc, Module, Value, ValueDef};
use nvc_lab::fuzz::Generated;
use nvc_lab::fuzz::blame::{Change, changes, changes_within, ordinal};
use observed::{BufferFile, Observed};
use search::{Found, Search};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::PathBuf;
use std::time::Duration;

/// Options of `blame`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The program.
    file: PathBuf,
    /// The language: nvasm or glsl. By default, glsl if the file name has an extension other than .nvcp.
    #[arg(long, value_name = "LANGUAGE", value_parser = super::language)]
    lang: Option<Language>,
    /// Seed of the program's inputs.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// The contents of storage buffer N after the engine's run, as `compare --write-memory` writes them; may be
    /// repeated.
    #[arg(long, value_name = "N=FILE", required_unless_present = "differs")]
    memory: Vec<BufferFile>,
    /// The difference that `check` or `compare` reported, if the buffers are not available:
    /// "storage 1: words that differ: 27, the first at index 102: 0x0b685749 in place of 0x0b685759".
    #[arg(long, value_name = "REPORT", conflicts_with = "memory")]
    differs: Option<String>,
    /// The form of the program that is mutated.
    #[arg(long, default_value = "built")]
    form: Form,
    /// Mutate only the instructions of this line: replace each operand and result by every earlier value of the
    /// same type or, for bools, also by a logical operation on both values.
    #[arg(long, value_name = "N")]
    line: Option<usize>,
    /// Compile with `--quirks driver`.
    #[arg(long)]
    driver: bool,
    /// Stop after this many seconds.
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// Print at most this many results, those closest to the engine's memory first.
    #[arg(long, value_name = "N", default_value_t = 12)]
    max: usize,
    /// The number of mutations that run in parallel; by default, one for each core.
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
}

/// The form of the program that is mutated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// The front end's output; choose this if the engine compiles the source itself (an assembler or a GLSL
    /// compiler).
    Built,
    /// After all passes of `-O`; choose this for a Vulkan driver.
    Full,
    /// After the passes of `-O0`.
    None,
}

impl Form {
    fn phase(self) -> Phase {
        if self == Form::Built { Phase::Built } else { Phase::Legal }
    }

    fn level(self) -> OptLevel {
        if self == Form::None { OptLevel::None } else { OptLevel::Full }
    }
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    let text = std::fs::read_to_string(&args.file).with_context(|| args.file.display().to_string())?;
    let glsl = args.file.extension().is_some_and(|extension| extension != "nvcp");
    let language = args.lang.unwrap_or(if glsl { Language::Glsl } else { Language::NvAsm });
    let mut case = Generated::new(language, args.seed, &Kind::Exact.profile());
    case.text = text;
    let quirks = if args.driver { Quirks::Driver } else { Quirks::default() };
    let options = Options::default().with_bindings(BindingScheme::Classes);
    let options = options.with_opt_level(args.form.level()).with_quirks(quirks);
    let probe = Probe::new(&case, options, args.form.phase())?;
    let observed = match &args.differs {
        Some(report) => Observed::Report(report.clone()),
        None => Observed::read(&args.memory)?,
    };
    let jobs = match args.jobs {
        Some(jobs) => jobs.max(1),
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let search = Search::new(&probe, &observed, jobs, args.seconds.map(Duration::from_secs))?;
    let changes = match args.line {
        Some(line) => {
            let within = |inst: InstRef<'_>| line_of(inst.loc(), &case.text) == Some(line);
            let changes = changes_within(probe.module(), &within);
            ensure!(!changes.is_empty(), "line {line} has no operand or result that can be replaced");
            changes
        }
        None => changes(probe.module()),
    };
    let mut tried = search.run_all(changes.iter().map(|change| vec![change]).collect());
    if !tried.explained() {
        tried.add(search.pairs(&tried));
    }
    if !tried.explained() {
        tried.add(search.with_nearest(&tried, &changes));
    }
    out::line(format_args!("{} mutations of {}, {} runs", changes.len(), args.file.display(), tried.count));
    for group in groups(&tried.found, probe.module()).iter().take(args.max) {
        print_group(group, probe.module(), &case.text);
    }
    if tried.found.is_empty() {
        out::line(format_args!(
            "no mutation gives memory closer to the engine's than the unchanged program does"
        ));
    }
    Ok(tried.explained())
}

/// Results at the same distance that change the same statements. Only the first is printed.
struct Group<'a> {
    found: &'a Found,
    /// Number of other results in the group.
    others: usize,
}

/// Groups the results by distance and changed statements, in order of first occurrence.
fn groups<'a>(found: &'a [Found], module: &Module) -> Vec<Group<'a>> {
    let mut groups: Vec<Group> = Vec::new();
    let mut indices: HashMap<_, usize> = HashMap::new();
    for found in found {
        let locs: Vec<Loc> = found.changes.iter().map(|change| change.loc(module)).collect();
        match indices.entry((found.distance, locs)) {
            Entry::Occupied(index) => groups[*index.get()].others += 1,
            Entry::Vacant(entry) => {
                entry.insert(groups.len());
                groups.push(Group { found, others: 0 });
            }
        }
    }
    groups
}

/// Prints the distance of a group's first result, and the mutations of that result with their statements.
fn print_group(group: &Group, module: &Module, text: &str) {
    out::line(format_args!("{}", group.found.distance.heading()));
    for change in &group.found.changes {
        out::line(format_args!("  {}", describe(change, module, text)));
    }
    if group.others > 0 {
        out::line(format_args!("  or one of {} other mutations of the same statements", group.others));
    }
}

fn describe(change: &Change, module: &Module, text: &str) -> String {
    let description = change.describe(module, &|func, value| describe_value(func, value, text));
    let Some(line) = line_of(change.loc(module), text) else { return description };
    format!("line {line}: {}: {description}", statement(line, text))
}

/// Names a value by the operation that computes it and its source line.
fn describe_value(func: &Function, value: Value, text: &str) -> String {
    let ValueDef::Inst(inst) = func.values[func.resolve(value)].def else {
        return "another value".to_owned();
    };
    let name = ordinal(func, inst);
    match line_of(func.loc(inst), text) {
        Some(line) => format!("{name} of line {line} ({})", statement(line, text)),
        None => name,
    }
}

fn statement(line: usize, text: &str) -> &str {
    text.lines().nth(line - 1).unwrap_or_default().trim()
}

/// Returns the 1-based line of a location.
fn line_of(loc: Loc, text: &str) -> Option<usize> {
    let before = text.get(..loc?.range().start)?;
    Some(before.matches('\n').count() + 1)
}
