//! Macro expansion (GLSL §3.3, which refers to C++: C++23 §15.6).
//!
//! The expansion of a macro is pushed as a context, which is read next. While the context is active, uses of
//! the macro's own name are marked and never expanded (C++23 §15.6.5; preprocessor jargon: "painted blue").

use super::Preprocessor;
use super::cursor::Reach;
use super::lexeme::{Flags, Kind, Lexeme};
use super::macros::{Macro, Meaning};
use super::token::{Expansion, ExpansionId, Punct};
use nvc_diag::{Code, Diagnostic, Limit, Span};
use std::rc::Rc;

/// A list of tokens. It is read before the contexts below it on the stack.
pub(super) struct Context {
    tokens: std::vec::IntoIter<Lexeme>,
    /// The macro that the tokens are the expansion of; `None` for other lists.
    of: Option<Rc<Macro>>,
}

impl Preprocessor<'_> {
    /// Returns the next token after macro expansion.
    pub(super) fn next_expanded(&mut self) -> Lexeme {
        loop {
            let lexeme = self.next_raw();
            let Kind::Name(name) = lexeme.kind else { return lexeme };
            if lexeme.flags.fixed || self.table.is_plain(name) {
                return lexeme;
            }
            let number = match self.meaning(name) {
                Meaning::Plain | Meaning::Undefined => return lexeme,
                Meaning::Macro(found) => {
                    let found = Rc::clone(found);
                    if found.active.get() {
                        return Lexeme { flags: Flags { fixed: true, ..lexeme.flags }, ..lexeme };
                    }
                    if !self.expand(&found, lexeme) {
                        return lexeme;
                    }
                    continue;
                }
                Meaning::Number(value) => *value,
                Meaning::Line => self.sources.presumed(lexeme.span.file, lexeme.span.start).line,
                Meaning::File => return self.file_number(lexeme),
            };
            return Lexeme { kind: Kind::Number(self.names.intern(&number.to_string())), ..lexeme };
        }
    }

    /// Returns the next token before macro expansion.
    fn next_raw(&mut self) -> Lexeme {
        if let Some(lexeme) = self.peeked.take() {
            return lexeme;
        }
        while self.contexts.len() > self.floor.unwrap_or(0) {
            let Some(context) = self.contexts.last_mut() else { break };
            if let Some(lexeme) = context.tokens.next() {
                return lexeme;
            }
            if let Some(Context { of: Some(done), .. }) = self.contexts.pop() {
                done.active.set(false);
            }
        }
        match self.floor {
            Some(_) => Lexeme::new(Kind::End, Flags::default(), self.output.end),
            None => self.scan(Reach::File),
        }
    }

    /// Expands macros in a list of tokens.
    pub(super) fn expand_list(&mut self, list: Vec<Lexeme>) -> Vec<Lexeme> {
        let outer = (self.floor.replace(self.contexts.len()), self.peeked.take());
        self.contexts.push(Context { tokens: list.into_iter(), of: None });
        let mut expanded = Vec::new();
        loop {
            let lexeme = self.next_expanded();
            if lexeme.kind == Kind::End {
                break;
            }
            expanded.push(lexeme);
        }
        (self.floor, self.peeked) = outer;
        expanded
    }

    /// Starts expanding a macro at its name; returns `false` if the macro is function-like and no `(`
    /// follows.
    fn expand(&mut self, found: &Rc<Macro>, at: Lexeme) -> bool {
        let mut invocation = at.span;
        let mut arguments = Vec::new();
        if let Some(params) = &found.params {
            let paren = self.next_raw();
            if !paren.is(Punct::LeftParen) {
                self.peeked = Some(paren);
                return false;
            }
            let Some((list, close)) = self.arguments(found, at) else { return true };
            if close.file == at.span.file && at.expansion.is_none() && close.end > at.span.end {
                invocation = at.span.to(close);
            }
            arguments = list;
            if params.is_empty() && matches!(&arguments[..], [only] if only.is_empty()) {
                arguments.clear();
            }
            if arguments.len() != params.len() {
                self.wrong_count(found, at.span, params.len(), arguments.len());
                self.contexts.push(Context {
                    tokens: vec![Lexeme { kind: Kind::Invalid, ..at }].into_iter(),
                    of: None,
                });
                return true;
            }
        }
        let id = ExpansionId::new(self.output.expansions.len());
        self.output.expansions.push(Expansion {
            name: found.name,
            invocation,
            definition: found.definition,
            parent: at.expansion,
        });
        self.charge(1, at.span);
        let tokens = self.substitute(found, arguments, Lexeme { expansion: Some(id), ..at });
        if self.failed.is_none() {
            found.active.set(true);
            self.contexts.push(Context { tokens: tokens.into_iter(), of: Some(Rc::clone(found)) });
        }
        true
    }

    /// Counts tokens that expansion reads or produces against the limit.
    pub(super) fn charge(&mut self, tokens: usize, at: Span) {
        self.expanded = self.expanded.saturating_add(tokens);
        let most = self.diags.limit(Limit::ExpandedTokens);
        if self.expanded > most && self.failed.is_none() {
            let message = format!("macros expand to more than {most} tokens");
            let finding = self.diags.limits().exceeded(Limit::ExpandedTokens, at, message);
            self.fail(
                finding
                    .note("tokens of arguments count too, and a token counts again each time it is expanded"),
            );
        }
    }

    /// Reads the arguments of an invocation after its `(`. Returns them with the span of the `)`.
    fn arguments(&mut self, found: &Macro, at: Lexeme) -> Option<(Vec<Vec<Lexeme>>, Span)> {
        let mut list = vec![Vec::new()];
        let mut depth = 0u32;
        loop {
            let mut lexeme = self.next_raw();
            let stray = lexeme.begins_directive();
            if lexeme.kind == Kind::End || stray {
                self.arguments_not_closed(found, at, stray.then_some(lexeme.span));
                self.peeked = Some(lexeme);
                return None;
            }
            match lexeme.kind {
                Kind::Punct(Punct::LeftParen) => depth += 1,
                Kind::Punct(Punct::RightParen) if depth == 0 => return Some((list, lexeme.span)),
                Kind::Punct(Punct::RightParen) => depth -= 1,
                Kind::Punct(Punct::Comma) if depth == 0 => {
                    list.push(Vec::new());
                    continue;
                }
                _ => {}
            }
            // If this call is in the expansion of a macro, that macro's name is not expanded in the arguments either.
            if let Kind::Name(name) = lexeme.kind
                && matches!(self.meaning(name), Meaning::Macro(inner) if inner.active.get())
            {
                lexeme.flags.fixed = true;
            }
            lexeme.flags.line_start = false;
            self.charge(1, at.span);
            if let Some(last) = list.last_mut() {
                last.push(lexeme);
            }
        }
    }

    fn arguments_not_closed(&mut self, found: &Macro, at: Lexeme, directive: Option<Span>) {
        if self.failed.is_some() {
            return;
        }
        let name = self.names.text(found.name);
        let message = format!("unterminated arguments of macro `{name}`");
        let finding = Diagnostic::new(Code::N1103, at.span, message);
        self.diags.report(match directive {
            Some(span) => finding.secondary(span, "a directive is not allowed in macro arguments"),
            None => finding.help("add `)`"),
        });
    }

    fn wrong_count(&mut self, found: &Macro, at: Span, wanted: usize, given: usize) {
        let name = self.names.text(found.name);
        let plural = if wanted == 1 { "" } else { "s" };
        let message = format!("macro `{name}` takes {wanted} argument{plural}, not {given}");
        let mut finding = Diagnostic::new(Code::N1103, at, message);
        if let Some(definition) = found.definition {
            finding = finding.secondary(definition, "defined here");
        }
        self.diags.report(finding);
    }
}
