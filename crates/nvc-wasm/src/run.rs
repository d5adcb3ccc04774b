//! Runs a source on the interpreter: memory by name in, memory by name and the trace of a warp out.

use crate::Answer;
use crate::image::{self, Texels};
use crate::request::{Request, diagnostics, lines, style, text};
use nvc::{Diagnostics, Report, render};
use nvc_run::{DEFAULT_STEPS, Error, Invocation, Number, Phase, Program, Results, Run, WarpStep, WarpTrace};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A request. The content of buffers and images is in the data beside it.
#[derive(Debug, Deserialize)]
struct Dispatch {
    #[serde(flatten)]
    common: Request,
    groups: [u32; 3],
    /// Whether the front end's output runs, without the passes.
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

/// A part of the data.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(crate) struct Range {
    offset: usize,
    bytes: usize,
}

impl Range {
    /// The part.
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
    /// The maximum number of instructions.
    limit: usize,
}

/// An answer.
#[derive(Default, Serialize)]
struct Ran {
    ok: bool,
    /// Of the compilation, then of the run.
    diagnostics: Vec<Value>,
    report: String,
    /// Why the run could not start or end, if that is no diagnostic.
    error: Option<String>,
    buffers: Vec<Named>,
    images: Vec<NamedImage>,
    messages: Vec<String>,
    steps: u64,
    trace: Option<Traced>,
}

/// The content of a buffer.
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

/// The instructions of a warp.
#[derive(Serialize)]
struct Traced {
    complete: bool,
    /// The lane of the traced invocation.
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

/// A value in every lane.
#[derive(Serialize)]
struct Lanes {
    name: String,
    values: Vec<Option<String>>,
}

/// Answers a request.
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

/// The answer of a compilation.
fn reported(report: &Report) -> Ran {
    Ran { diagnostics: diagnostics(report), report: text(report), ..Ran::default() }
}

/// Adds the findings of a run.
fn add(answer: &mut Ran, program: &Program, findings: &Diagnostics) {
    answer.diagnostics.extend(lines(&program.messages(findings, style(render::Format::Json))));
    answer.report.push_str(&program.messages(findings, style(render::Format::Human)));
}

/// The run with its memory; the outer error is a request that is not valid.
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

/// A number of JSON. 64-bit integers that JavaScript cannot represent are strings.
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

/// Fills the answer with what a run left.
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
