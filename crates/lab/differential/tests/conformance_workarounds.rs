//! Tests every driver workaround on its reproducer, `testdata/workarounds/ID`. Disabling the workaround must
//! change the SPIR-V as recorded in `main.diff` or `driver.diff`, and must not change the memory contents
//! after a run on the interpreter. The workaround must not add more instructions than the table of workarounds
//! says.

use nvc::internals::{self, Phase};
use nvc::{Compiler, Emit, OptLevel, Options, Workaround, Workarounds};
use nvc_exec::case::{Case, Map, Mapping, Outputs};
use nvc_goldens::{Goldens, Kind};
use nvc_interp::Config;
use nvc_lab::cases::Language;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The program that reproduces a driver bug.
struct Reproducer {
    dir: PathBuf,
    case: Case,
    mapping: Mapping,
    language: Language,
    bytes: Vec<u8>,
}

impl Reproducer {
    fn of(workaround: Workaround) -> Self {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(workaround.row().reproducer());
        let dir = dir.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
        let case = Case::load(&dir).unwrap();
        let language = *Language::ALL.iter().find(|language| dir.join(language.file()).is_file()).unwrap();
        let mapping = match language {
            Language::Assembly => Mapping::assembly(&case, &Map::default()).unwrap(),
            Language::Glsl => Mapping::glsl(&case).unwrap(),
        };
        let bytes = std::fs::read(dir.join(language.file())).unwrap();
        Reproducer { dir, case, mapping, language, bytes }
    }

    fn spirv(&self, options: &Options) -> Vec<String> {
        let compiler = Compiler::new(options.clone().with_emit(Emit::SpvAsm));
        let compiled = compiler.compile_bytes(self.language.file(), &self.bytes);
        let compiled = compiled.unwrap_or_else(|error| panic!("{}: {error}", self.dir.display()));
        let text = String::from_utf8(compiled.artifact.to_bytes()).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    fn memory(&self, options: &Options) -> Outputs {
        let compiler = Compiler::new(options.clone());
        let module = internals::module(&compiler, self.language.file(), &self.bytes, Phase::Legal);
        let (module, _) = module.unwrap_or_else(|error| panic!("{}: {error}", self.dir.display()));
        let mut memory = nvc_exec::case::resources(&self.case, &self.mapping);
        let dispatch = nvc_exec::case::dispatch(&self.case);
        nvc_interp::run(&module, &dispatch, &mut memory, &Config::default(), None).unwrap();
        nvc_exec::case::outputs(&self.case, &memory)
    }
}

/// Replaces the ids in a line of SPIR-V assembly by `%`.
fn without_ids(line: &str) -> String {
    let line = line.split_once(" = ").map_or(line, |(_, inst)| inst);
    let words = line.split_whitespace().map(|word| if word.starts_with('%') { "%" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

/// Lists the instructions that the workaround adds (positive counts) and removes (negative counts), ignoring
/// ids.
fn difference(off: &[String], on: &[String]) -> String {
    let mut counts: BTreeMap<String, i32> = BTreeMap::new();
    let lines = off.iter().map(|line| (line, -1)).chain(on.iter().map(|line| (line, 1)));
    for (line, change) in lines.map(|(line, change)| (without_ids(line), change)) {
        if !line.starts_with("; ") && !line.starts_with("OpName") {
            *counts.entry(line).or_default() += change;
        }
    }
    counts.retain(|_, count| *count != 0);
    if counts.is_empty() && off != on {
        return "other operands\n".to_owned();
    }
    counts.iter().map(|(line, count)| format!("{count:+} {line}\n")).collect()
}

/// Returns two sets of workarounds: all without one, and all with it.
fn sets(workaround: Workaround) -> [Workarounds; 2] {
    let (mut off, mut on) = (Workarounds::ALL, Workarounds::ALL);
    off.remove(workaround);
    on.insert(workaround);
    [off, on]
}

fn level(workaround: Workaround) -> OptLevel {
    if workaround.row().unoptimised { OptLevel::None } else { OptLevel::Full }
}

#[test]
fn workarounds_change_the_recorded_instructions() {
    let mut failures = Vec::new();
    for &workaround in Workaround::ALL {
        let reproducer = Reproducer::of(workaround);
        let options = Options::new().with_opt_level(level(workaround));
        let [off, on] = sets(workaround).map(|set| reproducer.spirv(&options.clone().with_workarounds(set)));
        let difference = difference(&off, &on);
        let mut goldens = Goldens::new(&reproducer.dir, &[Kind::Difference]);
        goldens.check(&reproducer.dir.join(reproducer.language.file()), Kind::Difference, &difference);
        if difference.is_empty() {
            goldens.fail(format!("{} does not change the module", workaround.id()));
        }
        failures.extend(goldens.failures());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Returns whether a line counts towards the cost of a workaround. Comments and declarations do not.
fn is_executed(line: &&String) -> bool {
    let inst = without_ids(line);
    let declarations = [
        ";",
        "OpCapability",
        "OpConstant",
        "OpDecorate",
        "OpEntryPoint",
        "OpExecutionMode",
        "OpExt",
        "OpMember",
        "OpName",
        "OpType",
        "OpVariable",
    ];
    inst.starts_with("OpExtInst ") || !declarations.iter().any(|prefix| inst.starts_with(prefix))
}

#[test]
fn costs_do_not_exceed_those_in_the_table() {
    for &workaround in Workaround::ALL {
        let reproducer = Reproducer::of(workaround);
        let options = Options::new().with_opt_level(level(workaround));
        let [off, on] = sets(workaround).map(|set| {
            reproducer.spirv(&options.clone().with_workarounds(set)).iter().filter(is_executed).count()
        });
        // This reproducer contains the pattern twice; the others contain it once.
        let places = if workaround == Workaround::SelectIndexZero { 2 } else { 1 };
        let limit = workaround.row().cost as usize * places;
        assert!(
            on <= off + limit,
            "{}: {} more instructions; the table allows {limit}",
            workaround.id(),
            on - off
        );
    }
}

#[test]
fn workarounds_do_not_change_the_results() {
    for &workaround in Workaround::ALL {
        let reproducer = Reproducer::of(workaround);
        let options = Options::new().with_opt_level(level(workaround));
        let [off, on] =
            sets(workaround).map(|set| reproducer.memory(&options.clone().with_workarounds(set)).blocks);
        assert!(off == on, "{}", workaround.id());
        assert!(off.iter().any(|block| block.iter().any(|&byte| byte != 0)), "{}", workaround.id());
    }
}

#[test]
fn every_reproducer_belongs_to_a_workaround() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/workarounds");
    for entry in std::fs::read_dir(root).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(Workaround::ALL.iter().any(|workaround| *workaround.id() == *name), "{}", name.display());
    }
}
