//! File tests: every `testdata/interp/*.nvcir` is a module in the text form. The report of its run, and the
//! memory after it, are compared with `*.out`.
//!
//! Directives are comments at the start of a line:
//!
//! ```text
//! ; dispatch: 2 1 1             workgroups, default 1 1 1
//! ; lanes: 8                    lanes of a warp
//! ; steps: 1000                 the step limit
//! ; check                       enable the checks
//! ; trace: 0 0 0 5              the workgroup and local index of the invocation to trace
//! ; whole-warp                  trace the other lanes of its warp, too
//! ; storage 0: 1 2 0xff         a storage buffer with these words, printed after the run
//! ; storage 1: zeros 64         a storage buffer with 64 zero words
//! ```

use nvc_diag::Limit;
use nvc_exec::{Dispatch, Resources};
use nvc_goldens::{Goldens, Kind, inputs, testdata};
use nvc_interp::{Config, Invocation, Traced, TracedWarp, Tracer, run};
use nvc_ir::{ResourceClass, text, verify};
use std::fmt::Write;
use std::fs;
use std::path::Path;

fn directives<'t>(source: &'t str, name: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> {
    let lines = source.lines().filter_map(move |line| line.strip_prefix("; ")?.strip_prefix(name));
    lines
        .map(|rest| rest.split_once(':').unwrap_or((rest, "")))
        .map(|(key, value)| (key.trim(), value.trim()))
}

fn number(word: &str) -> u32 {
    let parsed = match word.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => word.parse(),
    };
    parsed.unwrap_or_else(|_| panic!("`{word}` is not a number"))
}

fn numbers(words: &str) -> Vec<u32> {
    words.split_whitespace().map(number).collect()
}

fn words(value: &str) -> Vec<u32> {
    match value.strip_prefix("zeros ") {
        Some(count) => vec![0; number(count) as usize],
        None => numbers(value),
    }
}

/// Collects traced instructions as text.
#[derive(Default)]
struct Lines {
    text: String,
    /// Whether to trace the whole warp.
    whole_warp: bool,
}

impl Tracer for Lines {
    fn instruction(&mut self, step: &Traced<'_>) {
        let show = |v: &nvc_interp::TracedValue| format!("{} = {}", v.name, v.text);
        let operands: Vec<String> = step.operands.iter().map(show).collect();
        let result = step.result.as_ref().map(|r| format!(" -> {}", r.text)).unwrap_or_default();
        writeln!(self.text, "{} ({}){result}", step.text, operands.join(", "))
            .expect("a String accepts every write");
    }

    fn warp(&mut self, step: &TracedWarp<'_>) {
        if !self.whole_warp {
            return;
        }
        let lanes = (0..32).filter(|lane| step.active() >> lane & 1 == 1);
        let values: Vec<String> = lanes
            .map(|lane| {
                let value = step.result(lane).map_or("-".to_owned(), |result| result.text);
                step.source(lane).map_or(value.clone(), |source| format!("{value}<-{source}"))
            })
            .collect();
        writeln!(self.text, "  lanes {:#x} of {:#x}: {}", step.active(), step.all(), values.join(" "))
            .expect("a String accepts every write");
    }
}

/// Runs a test and returns what the golden file should contain.
fn outcome(path: &Path) -> String {
    let source = fs::read_to_string(path).expect("a readable test");
    let module = text::parse(&source).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if let Err(errors) = verify::verify(&module) {
        panic!(
            "{}: {}",
            path.display(),
            errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        );
    }
    let mut dispatch = Dispatch { groups: [1; 3], ..Dispatch::default() };
    let mut config = Config::default();
    let mut resources = Resources::default();
    for (_, value) in directives(&source, "dispatch") {
        dispatch.groups = numbers(value).try_into().expect("three numbers");
    }
    for (_, value) in directives(&source, "lanes") {
        config.lanes = number(value);
    }
    for (_, value) in directives(&source, "steps") {
        config.limits = config.limits.with(Limit::RunSteps, number(value).into());
    }
    for (_, value) in directives(&source, "trace") {
        let [x, y, z, local] = numbers(value).try_into().expect("four numbers");
        config.trace = Some(Invocation { group: [x, y, z], local });
    }
    config.check = directives(&source, "check").next().is_some();
    for (index, value) in directives(&source, "storage") {
        let bytes = words(value).iter().flat_map(|word| word.to_le_bytes()).collect();
        resources.buffers.insert((ResourceClass::Storage, number(index)), bytes);
    }
    let whole_warp = directives(&source, "whole-warp").next().is_some();
    let mut lines = Lines { whole_warp, ..Lines::default() };
    let mut out = String::new();
    match run(&module, &dispatch, &mut resources, &config, Some(&mut lines)) {
        Ok(report) => {
            report.findings.iter().for_each(|finding| show(&mut out, &source, finding));
            report
                .messages
                .iter()
                .for_each(|message| writeln!(out, "> {message}").expect("a String accepts every write"));
        }
        Err(fault) => show(&mut out, &source, &fault),
    }
    out.push_str(&lines.text);
    for ((_, index), bytes) in &resources.buffers {
        writeln!(out, "storage {index}:").expect("a String accepts every write");
        for row in bytes.chunks(32) {
            let row = row.chunks_exact(4).map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]).to_string());
            writeln!(out, "  {}", row.collect::<Vec<_>>().join(" ")).expect("a String accepts every write");
        }
    }
    out
}

fn show(out: &mut String, source: &str, finding: &nvc_diag::Diagnostic) {
    let place = finding.span.and_then(|span| source.get(span.range())).map(|at| format!(" at `{at}`"));
    writeln!(out, "{}: {}{}", finding.code.as_str(), finding.message, place.unwrap_or_default())
        .expect("a String accepts every write");
    for note in &finding.notes {
        writeln!(out, "  {note}").expect("a String accepts every write");
    }
}

#[test]
fn golden_files() {
    let folder = testdata("interp");
    let mut goldens = Goldens::new(&folder, &[Kind::Run]);
    for path in inputs(&folder, &["nvcir"]) {
        goldens.check(&path, Kind::Run, &outcome(&path));
    }
    goldens.finish();
}
