//! Tests all families at a small size, without measuring them: each must end as recorded in `outcomes.txt`, and each limit must
//! be exceeded by a family if it is lowered far enough.

use crate::families::{self, Family, Input};
use nvc::{
    Compiler, Diagnostics, Emit, Limit, Limits, LoadError, Loader, Options, ResourceClass, Severity, Source,
    Warp,
};
use nvc_exec::{Dispatch, Resources};
use nvc_run::{Error, Phase, Program, Run};
use std::path::Path;

/// Approximate size of the inputs in bytes. Some families ignore it.
const SIZE: usize = 4096;

/// Limit on the steps of a family that is run.
const STEPS: u64 = 20_000;

/// The files that an input includes.
struct Files(Vec<(String, String)>);

impl Loader for Files {
    fn load(&self, path: &str, _: bool, _: &str) -> Result<Source, LoadError> {
        let file = self.0.iter().find(|(name, _)| name == path);
        file.map(|(name, text)| Source::new(name.clone(), text.as_str()))
            .ok_or(LoadError::NotFound { searched: Vec::new() })
    }
}

/// Runs the command of a family on an input, in this process. Returns the diagnostics.
fn outcome(family: &Family, input: Input, limits: Limits) -> Result<Diagnostics, Diagnostics> {
    let emulate = input.options.contains(&"emulate");
    let emit = if input.options.contains(&"-E") { Emit::Preprocessed } else { Emit::Spirv };
    let validated = limits.get(Limit::ValidatedWords) < Limit::ValidatedWords.default_value();
    let options = Options::new()
        .with_limits(limits.clone())
        .with_warp(if emulate { Warp::Emulate } else { Warp::Native })
        .with_emit(emit)
        .with_validate(validated);
    let compiler = Compiler::new(options).with_loader(Files(input.files));
    let name = format!("input.{}", family.extension);
    if family.command == "compile" {
        return match compiler.compile_bytes(&name, &input.text) {
            Ok(compiled) => Ok(compiled.report.diagnostics),
            Err(error) => Err(error.into_report().diagnostics),
        };
    }
    let phase = if input.options.contains(&"built") { Phase::Built } else { Phase::Legal };
    let program = match Program::link(&compiler, (&name, &input.text), &[], phase) {
        Ok(program) => program,
        Err(error) => return Err(error.into_report().diagnostics),
    };
    let mut memory = Resources::default();
    memory.buffers.insert((ResourceClass::Storage, 0), vec![0; 4096]);
    memory.buffers.insert((ResourceClass::Storage, 1), vec![0; 65_536]);
    let many = input.options.iter().any(|option| option.contains("4294967295"));
    let groups = if many { [u32::MAX; 3] } else { [1; 3] };
    let dispatch = Dispatch { groups, ..Dispatch::default() };
    match Run::new(&program).limits(limits).allow_unbound(true).memory(memory).dispatch(dispatch).execute() {
        Ok(_) => Ok(Diagnostics::new()),
        Err(Error::Fault(fault)) => {
            let mut found = Diagnostics::new();
            found.report(*fault);
            Err(found)
        }
        Err(error) => panic!("{}: {error}", family.name),
    }
}

/// The limit that a diagnostic names as exceeded.
fn exceeded(found: &Diagnostics) -> Option<&'static str> {
    let names = |limit: &&Limit| {
        let name = format!("the limit `{limit}`");
        found.iter().any(|diagnostic| diagnostic.notes.iter().any(|note| note.contains(&name)))
    };
    Limit::ALL.iter().find(names).map(|limit| limit.name())
}

/// Describes an outcome: `succeeds`, or the code of the first error and the exceeded limit, if any.
fn shown(outcome: &Result<Diagnostics, Diagnostics>) -> String {
    let Err(found) = outcome else { return "succeeds".to_owned() };
    let first = found.iter().find(|diagnostic| diagnostic.code.severity() == Severity::Error);
    let code = first.map_or_else(|| "no error".to_owned(), |diagnostic| diagnostic.code.to_string());
    exceeded(found).map_or(code.clone(), |limit| format!("{code} {limit}"))
}

/// Runs `test` on a thread with the stack that the book promises to suffice.
fn with_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(test).expect("a thread");
    thread.join().expect("the test fails");
}

#[test]
fn every_family_ends_as_recorded() {
    with_stack(|| {
        let limits = Limits::new().with(Limit::RunSteps, STEPS);
        let lines = families::all().into_iter().map(|family| {
            let outcome = shown(&outcome(family, (family.make)(SIZE), limits.clone()));
            assert!(!outcome.contains("N0901") && outcome != "no error", "{}: {outcome}", family.name);
            format!("{}: {outcome}\n", family.name)
        });
        let found: String = lines.collect();
        nvc_goldens::page(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/outcomes.txt"), &found);
    });
}

/// Returns a family and a value of the limit that its small input exceeds.
fn exceeding(limit: Limit) -> (&'static str, u64) {
    match limit {
        Limit::SourceBytes => ("straight-line", 4000),
        Limit::IncludedBytes => ("include-large", 10_000),
        Limit::Inclusions => ("include-guarded", 100),
        Limit::IncludeDepth => ("include-circle", 64),
        Limit::ConditionDepth => ("nested-conditions", 256),
        Limit::Tokens => ("include-tree", 10_000),
        Limit::ExpandedTokens => ("macro-doubling", 10_000),
        Limit::MacroDepth => ("macro-nested-arguments", 64),
        Limit::MacroParameters => ("macro-many-parameters", 200),
        Limit::PastedBytes => ("pasting", 100),
        Limit::NameBytes => ("long-name", 1024),
        Limit::Nesting => ("parentheses", 256),
        Limit::Terms => ("one-sum", 1000),
        Limit::ElseIfs => ("else-if", 1000),
        Limit::Overloads => ("overloads", 40),
        Limit::Statements => ("asm-scalars", 100),
        Limit::StatementBytes => ("one-long-statement", 1000),
        Limit::Blocks => ("asm-nested-ifs-too-deep", 256),
        Limit::CalledInstructions => ("asm-call-tree", 65_536),
        Limit::StateVectors => ("asm-state", 100),
        Limit::Instructions => ("straight-line", 200),
        Limit::Work => ("straight-line", 200),
        Limit::ValidatedWords => ("straight-line", 100),
        Limit::Time => ("straight-line", 0),
        Limit::Segments => ("warp-emulated", 10),
        Limit::RunSteps => ("run-loop", STEPS),
        Limit::RunPrintedBytes => ("run-prints", 1000),
        Limit::RunRegisterBytes => ("run-registers", 100_000),
        Limit::RunSharedBytes => ("run-shared-memory", 16 << 20),
        Limit::RunPrivateBytes => ("run-private-memory", 128 << 10),
        _ => panic!("no family exceeds {limit}"),
    }
}

#[test]
fn every_limit_is_exceeded_by_a_family() {
    with_stack(|| {
        for &limit in Limit::ALL {
            let (name, value) = exceeding(limit);
            let family = families::all().into_iter().find(|family| family.name == name).expect(name);
            let limits = Limits::new().with(Limit::RunSteps, STEPS).with(limit, value);
            let outcome = outcome(family, (family.make)(SIZE), limits);
            let found = match &outcome {
                Ok(found) | Err(found) => found,
            };
            // An exceeded time has a code of its own, because it is not a property of the program.
            let named = match limit {
                Limit::Time => found.iter().any(|diagnostic| diagnostic.code == nvc::Code::N0502),
                _ => exceeded(found) == Some(limit.name()),
            };
            assert!(named, "{limit}: {name} {}", shown(&outcome));
        }
    });
}
