//! Tracers: format the instructions of one invocation as text, and collect those of its warp as a table of lanes.

use nvc::SourceMap;
use nvc_interp::{Traced, TracedValue, TracedWarp, Tracer};
use nvc_ir::Loc;

/// Formats the instructions that one invocation executes as text, grouped by source statement, with operand and result
/// values. Each piece of text is passed to a callback.
pub struct TraceText<'a, F> {
    sources: &'a SourceMap,
    write: F,
    /// File and start offset of the last statement whose heading was written.
    place: Option<(u32, u32)>,
}

impl<'a, F: FnMut(&str)> TraceText<'a, F> {
    /// Creates a tracer for a program with these sources.
    pub fn new(sources: &'a SourceMap, write: F) -> Self {
        TraceText { sources, write, place: None }
    }

    /// The source statement of an instruction, with file and line; `None` if the instruction has no location, or if the
    /// statement is that of the previous heading.
    fn heading(&mut self, step: &Traced<'_>) -> Option<String> {
        let span = step.loc?;
        let statement = Statement::of(self.sources, step.loc)?;
        let place = (span.file.index(), span.start);
        if self.place.replace(place) == Some(place) {
            return None;
        }
        let text = statement.text.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(format!("{}:{}: {text}\n", statement.file, statement.line))
    }
}

impl<F: FnMut(&str)> Tracer for TraceText<'_, F> {
    fn instruction(&mut self, step: &Traced<'_>) {
        let mut line = self.heading(step).unwrap_or_default();
        line.push_str("    ");
        line.push_str(without_location(step.text));
        let operands: Vec<String> =
            step.operands.iter().map(|value| format!("{} = {}", value.name, value.text)).collect();
        if !operands.is_empty() {
            line.push_str(&format!("    ; {}", operands.join(", ")));
        }
        if let Some(result) = &step.result {
            line.push_str(&format!("    -> {}", result.text));
        }
        line.push('\n');
        (self.write)(&line);
    }
}

impl<F> std::fmt::Debug for TraceText<'_, F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TraceText").field("place", &self.place).finish_non_exhaustive()
    }
}

/// Collects the instructions that a warp executes, with the values of every lane, as a table of lanes over time.
///
/// ```
/// use nvc::{Compiler, Source};
/// use nvc_run::{Invocation, Program, Run, WarpTrace};
///
/// let text = "#version 460
/// layout(local_size_x = 4) in;
/// layout(std430, binding = 0) buffer Words { uint words[]; };
/// void main() {
///     uint lane = gl_LocalInvocationIndex;
///     if (lane > 1u) { words[lane] = lane * 7u; }
/// }
/// ";
/// let program = Program::compile(&Compiler::default(), &Source::new("odd.comp", text))?;
/// let mut trace = WarpTrace::new(&program.report().sources, 1000);
/// let run = Run::new(&program).buffer("Words", vec![0; 16])?;
/// run.execute_traced(Invocation { group: [0; 3], local: 0 }, &mut trace)?;
/// let product = trace.steps().iter().find(|step| step.text.contains("imul")).ok_or("no product")?;
/// assert_eq!((product.line, product.active), (Some(6), 0b1100));
/// let result = product.result.as_ref().ok_or("no result")?;
/// assert_eq!(result.values[..4], [None, None, Some("14".into()), Some("21".into())]);
/// assert_eq!((product.all, &product.sources), (0b1111, &None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WarpTrace<'a> {
    sources: &'a SourceMap,
    limit: usize,
    steps: Vec<WarpStep>,
    complete: bool,
}

/// An instruction that a warp executed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WarpStep {
    /// The instruction as IR text.
    pub text: String,
    /// The name of the source file.
    pub file: Option<String>,
    /// The line in the file, starting at 1.
    pub line: Option<u32>,
    /// The column in the line, starting at 1.
    pub column: Option<u32>,
    /// The mask of lanes that execute the instruction: bit `n` is lane `n`.
    pub active: u32,
    /// The mask of lanes that have an invocation.
    pub all: u32,
    /// For instructions that move values between lanes, the lane that each of the 32 lanes reads; `None` for inactive lanes.
    pub sources: Option<Vec<Option<u32>>>,
    /// The operands, except for constants.
    pub operands: Vec<WarpValue>,
    /// The result, if any.
    pub result: Option<WarpValue>,
}

/// A value in every lane.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WarpValue {
    /// The value's name in the IR text, and its source name if it has one.
    pub name: String,
    /// The value in each of the 32 lanes, in the notation of IR constants; `None` for inactive lanes.
    pub values: Vec<Option<String>>,
}

/// The number of lanes in a warp.
const LANES: u32 = 32;

impl<'a> WarpTrace<'a> {
    /// Creates a tracer that keeps the first `limit` instructions.
    pub fn new(sources: &'a SourceMap, limit: usize) -> Self {
        WarpTrace { sources, limit, steps: Vec::new(), complete: true }
    }

    /// The collected instructions, in the order of execution.
    pub fn steps(&self) -> &[WarpStep] {
        &self.steps
    }

    /// Returns the collected instructions by value.
    pub fn into_steps(self) -> Vec<WarpStep> {
        self.steps
    }

    /// Whether all instructions of the warp were kept.
    pub fn is_complete(&self) -> bool {
        self.complete
    }
}

impl Tracer for WarpTrace<'_> {
    fn instruction(&mut self, _: &Traced<'_>) {}

    fn warp(&mut self, step: &TracedWarp<'_>) {
        if self.steps.len() >= self.limit {
            self.complete = false;
            return;
        }
        let statement = Statement::of(self.sources, step.loc());
        let operands: Vec<Vec<TracedValue>> = (0..LANES).map(|lane| step.operands(lane)).collect();
        let count = operands.iter().map(Vec::len).max().unwrap_or(0);
        let operand = |at: usize| lanes(operands.iter().map(|lane| lane.get(at).cloned()));
        self.steps.push(WarpStep {
            text: without_location(step.text()).to_owned(),
            file: statement.as_ref().map(|statement| statement.file.to_owned()),
            line: statement.as_ref().map(|statement| statement.line),
            column: statement.map(|statement| statement.column),
            active: step.active(),
            all: step.all(),
            sources: sources(step),
            operands: (0..count).filter_map(operand).collect(),
            result: lanes((0..LANES).map(|lane| step.result(lane))),
        });
    }
}

/// Combines the values of all lanes; `None` if no lane has a value.
fn lanes(values: impl Iterator<Item = Option<TracedValue>>) -> Option<WarpValue> {
    let (mut name, mut texts) = (None, Vec::new());
    for value in values {
        let (own, text) = value.map(|TracedValue { name, text }| (name, text)).unzip();
        name = name.or(own);
        texts.push(text);
    }
    Some(WarpValue { name: name?, values: texts })
}

/// The lane that each lane reads; `None` if the instruction moves no values between lanes.
fn sources(step: &TracedWarp<'_>) -> Option<Vec<Option<u32>>> {
    let sources: Vec<_> = (0..LANES).map(|lane| step.source(lane)).collect();
    sources.iter().any(Option::is_some).then_some(sources)
}

/// A source location with its text.
struct Statement<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    text: &'a str,
}

impl<'a> Statement<'a> {
    /// The statement at a location in one of the sources.
    fn of(sources: &'a SourceMap, loc: Loc) -> Option<Self> {
        let span = loc?;
        let (_, source) = sources.files().find(|(file, _)| *file == span.file)?;
        let position = sources.position(span.file, span.start);
        let text = source.text.get(span.range()).unwrap_or_default();
        Some(Statement { file: &source.name, line: position.line, column: position.column, text })
    }
}

/// The text of an instruction without the location at its end.
fn without_location(text: &str) -> &str {
    text.rsplit_once(" !").map_or(text, |(text, _)| text)
}
