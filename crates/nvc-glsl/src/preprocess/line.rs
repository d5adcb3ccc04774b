//! Handles `#line` (GLSL §3.3, GL_GOOGLE_cpp_style_line_directive) and `__FILE__`.

use super::Preprocessor;
use super::lexeme::{Kind, Lexeme};
use super::number;
use crate::ast::Literal;
use nvc_diag::{Code, Diagnostic};
use std::sync::Arc;

/// The highest line number (C++23 §15.7).
const MAX_LINE: u64 = i32::MAX as u64;

impl Preprocessor<'_> {
    /// Handles the rest of a `#line` line: the number of the next line, and optionally a file number or name.
    pub(super) fn line(&mut self) {
        let tokens = self.line_tokens();
        let tokens = self.expand_list(tokens);
        let Some(frame) = self.frames.last() else { return };
        let (here, file) = (frame.scanner.offset(), frame.scanner.file);
        let (first, second) = match tokens[..] {
            [first] => (first, None),
            [first, second] => (first, Some(second)),
            _ => {
                let line_end = frame.scanner.span(here, here);
                let span = tokens.first().map_or(line_end, |token| token.span);
                let finding = Diagnostic::new(
                    Code::N1102,
                    span,
                    "`#line` needs a number, optionally followed by a file",
                );
                self.diags.report(finding.help("write `#line 7`, `#line 7 2` or `#line 7 \"name\"`"));
                return;
            }
        };
        let Some(line) = self.line_number(first) else { return };
        let name: Option<Arc<str>> = match second.map(|second| (second, second.kind)) {
            None => None,
            Some((_, Kind::String(name))) => {
                let text = self.names.text(name).into();
                if let Some(frame) = self.frames.last_mut() {
                    frame.label = Some(name);
                }
                Some(text)
            }
            Some((second, _)) => {
                let Some(number) = self.line_number(second) else { return };
                if let Some(frame) = self.frames.last_mut() {
                    (frame.number, frame.label) = (number, None);
                }
                // File number 0 is the main file, whose name is known.
                let main = self.frames.first().filter(|_| number == 0).map(|frame| frame.name.clone());
                Some(main.unwrap_or_else(|| number.to_string().into()))
            }
        };
        self.sources.renumber(file, u32::try_from(here).unwrap_or(u32::MAX), line, name);
    }

    fn line_number(&mut self, token: Lexeme) -> Option<u32> {
        let value = match token.kind {
            Kind::Number(text) => match number::parse(self.names.text(text)) {
                Ok(Literal::Int { value, .. }) if value <= MAX_LINE => u32::try_from(value).ok(),
                _ => None,
            },
            _ => None,
        };
        if value.is_none() && token.kind != Kind::Invalid {
            let message = format!("a line or file number of `#line` must be from 0 to {MAX_LINE}");
            self.diags.report(Diagnostic::new(Code::N1102, token.span, message));
        }
        value
    }

    /// Returns the value of `__FILE__`: the number of the source string, or the name set by `#line`.
    pub(super) fn file_number(&mut self, at: Lexeme) -> Lexeme {
        let (number, label) = self.frames.last().map_or((0, None), |frame| (frame.number, frame.label));
        let kind = match label {
            Some(label) => Kind::String(label),
            None => Kind::Number(self.names.intern(&number.to_string())),
        };
        Lexeme { kind, ..at }
    }
}
