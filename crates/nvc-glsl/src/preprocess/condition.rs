//! Conditional directives: `#if`, `#ifdef`, `#ifndef`, `#elif`, `#else`, `#endif` (GLSL §3.3).

use super::Preprocessor;
use super::cursor::Reach;
use super::lexeme::Kind;
use nvc_diag::{Code, Diagnostic, Limit, Span};

/// An open `#if`, `#ifdef` or `#ifndef`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Condition {
    /// The span of that directive.
    opened: Span,
    /// Whether a branch has been taken.
    taken: bool,
    /// The span of the `#else`, if it has been read.
    else_span: Option<Span>,
}

impl Condition {
    /// Returns the error for a condition that is still open at the end of the file.
    pub fn not_closed(&self) -> Diagnostic {
        let message = "unterminated conditional directive";
        Diagnostic::new(Code::N1104, self.opened, message).help("add `#endif` in the same file")
    }
}

impl Preprocessor<'_> {
    pub(super) fn begin_if(&mut self, at: Span) {
        let holds = self.condition(at);
        self.begin(at, holds);
    }

    pub(super) fn begin_ifdef(&mut self, at: Span, wanted: bool) {
        let name = self.scan(Reach::Line);
        let holds = match name.kind {
            Kind::Name(name) => {
                let holds = self.is_defined(name) == wanted;
                self.finish_line();
                holds
            }
            _ => {
                self.expected_name(if wanted { "#ifdef" } else { "#ifndef" }, name);
                false
            }
        };
        self.begin(at, holds);
    }

    fn begin(&mut self, at: Span, holds: bool) {
        let Some(frame) = self.frames.last_mut() else { return };
        let most = self.diags.limit(Limit::ConditionDepth);
        if frame.conditions.len() >= most {
            let message = format!("conditional directives are nested more than {most} deep");
            return self.fail_limit(Limit::ConditionDepth, at, message);
        }
        frame.conditions.push(Condition { opened: at, taken: holds, else_span: None });
        if !holds {
            self.skip_branches();
        }
    }

    /// Handles `#elif` or `#else` after a branch that was taken.
    pub(super) fn end_branch(&mut self, at: Span, directive: &str) {
        match self.frames.last_mut().and_then(|frame| frame.conditions.last_mut()) {
            Some(condition) => {
                let earlier_else = condition.else_span;
                if directive == "#else" {
                    condition.else_span = Some(at);
                }
                self.after_else(at, directive, earlier_else);
                self.skip_branches();
            }
            None => self.without_if(at, directive),
        }
    }

    pub(super) fn end_if(&mut self, at: Span) {
        match self.frames.last_mut().and_then(|frame| frame.conditions.pop()) {
            Some(_) => self.finish_line(),
            None => self.without_if(at, "#endif"),
        }
    }

    fn without_if(&mut self, at: Span, directive: &str) {
        self.diags.report(Diagnostic::new(Code::N1104, at, format!("`{directive}` without `#if`")));
    }

    /// Reports an `#elif` or `#else` that follows an `#else` of the same conditional.
    fn after_else(&mut self, at: Span, directive: &str, earlier_else: Option<Span>) {
        if let Some(earlier_else) = earlier_else {
            let finding = Diagnostic::new(Code::N1104, at, format!("`{directive}` after `#else`"));
            self.diags.report(finding.secondary(earlier_else, "the `#else`"));
        }
    }

    /// Skips the branches of the innermost conditional, up to the first one whose condition is true or to the
    /// `#endif`. Skipped text is not tokenised.
    fn skip_branches(&mut self) {
        let mut nested = 0usize;
        while self.failed.is_none() {
            let Some(frame) = self.frames.last_mut() else { return };
            frame.scanner.rest_of_line(self.diags);
            if !frame.scanner.skip_to_directive(self.diags) {
                return;
            }
            let word = self.scan(Reach::Line);
            let Kind::Name(name) = word.kind else { continue };
            match self.names.text(name) {
                "if" | "ifdef" | "ifndef" => nested += 1,
                "endif" if nested > 0 => nested -= 1,
                "endif" => return self.end_if(word.span),
                "else" if nested == 0 => {
                    let Some(condition) = self.innermost() else { return };
                    let (earlier_else, holds) = (condition.else_span.replace(word.span), !condition.taken);
                    condition.taken = true;
                    self.after_else(word.span, "#else", earlier_else);
                    if holds {
                        return self.finish_line();
                    }
                }
                "elif" if nested == 0 => {
                    let Some(condition) = self.innermost() else { return };
                    let (earlier_else, open) = (condition.else_span, !condition.taken);
                    self.after_else(word.span, "#elif", earlier_else);
                    if open && self.condition(word.span) {
                        if let Some(condition) = self.innermost() {
                            condition.taken = true;
                        }
                        return;
                    }
                }
                _ => {}
            }
        }
    }

    fn innermost(&mut self) -> Option<&mut Condition> {
        self.frames.last_mut().and_then(|frame| frame.conditions.last_mut())
    }

    /// Evaluates the condition on the rest of the line.
    fn condition(&mut self, at: Span) -> bool {
        let mut tokens = self.line_tokens();
        // The operand of `defined`, as in `defined A` or `defined(A)`, is not expanded.
        let (mut after_defined, mut before) = (false, false);
        for token in &mut tokens {
            let name = match token.kind {
                Kind::Name(name) => Some(name),
                _ => None,
            };
            if after_defined && name.is_some() {
                token.flags.fixed = true;
                (after_defined, before) = (false, false);
                continue;
            }
            let is_defined_operator = name.is_some_and(|name| self.names.text(name) == "defined");
            // Only a `defined` that is written in the condition is marked here; one from a macro is reported
            // later.
            token.flags.fixed |= is_defined_operator;
            after_defined = is_defined_operator || (before && token.is(super::token::Punct::LeftParen));
            before = is_defined_operator;
        }
        let expanded = self.expand_list(tokens);
        self.failed.is_none() && self.evaluate(at, &expanded)
    }
}
