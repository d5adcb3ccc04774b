//! Runs a source on the interpreter. Memory is passed in and out by name; the answer may contain the trace
//! of a warp.

use crate::Answer;
use crate::image::{self, Texels};
use crate::request::{Request, diagnostics, lines, style, text};
use nvc::{Diagnostics, Report, render};
use nvc_run::{DEFAULT_STEPS, Error, Invocation, Number, Phase, Program, Results, Run, WarpStep, WarpTrace};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A run request. The contents of buffers and images are ranges of the separate binary data.
#[derive(Debug, Deserialize)]
struct Dispatch {
    #[serde(flatten)]
    common: Request,
    groups: [u32; 3],
    /// Whether to run the front end's output, skipping the passes.
    #[serde(default)]
    built: bool,
    #[serde(default)]
    check: bool,
    lanes: Option<u32>,
    steps: Option<u64>,
    #[serde(default)]
    allow_unbound: bool,
    #[serde(default)]
    buffers: BTreeMap<String, Range>,
    #[serde(default)]
    values: BTreeMap<String, Vec<Value>>,
    #[serde(default)]
    images: BTreeMap<String, Texels>,
    #[serde(default)]
    textures: BTreeMap<String, Texels>,
    trace: Option<Trace>,
}

/// A range of the binary data.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(crate) struct Range {
    offset: usize,
    bytes: usize,
}

impl Range {
    /// Returns a copy of the range.
    pub fn of(self, data: &[u8]) -> Result<Vec<u8>, String> {
        let end = self.offset.checked_add(self.bytes);
        let part = end.and_then(|end| data.get(self.offset..end));
        part.map(<[u8]>::to_vec).ok_or_else(|| "the request refers to bytes that it does not have".to_owned())
    }
}

/// The invocation whose warp is traced.
#[derive(Debug, Deserialize)]
struct Trace {
    group: [u32; 3],
    local: u32,
    /// Maximum number of traced instructions.
    limit: usize,
}

/// The answer to a run request.
#[derive(Default, Serialize)]
struct Ran {
    ok: bool,
    /// Diagnostics of the compilation, then of the run.
    diagnostics: Vec<Value>,
    report: String,
    /// Why the run failed, if the reason is not a diagnostic.
    error: Option<String>,
    buffers: Vec<Named>,
    images: Vec<NamedImage>,
    messages: Vec<String>,
    steps: u64,
    trace: Option<Traced>,
}

/// A named range of the binary output: the contents of a buffer or the texels of an image.
#[derive(Serialize)]
struct Named {
    name: String,
    #[serde(flatten)]
    range: Range,
}

/// The texels of an image.
#[derive(Serialize)]
struct NamedImage {
    #[serde(flatten)]
    named: Named,
    size: [u32; 3],
}

/// The traced instructions of a warp.
#[derive(Serialize)]
struct Traced {
    complete: bool,
    /// Lane of the traced invocation.
    lane: u32,
    steps: Vec<Step>,
}

#[derive(Serialize)]
struct Step {
    text: String,
    line: Option<u32>,
    column: Option<u32>,
    active: u32,
    all: u32,
    operands: Vec<Lanes>,
    result: Option<Lanes>,
    sources: Option<Vec<Option<u32>>>,
}

/// A value in each lane.
#[derive(Serialize)]
struct Lanes {
    name: String,
    values: Vec<Option<String>>,
}

/// Answers a run request.
pub(crate) fn run(source: &str, request: &str, data: &[u8]) -> Result<Answer, String> {
    let request: Dispatch = serde_json::from_str(request).map_err(|error| error.to_string())?;
    let compiler = request.common.compiler(request.common.options()?);
    let phase = if request.built { Phase::Built } else { Phase::Legal };
    let program = match Program::link(&compiler, (request.common.name(), source.as_bytes()), &[], phase) {
        Ok(program) => program,
        Err(error) => return Answer::new(&reported(error.report()), None),
    };
    let mut answer = reported(program.report());
    let sources = &program.report().sources;
    let lanes = request.lanes.unwrap_or(32).clamp(1, 32);
    let mut tracer = WarpTrace::new(sources, request.trace.as_ref().map_or(0, |trace| trace.limit));
    let ran = bound(&program, &request, data)?.and_then(|run| match &request.trace {
        None => run.execute(),
        Some(trace) => run.execute_traced(Invocation { group: trace.group, local: trace.local }, &mut tracer),
    });
    answer.trace = request.trace.map(|trace| Traced {
        complete: tracer.is_complete(),
        lane: trace.local % lanes,
        steps: tracer.into_steps().into_iter().map(step).collect(),
    });
    let mut out = Vec::new();
    match ran {
        Ok(results) => fill(&mut answer, &mut out, &program, &request.images, results),
        Err(Error::Fault(diagnostic)) => {
            let mut faults = Diagnostics::new();
            faults.report(*diagnostic);
            add(&mut answer, &program, &faults);
        }
        Err(error) => answer.error = Some(error.to_string()),
    }
    Answer::new(&answer, Some(out))
}

/// Creates an answer with the diagnostics of the compilation.
fn reported(report: &Report) -> Ran {
    Ran { diagnostics: diagnostics(report), report: text(report), ..Ran::default() }
}

/// Adds the findings of a run to an answer.
fn add(answer: &mut Ran, program: &Program, findings: &Diagnostics) {
    answer.diagnostics.extend(lines(&program.messages(findings, style(render::Format::Json))));
    answer.report.push_str(&program.messages(findings, style(render::Format::Human)));
}

/// Creates the run with its memory. The outer error is an invalid request, the inner one a failure of the
/// run.
fn bound<'p>(
    program: &'p Program,
    request: &Dispatch,
    data: &[u8],
) -> Result<Result<Run<'p>, Error>, String> {
    let mut run = Run::new(program)
        .groups(request.groups)
        .check(request.check)
        .allow_unbound(request.allow_unbound)
        .steps(request.steps.unwrap_or(DEFAULT_STEPS))
        .lanes(request.lanes.unwrap_or(32));
    macro_rules! bind {
        ($bound:expr) => {
            match $bound {
                Ok(more) => run = more,
                Err(error) => return Ok(Err(error)),
            }
        };
    }
    for (name, range) in &request.buffers {
        bind!(run.buffer(name, range.of(data)?));
    }
    for (name, values) in &request.values {
        let numbers = values.iter().map(number).collect::<Option<Vec<_>>>();
        bind!(run.values(name, &numbers.ok_or_else(|| format!("`{name}`: expected numbers"))?));
    }
    for (name, texels) in &request.images {
        bind!(run.image(name, image::image(texels, data)?));
    }
    for (name, texels) in &request.textures {
        bind!(run.texture(name, image::texture(texels, data)?));
    }
    Ok(Ok(run))
}

/// Converts a JSON number. 64-bit integers that JavaScript cannot represent are passed as strings.
fn number(value: &Value) -> Option<Number> {
    match value {
        Value::Bool(bool) => Some((*bool).into()),
        Value::String(digits) => digits.parse().ok().map(Number::Integer),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(integer), _) => Some(integer.into()),
            (_, Some(integer)) => Some(integer.into()),
            _ => number.as_f64().map(Into::into),
        },
        _ => None,
    }
}

/// Adds the results of a run to an answer.
fn fill(
    answer: &mut Ran,
    out: &mut Vec<u8>,
    program: &Program,
    images: &BTreeMap<String, Texels>,
    results: Results<'_>,
) {
    let mut append = |bytes: &[u8]| {
        let range = Range { offset: out.len(), bytes: bytes.len() };
        out.extend_from_slice(bytes);
        range
    };
    for (name, bytes) in results.buffers() {
        answer.buffers.push(Named { name, range: append(bytes) });
    }
    for name in images.keys() {
        if let Some(image) = results.image(name) {
            let named = Named { name: name.clone(), range: append(&image.texels) };
            answer.images.push(NamedImage { named, size: image.size });
        }
    }
    add(answer, program, &results.findings);
    answer.ok = true;
    answer.messages = results.messages;
    answer.steps = results.steps;
}

fn step(step: WarpStep) -> Step {
    let lanes = |value: nvc_run::WarpValue| Lanes { name: value.name, values: value.values };
    Step {
        text: step.text,
        line: step.line,
        column: step.column,
        active: step.active,
        all: step.all,
        operands: step.operands.into_iter().map(lanes).collect(),
        result: step.result.map(lanes),
        sources: step.sources,
    }
}
