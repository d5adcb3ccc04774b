//! `--trace`: prints the instructions that one invocation executes, grouped by source statement, with operand
//! and result values.

use crate::report;
use nvc::SourceMap;
use nvc_interp::{Traced, Tracer};

/// A tracer that prints to standard error.
pub(crate) struct Printer<'a> {
    sources: &'a SourceMap,
    line: Option<(u32, u32)>,
}

impl<'a> Printer<'a> {
    /// A tracer for a program with these sources.
    pub fn new(sources: &'a SourceMap) -> Self {
        Printer { sources, line: None }
    }

    /// The source statement of an instruction, with file and line, unless it is that of the last instruction.
    fn heading(&mut self, step: &Traced<'_>) -> Option<String> {
        let span = step.loc?;
        if self.sources.files().all(|(file, _)| file != span.file) {
            return None;
        }
        let position = self.sources.position(span.file, span.start);
        let place = (span.file.0, span.start);
        if self.line.replace(place) == Some(place) {
            return None;
        }
        let source = self.sources.source(span.file);
        let text = source.text.get(span.range()).unwrap_or_default();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(format!("{}:{}: {text}\n", source.name, position.line))
    }
}

impl Tracer for Printer<'_> {
    fn instruction(&mut self, step: &Traced<'_>) {
        let mut line = self.heading(step).unwrap_or_default();
        // The heading has the location, which ends the instruction's text.
        let text = step.text.rsplit_once(" !").map_or(step.text, |(text, _)| text);
        line.push_str("    ");
        line.push_str(text);
        let operands: Vec<String> =
            step.operands.iter().map(|value| format!("{} = {}", value.name, value.text)).collect();
        if !operands.is_empty() {
            line.push_str(&format!("    ; {}", operands.join(", ")));
        }
        if let Some(result) = &step.result {
            line.push_str(&format!("    -> {}", result.text));
        }
        line.push('\n');
        report::print(&line);
    }
}
