//! `nvc-fuzz blame`: finds the instruction that an engine miscompiled, from the memory that the engine left.
//!
//! Runs mutations of the program ([`nvc_lab::fuzz::blame`]) on the interpreter until one reproduces the
//! wrong memory. Does not need the engine itself.

mod search;
mod seen;

use super::Kind;
use super::engines::Probe;
use crate::command::out;
use anyhow::{Context, Result, ensure};
use nvc::internals::Phase;
use nvc::{BindingScheme, Language, OptLevel, Options, Quirks};
use nvc_ir::{Function, InstData, Loc, Module, Value, ValueDef};
use nvc_lab::fuzz::Generated;
use nvc_lab::fuzz::blame::{Change, changes, changes_within, ordinal};
use search::{Found, Search};
use seen::{Block, Seen};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::PathBuf;
use std::time::Duration;

/// Options of `blame`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The program.
    file: PathBuf,
    /// The language: nvasm or glsl. By default, the file name decides.
    #[arg(long, value_name = "LANGUAGE", value_parser = super::language)]
    lang: Option<Language>,
    /// Seed of the program's inputs.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// The contents of a storage buffer that the engine left, as `compare --left` writes it; may be repeated.
    #[arg(long, value_name = "N=FILE", required_unless_present = "differs")]
    memory: Vec<Block>,
    /// The report of `check` or `compare` on the memory, if the buffers are not available:
    /// "storage 1: 27 words differ, the first is 102: 0x0b685749 in place of 0x0b685759".
    #[arg(long, value_name = "WORDS", conflicts_with = "memory")]
    differs: Option<String>,
    /// The form of the program that is mutated.
    #[arg(long, default_value = "built")]
    form: Form,
    /// Mutate this line of the program only, with any other value of the program as a replacement.
    #[arg(long, value_name = "N")]
    line: Option<usize>,
    /// Compile with `--quirks driver`.
    #[arg(long)]
    driver: bool,
    /// Stop after this many seconds.
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// The number of mutations to print, the nearest first.
    #[arg(long, value_name = "N", default_value_t = 12)]
    most: usize,
    /// The number of mutations that run in parallel; by default, one for each core.
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
}

/// The form of the program that is mutated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// The front end's module: for an assembler or GLSL compiler.
    Built,
    /// After all passes of `-O`: for a Vulkan driver.
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
    let seen = match &args.differs {
        Some(words) => Seen::Told(words.clone()),
        None => Seen::whole(&args.memory)?,
    };
    let jobs = match args.jobs {
        Some(jobs) => jobs.max(1),
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let search = Search::new(&probe, &seen, jobs, args.seconds.map(Duration::from_secs))?;
    let changes = match args.line {
        Some(line) => {
            let within = |inst: &InstData| line_of(inst.loc, &case.text) == Some(line);
            let changes = changes_within(probe.module(), &within);
            ensure!(!changes.is_empty(), "line {line} has no operand or result that can be replaced");
            changes
        }
        None => changes(probe.module()),
    };
    let mut tried = search.all(changes.iter().map(|change| vec![change]).collect());
    if !tried.explained() {
        tried.add(search.pairs(&tried));
    }
    if !tried.explained() {
        tried.add(search.with_nearest(&tried, &changes));
    }
    out::line(format_args!("{} mutations of {}, {} runs", changes.len(), args.file.display(), tried.count));
    for told in told(&tried.found, probe.module()).iter().take(args.most) {
        tell(told, probe.module(), &case.text);
    }
    if tried.found.is_empty() {
        out::line(format_args!("no mutation comes closer to the memory that the engine left"));
    }
    Ok(tried.explained())
}

/// A printed result: the first of the equally near mutations of a statement.
struct Told<'a> {
    found: &'a Found,
    /// Number of other mutations of the statement at the same distance.
    alike: usize,
}

/// Groups the results by distance and statement, in order of first occurrence.
fn told<'a>(found: &'a [Found], module: &Module) -> Vec<Told<'a>> {
    let mut told: Vec<Told> = Vec::new();
    let mut places: HashMap<_, usize> = HashMap::new();
    for found in found {
        let locs: Vec<Loc> = found.changes.iter().map(|change| change.loc(module)).collect();
        match places.entry((found.near, locs)) {
            Entry::Occupied(at) => told[*at.get()].alike += 1,
            Entry::Vacant(place) => {
                place.insert(told.len());
                told.push(Told { found, alike: 0 });
            }
        }
    }
    told
}

/// Prints the distance of a result, and the statements of its mutations.
fn tell(told: &Told, module: &Module, text: &str) {
    out::line(format_args!("{}", told.found.near.words()));
    for change in &told.found.changes {
        out::line(format_args!("  {}", words(change, module, text)));
    }
    if told.alike > 0 {
        out::line(format_args!("  or one of {} other mutations there", told.alike));
    }
}

fn words(change: &Change, module: &Module, text: &str) -> String {
    let words = change.words(module, &|func, value| called(func, value, text));
    let Some(line) = line_of(change.loc(module), text) else { return words };
    format!("line {line}: {}: {words}", statement(line, text))
}

/// Names a value by the operation that computes it and its source line.
fn called(func: &Function, value: Value, text: &str) -> String {
    let ValueDef::Inst(inst) = func.values[func.resolve(value)].def else {
        return "another value".to_owned();
    };
    let name = ordinal(func, inst);
    match line_of(func.insts[inst].loc, text) {
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
