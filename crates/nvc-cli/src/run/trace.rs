//! One invocation, instruction by instruction: the line of the source where it changes, then each
//! instruction of the IR with its values.

use crate::report;
use nvc::SourceMap;
use nvc_interp::{Traced, Tracer};

/// Prints to standard error.
pub(crate) struct Printer<'a> {
    sources: &'a SourceMap,
    line: Option<(u32, u32)>,
}

impl<'a> Printer<'a> {
    /// Nothing is printed yet.
    pub fn new(sources: &'a SourceMap) -> Self {
        Printer { sources, line: None }
    }

    /// The statement that a place belongs to, with file and line, if it is not the one before.
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
        // The location at the end of a listing's line is in the heading.
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
